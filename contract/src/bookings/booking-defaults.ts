import type { Booking } from './booking.ts'
import { CANCELLATION_POLICY } from './cancellation.ts'

/** A booking as an answer has it, with what its pages need where a field is missing. */
export function withBookingDefaults(booking: Booking): Booking {
  return {
    ...booking,
    carSpecs: booking.carSpecs ?? {},
    carFeatures: booking.carFeatures ?? [],
    extras: booking.extras ?? [],
    dailyPrices: booking.dailyPrices ?? [],
    customerInfo: booking.customerInfo ?? {},
    paymentDetails: booking.paymentDetails ?? {},
    review: booking.review ?? null,
    cancellation: booking.cancellation ?? CANCELLATION_POLICY,
  }
}
