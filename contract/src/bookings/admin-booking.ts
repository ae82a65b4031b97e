import { m } from '@twende/messages'
import * as z from 'zod/mini'
import { CustomerReach } from '../notifications/customer-reach.ts'
import {
  codeFitsMethod,
  DESK_METHODS_OR_LATER,
  deskPaymentFields,
  SETTLED_BY_OR_LATER,
} from '../payments/desk-payment.ts'
import { AnyPhone } from '../payments/payment-input.ts'
import { storedDocument } from '../stored-document.ts'
import { DayInput, Email, line, optionalLine, optionalParagraphs, TimeOfDay } from '../text.ts'
import { BookedExtraChoices } from './booked-extras.ts'
import { Booking } from './booking.ts'
import { BookingStatus } from './booking-status.ts'
import { CHARGE_KINDS } from './condition/charges.ts'

/** Bookings that ask something of staff today. */
export const BOOKING_QUEUES = [
  'toConfirm',
  'pickups',
  'returns',
  'overdue',
  'notHandedOver',
  'disputed',
  'owed',
  'all',
] as const
export type BookingQueue = (typeof BOOKING_QUEUES)[number]

/** What a car was like when it left or came back. */
export const Condition = z.object({
  km: z.int(),
  /** Eighths of a tank; null where an older text cannot be read as one. */
  fuel: z.nullable(z.int()),
  note: z.string(),
  at: z.string(),
})

const StoredCharge = z.object({
  kind: z.enum(CHARGE_KINDS),
  what: z.string(),
  amount: z.int(),
  quantity: z.nullable(z.int()),
  markId: z.nullable(z.string()),
})

const Return = z.extend(Condition, {
  charges: z.array(StoredCharge),
  /** Null where nothing was charged. */
  chargesPaidBy: z.nullable(z.enum(SETTLED_BY_OR_LATER)),
  chargesNote: z.string(),
  /** The day on which they were paid; null where they were not, or it was not written down. */
  chargesPaidOn: z._default(z.nullable(z.string()), null),
})

/** Version 1 had the fuel level as a text. */
const fuelInEighths = (stored: Record<string, unknown>) => ({ ...stored, fuel: eighthsOf(stored.fuel) })

const levels: Readonly<Record<string, number>> = { full: 8, '3/4': 6, '1/2': 4, '1/4': 2, reserve: 0 }

function eighthsOf(fuel: unknown): number | null {
  if (typeof fuel !== 'string') return null
  const level = fuel.trim().toLowerCase()
  return Object.hasOwn(levels, level) ? (levels[level] ?? null) : null
}

/** What a return said that was taken back, and why it was; the history keeps it. */
export const withdrawnReturnDocument = /* @__PURE__ */ storedDocument(
  'return that was taken back',
  z.object({ reason: z.string(), returned: Return }),
)
export const handoverDocument = /* @__PURE__ */ storedDocument('handover', Condition, [fuelInEighths])
/** Version 1 had no charges at first, and later charges without a kind. Until version 2 charges counted as cash, whatever the text said. */
export const returnDocument = /* @__PURE__ */ storedDocument('return of a car', Return, [
  (stored) => ({ chargesPaidBy: '', ...fuelInEighths(stored), charges: chargesOf(stored.charges) }),
  ({ chargesPaidBy, ...stored }) => ({
    ...stored,
    chargesPaidBy: chargesPaidBy === '' ? null : 'cash',
    chargesNote: chargesPaidBy,
  }),
])

function chargesOf(charges: unknown): unknown[] {
  if (!Array.isArray(charges)) return []
  return charges.map((charge) => ({ kind: 'other', quantity: null, markId: null, ...charge }))
}

