import * as z from 'zod/mini'
import { Car } from '../cars/car.ts'
import { SETTLED_BY_OR_LATER } from '../payments/desk-payment.ts'
import { REFUND_WAYS } from '../payments/payment-choices.ts'
import { storedDocument } from '../stored-document.ts'
import { ExtraLine } from './booked-extras.ts'
import { DailyPrice } from './booking.ts'
import { PriceSnapshot } from './price-snapshot.ts'

const StoredPeriod = z.object({
  startDate: z.string(),
  endDate: z.string(),
  pickupTime: z.string(),
  dropoffTime: z.string(),
  finalAmount: z.int(),
})

const Periods = z.object({ from: StoredPeriod, to: StoredPeriod })

/** Version 1 knew changes of the period alone. */
const withoutCar = (stored: Record<string, unknown>) => ({ ...stored, car: null })

/** From what to what a booking was changed; its history keeps it. */
const BookingChangeRecord = z.extend(Periods, {
  /** The names of the cars; null where the car stayed. */
  car: z.nullable(z.object({ from: z.string(), to: z.string() })),
})
export type BookingChangeRecord = z.output<typeof BookingChangeRecord>
export const bookingChangeDocument = /* @__PURE__ */ storedDocument(
  'change of a booking',
  BookingChangeRecord,
  [withoutCar],
)

const ReturnTime = z.object({ endDate: z.string(), dropoffTime: z.string() })

/** What an event in the history of a booking was about, in codes and numbers; null where it was about nothing of the kind. */
export const EventFacts = z.object({
  /** Whole shillings. */
  amount: z._default(z.nullable(z.int()), null),
  paidBy: z._default(z.nullable(z.enum(SETTLED_BY_OR_LATER)), null),
  /** When the car was due back before and after. */
  returns: z._default(z.nullable(z.object({ from: ReturnTime, to: ReturnTime })), null),
})
export type EventFacts = z.output<typeof EventFacts>

export const eventFactsDocument = /* @__PURE__ */ storedDocument('facts of an event', EventFacts)

/** What a booking has of its car besides the price, as it is shown before a change. */
const CarTerms = z.object({ deposit: z.int(), kmPerDay: z.int() })
export type CarTerms = z.output<typeof CarTerms>

/** A change that is made once its difference is paid, as its payment keeps it. */
const UnpaidChange = z.extend(Periods, {
  price: PriceSnapshot,
  /** The ids of the cars, and what the new one costs and has; null where the car stays. */
  car: z.nullable(z.extend(CarTerms, { from: z.string(), to: z.string(), pricePerDay: z.int() })),
})
export type UnpaidChange = z.output<typeof UnpaidChange>
export const unpaidChangeDocument = /* @__PURE__ */ storedDocument(
  'unpaid change of a booking',
  UnpaidChange,
  [withoutCar],
)

/** What a change of a booking would make of its price, in whole shillings. */
export const ChangePreview = z.object({
  pricePerDay: z.int(),
  totalDays: z.int(),
  totalAmount: z.int(),
  insuranceCost: z.int(),
  discount: z.int(),
  finalAmount: z.int(),
  dailyPrices: z.array(DailyPrice),
  discountPercent: z.int(),
  extras: z.array(ExtraLine),
  /** What the booking costs until it is changed. */
  bookedAmount: z.int(),
  /** What is to be paid before the change is made. */
  due: z.int(),
  /** What goes back, and how. */
  refund: z.int(),
  refundWay: z.enum(REFUND_WAYS),
  /** The car that it would have then. */
  carName: z.string(),
  deposit: z.int(),
  kmPerDay: z.int(),
  /** The deposit and the kilometres a day until it is changed, and what goes back of a deposit that was paid. */
  bookedDeposit: z.int(),
  bookedKmPerDay: z.int(),
  depositRefund: z.int(),
  /** When the booking was changed last. */
  updatedAt: z.string(),
})
export type ChangePreview = z.output<typeof ChangePreview>

/** A car that a booking could be changed to. */
export const ChangeableCar = z.object({
  car: Car,
  /** The price of the rental with it. */
  finalAmount: z.int(),
  /** How much more that is than the booking costs; below 0 where it is less. */
  difference: z.int(),
})
export type ChangeableCar = z.output<typeof ChangeableCar>
