import { LISTING_PLANS } from '@twende/contract/settings/first-settings.ts'
import { setPaymentStatus } from './bookings/booking-store.ts'
import { confirmPaidBooking } from './bookings/confirm-paid-booking.ts'
import { addPaidMonths } from './listings/sell/paid-period.ts'
import type { Payables } from './payments/payable.ts'
import { confirmPaidOrder } from './shop/confirm-paid-order.ts'
import { markOrderPayment } from './shop/mark-order-payment.ts'

/** What can be bought; a purpose of payments that is missing here does not compile. */
export const payables: Payables = {
  booking: {
    paidOnce: true,
    async onPaid(tx, deps, bookingId, payment) {
      return (await confirmPaidBooking(tx, deps, bookingId, payment)) === 'confirmed' ? 'done' : 'gone'
    },
    paymentIs: setPaymentStatus,
  },
  listing_period: {
    paidOnce: false,
    async onPaid(tx, deps, listingId, { amount, amount_received, plans, receipt }) {
      const paid = { amount: amount_received ?? amount, plans: plans ?? LISTING_PLANS, receipt }
      return addPaidMonths(tx, deps, listingId, { ...paid, by: 'payment' })
    },
    // A listing's payment is read where it stands.
    paymentIs: async () => {},
  },
  order: {
    paidOnce: true,
    async onPaid(tx, deps, orderId, payment) {
      return (await confirmPaidOrder(tx, deps, orderId, payment)) === 'confirmed' ? 'done' : 'gone'
    },
    paymentIs: markOrderPayment,
  },
}
