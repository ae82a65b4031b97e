import * as z from 'zod/mini'
import { defineRoutes } from '../http/route.ts'
import { DayInput } from '../text.ts'
import { ExtraLine } from './booked-extras.ts'
import { BookingStatus } from './booking-status.ts'

/**
 * What a booking still needs before its car leaves. Of papers: that somebody sends them, or that staff checks those that were
 * sent.
 */
export const YARD_MISSING = ['confirmation', 'payment', 'deposit', 'papers', 'papersToCheck'] as const

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

export const yardRoutes = defineRoutes({
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
