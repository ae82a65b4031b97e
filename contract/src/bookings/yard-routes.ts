import * as z from 'zod/mini'
import { defineRoutes } from '../http/route.ts'
import { DayInput } from '../text.ts'
import { ExtraLine } from './booked-extras.ts'
import { BookingStatus } from './booking-status.ts'

/**
 * What a booking still needs before its car leaves. `car`: it has not come back from another rental. Of papers: that somebody
 * sends them, or that staff checks those that were sent.
 */
export const YARD_MISSING = ['car', 'confirmation', 'payment', 'deposit', 'papers', 'papersToCheck'] as const

/** A car that leaves the yard or comes back to it. */
export const YardMove = z.object({
  kind: z.enum(['pickup', 'return']),
  bookingId: z.string(),
  reference: z.string(),
  status: BookingStatus,
  at: z.string(),
  /** The car is out (of a pickup) or back (of a return). */
  isDone: z.boolean(),
  car: z.string(),
  /** Empty for a car without one. */
  plate: z.string(),
  place: z.string(),
  customer: z.string(),
  phone: z.string(),
  missing: z.array(z.enum(YARD_MISSING)),
  /** Names of the people who drove off with the car, and whose approval was withdrawn since. */
  withdrawnDrivers: z.array(z.string()),
  /** What of the deposit is not taken yet, in whole shillings. */
  depositDue: z.int(),
  specialRequests: z.string(),
  /** What is to be made ready with the car, or comes back with it. */
  extras: z.array(ExtraLine),
  /** Where the car is brought, or collected; empty where it is at the place itself. */
  address: z.string(),
  /** What staff may send to the customer, in the customer's language; empty once the car is out, or back. */
  message: z.string(),
})
export type YardMove = z.output<typeof YardMove>

/** A car of the fleet as whoever stands at the counter chooses it. */
export const CounterCar = z.object({
  _id: z.string(),
  name: z.string(),
  /** Empty for a car without one. */
  plate: z.string(),
  /** Where it stands. */
  location: z.string(),
  pricePerDay: z.int(),
  /** Offered to customers. */
  available: z.boolean(),
  /** With whom it is out, and when it is due; null while it stands in the yard. */
  out: z.nullable(z.object({ reference: z.string(), at: z.string(), isLost: z.boolean() })),
  /** Who fetches it next, and when. */
  next: z.nullable(z.object({ reference: z.string(), at: z.string() })),
  /** When it is kept off the road, now or next. */
  blocked: z.nullable(z.object({ from: z.string(), until: z.string() })),
})
export type CounterCar = z.output<typeof CounterCar>

export const yardRoutes = defineRoutes({
  'GET /api/admin/counter/cars': {
    summary:
      'Every car of the fleet for the counter: plate, place, whether it is out or off the road, and its next booking',
    access: 'staff',
    personalData: false,
    reply: z.object({ success: z.literal(true), data: z.array(CounterCar) }),
    errors: [],
  },
  'GET /api/admin/yard': {
    summary: 'The cars that leave and come back on a day, by time',
    access: 'staff',
    personalData: true,
    query: z.object({ day: z.optional(DayInput) }),
    reply: z.object({
      success: z.literal(true),
      day: z.string(),
      /** For today also the cars that should be back since an earlier day. */
      data: z.array(YardMove),
    }),
    errors: [],
  },
})
