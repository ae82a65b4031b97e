import { confirmPaidBooking } from './bookings/confirm-paid-booking.ts'
import { markBookingPayment } from './bookings/mark-booking-payment.ts'
import type { Purchases } from './payments/purchases.ts'

/** What can be bought; a purpose of payments that is missing here does not compile. */
export const purchases: Purchases = {
  booking: {
    async onPaid(tx, deps, bookingId, payment) {
      return (await confirmPaidBooking(tx, deps, bookingId, payment)) === 'confirmed' ? 'done' : 'gone'
    },
    paymentIs: markBookingPayment,
  },
}
