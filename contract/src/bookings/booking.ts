import * as z from 'zod/mini'
import { DEFAULT_PICKUP_TIME } from '../business-constants.ts'
import { CancellationCode } from '../cancellation-code.ts'
import { MONEY_EVENTS } from '../payments/money-events.ts'
import { PaymentStatus } from '../payments/payment.ts'
import { KenyanPhone } from '../payments/payment-input.ts'
import { storedDocument } from '../stored-document.ts'
import { DayInput, Id, line, optionalParagraphs, TimeOfDay } from '../text.ts'
import { BookedExtraChoices, ExtraLine } from './booked-extras.ts'
import { BOOKING_EVENTS, BookingStatus } from './booking-status.ts'
import { CancellationPolicy } from './cancellation-policy.ts'
import { CarSpecs } from './car-snapshot.ts'
import { CustomerInfo } from './customer-info.ts'

export const PAYMENT_METHODS = ['mpesa', 'whatsapp'] as const
export const PaymentMethod = z.enum(PAYMENT_METHODS)

/**
 * What a customer chooses. The wire carries more (names, prices, totals; specification, section 7): of these only
 * `finalAmount` is read, and only to notice that the price shown is no longer the price.
 */
export const BookingRequest = z.object({
  carId: Id,
  startDate: DayInput,
  endDate: DayInput,
  pickupTime: z._default(TimeOfDay, DEFAULT_PICKUP_TIME),
  dropoffTime: z._default(TimeOfDay, DEFAULT_PICKUP_TIME),
  pickupLocation: line(80),
  dropoffLocation: line(80),
  customerInfo: CustomerInfo,
  paymentMethod: z._default(PaymentMethod, 'mpesa'),
  paymentDetails: z.nullish(z.object({ mpesaNumber: z.nullish(z.union([z.literal(''), KenyanPhone])) })),
  specialRequests: optionalParagraphs(1000),
  driverNotes: optionalParagraphs(1000),
  /** Chauffeur, child seats and the like. */
  extras: z.optional(BookedExtraChoices),
  finalAmount: z.optional(z.number()),
})
export type BookingRequest = z.output<typeof BookingRequest>

/** The phone that is to pay a booking, where one was entered. */
export function payerPhoneOf({ paymentDetails }: Pick<BookingRequest, 'paymentDetails'>): string | undefined {
  return paymentDetails?.mpesaNumber || undefined
}

export const BookingReview = z.object({
  rating: z.int(),
  comment: z.string(),
  reviewedAt: z.string(),
  /** What we answered; empty without an answer. */
  answer: z.string(),
  /** Why nobody else sees it; empty while everybody may. */
  hiddenReason: z.string(),
})

export const BookingEvent = z.object({
  at: z.string(),
  by: z.enum(['customer', 'staff', 'payment', 'clock']),
  event: z.enum([...BOOKING_EVENTS, ...MONEY_EVENTS]),
  /** The event in words. */
  what: z.string(),
  note: z.string(),
})
/** The same for staff, with the name of who of staff did it; empty where nobody of staff did. */
export const StaffBookingEvent = z.extend(BookingEvent, { person: z.string() })
export type StaffBookingEvent = z.output<typeof StaffBookingEvent>
export type BookingEvent = z.output<typeof BookingEvent>

/** The customer of a booking as it is shown; a deleted account leaves empty fields. */
const ShownCustomer = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  licenseNumber: z.string(),
  address: z.string(),
})

export const customerDocument = /* @__PURE__ */ storedDocument('customer of a booking', ShownCustomer)

/** What one day of a rental costs. */
export const DailyPrice = z.object({ price: z.int(), insurance: z.int() })

/** A booking as its customer sees it; specification, section 3. */
export const Booking = z.object({
  _id: z.string(),
  bookingId: z.string(),
  carId: z.string(),
  carName: z.string(),
  carCategory: z.string(),
  carImage: z.string(),
  carSpecs: CarSpecs,
  carFeatures: z.array(z.string()),
  carRating: z.number(),
  startDate: z.string(),
  endDate: z.string(),
  pickupTime: z.string(),
  dropoffTime: z.string(),
  pickupLocation: z.string(),
  dropoffLocation: z.string(),
  pricePerDay: z.int(),
  totalDays: z.int(),
  totalAmount: z.int(),
  finalAmount: z.int(),
  insuranceCost: z.int(),
  discount: z.int(),
  /** Each day of the rental, from the pickup day on; the prices sum to `totalAmount`. */
  dailyPrices: z.array(DailyPrice),
  discountPercent: z.int(),
  /** What it has beside the car; `finalAmount` includes their amounts. */
  extras: z.array(ExtraLine),
  /** Where the car is brought, and where it is collected; empty where it is at the place itself. */
  deliveryAddress: z.string(),
  collectionAddress: z.string(),
  customerInfo: ShownCustomer,
  paymentMethod: PaymentMethod,
  paymentStatus: PaymentStatus,
  /** While pending: what came in parts of its price. */
  paidInPart: z.int(),
  paymentDetails: z.object({
    mpesaNumber: z.string(),
    paymentDate: z.nullable(z.string()),
    transactionId: z.nullable(z.string()),
    paymentAmount: z.nullable(z.int()),
  }),
  specialRequests: z.string(),
  driverNotes: z.string(),
  /** In words. */
  cancellationReason: z.string(),
  cancellationCode: CancellationCode,
  /** `clock`: the hold ran out unpaid. */
  cancelledBy: z.nullable(z.enum(['customer', 'staff', 'clock'])),
  cancelledAt: z.nullable(z.string()),
  createdAt: z.string(),
  status: BookingStatus,
  /** While pending: when the hold on the car runs out. */
  holdExpiresAt: z.nullable(z.string()),
  /** False for one that others may still book away until it is paid. */
  keepsCar: z.boolean(),
  /** The rental ended without its car, which has not come back since. */
  carIsLost: z.boolean(),
  review: z.nullable(BookingReview),
  /** The terms of cancelling under which it was made. */
  cancellation: CancellationPolicy,
})
export type Booking = z.output<typeof Booking>

export const BookingStats = z.object({
  total: z.int(),
  active: z.int(),
  confirmed: z.int(),
  completed: z.int(),
  pending: z.int(),
  cancelled: z.int(),
})
export type BookingStats = z.output<typeof BookingStats>