/** A booking as staff sees it. */
export const AdminBooking = z.extend(Booking, {
  account: z.object({
    _id: z.string(),
    name: z.string(),
    email: z.string(),
    phone: z.nullable(z.string()),
    banned: z.boolean(),
  }),
  /** Who made it at the counter; null when its customer did. */
  bookedBy: z.nullable(z.string()),
  /** Of the car as it is now; null while none is known. */
  numberPlate: z.nullable(z.string()),
  handover: z.nullable(Condition),
  handoverReturn: z.nullable(Return),
  /** What its customer owes, the price included where it is not paid. */
  owed: z.int(),
  /** Shillings charged at the return beyond the rental. */
  extraCharges: z.int(),
  /** Should have been back, or fetched, before now. */
  late: z.boolean(),
  /** Its time is over, and nobody wrote down that the car left. */
  notHandedOver: z.boolean(),
  /** Somebody wants to confirm it without money, which takes a second person. */
  unpaidConfirmation: z.nullable(
    z.object({ byId: z.string(), by: z.string(), note: z.string(), amount: z.int(), at: z.string() }),
  ),
  /** Somebody wants to declare its car lost, which takes a second person, or two people did. */
  loss: z.nullable(
    z.object({
      byId: z.string(),
      by: z.string(),
      reason: z.string(),
      at: z.string(),
      confirmedAt: z.nullable(z.string()),
      /** Somebody wants to withdraw it, which takes a second person. */
      withdrawal: z.nullable(
        z.object({ byId: z.string(), by: z.string(), reason: z.string(), at: z.string() }),
      ),
    }),
  ),
  /** Until when what ended it may be taken back; null where it may not. */
  undoUntil: z.nullable(z.string()),
  reach: CustomerReach,
  updatedAt: z.string(),
})
export type AdminBooking = z.output<typeof AdminBooking>

/** Where the money of a booking is, in whole shillings. */
export const AdminBookingMoney = z.object({
  /** Paid for the rental, and still with us. */
  paid: z.int(),
  /** What the customer owes, the price included where it is not paid. */
  owed: z.int(),
  /** What must be paid before the car leaves; 0 where somebody let it leave with as much unpaid. */
  dueAtHandover: z.int(),
  /** Owed back to the customer, and not sent yet. */
  owedBack: z.int(),
  /** What went back to the customer, or pays for something else of theirs. */
  wentBack: z.int(),
  /** What would be owed back if staff cancelled now, and if the customer were marked as not come. */
  backIfCancelled: z.int(),
  backIfNoShow: z.int(),
})
export type AdminBookingMoney = z.output<typeof AdminBookingMoney>

/** A booking made at the counter, confirmed at once. */
export const WalkIn = z
  .object({
    carId: z.uuid({ error: m.validation_car_missing }),
    startDate: DayInput,
    endDate: DayInput,
    pickupTime: TimeOfDay,
    dropoffTime: TimeOfDay,
    pickupLocation: line(80),
    dropoffLocation: line(80),
    customerInfo: z.object({
      firstName: line(60),
      lastName: optionalLine(60),
      email: z._default(z.union([z.literal(''), Email], { error: m.validation_email }), ''),
      phone: AnyPhone,
      licenseNumber: optionalLine(40),
      address: optionalLine(200),
    }),
    ...deskPaymentFields(DESK_METHODS_OR_LATER),
    specialRequests: optionalParagraphs(1000),
    extras: z.optional(BookedExtraChoices),
  })
  .check(codeFitsMethod)
export type WalkIn = z.output<typeof WalkIn>

/** One stretch of a car's calendar. */
export const CalendarSpan = z.object({
  kind: z.enum(['booking', 'block']),
  _id: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
  /** Of a booking: until when nobody else gets the car. */
  occupiedUntil: z.string(),
  status: z.nullable(BookingStatus),
  carIsLost: z.boolean(),
  reference: z.string(),
  /** The customer's name, or why the car is kept off the road. */
  label: z.string(),
  /** A block that came from the calendar of another program, which alone removes it. */
  imported: z.boolean(),
})
export type CalendarSpan = z.output<typeof CalendarSpan>

export const CalendarCar = z.object({
  _id: z.string(),
  name: z.string(),
  numberPlate: z.nullable(z.string()),
  category: z.string(),
  location: z.string(),
  image: z.string(),
  pricePerDay: z.int(),
  available: z.boolean(),
  spans: z.array(CalendarSpan),
})
export type CalendarCar = z.output<typeof CalendarCar>
