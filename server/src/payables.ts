import { bookingPayable } from './bookings/booking-payable.ts'
import { listingPayable } from './listings/listing-payable.ts'
import type { Payables } from './payments/payable.ts'
import { orderPayable } from './shop/order-payable.ts'

/** Everything that can be paid for; a type of payable that is missing here does not compile. */
export const payables: Payables = {
  booking: bookingPayable,
  listing_period: listingPayable,
  order: orderPayable,
}
