import { AppError } from '../http/app-error.ts'
import type { Payable } from '../payments/payable.ts'
import { findBookingToPay } from './booking-payable-store.ts'
import { setPaymentStatus } from './booking-store.ts'
import { confirmPaidBooking } from './confirm-paid-booking.ts'

/** A booking as something that can be paid for. */
export const bookingPayable: Payable = {
  paidOnce: true,
  description: 'Car rental',
  noun: 'booking',
  notPayable: 'booking_not_payable',
  wrongState: 'booking_wrong_state',
  async priceDue(db, { payableId, accountId }, now, options) {
    const booking = await findBookingToPay(db, payableId, options)
    if (booking?.accountId !== accountId) throw new AppError('booking_not_found')
    if (booking.ranOut) throw new AppError('hold_expired')
    if (booking.status !== 'pending') throw new AppError('booking_not_payable')
    if (booking.holdExpiresAt === null || booking.holdExpiresAt <= now) throw new AppError('hold_expired')
    if (booking.isLost) throw new AppError('car_taken')
    return booking.amount
  },
  async isDelivered(db, bookingId) {
    const booking = await findBookingToPay(db, bookingId)
    return booking !== undefined && booking.status !== 'pending' && booking.status !== 'cancelled'
  },
  async onPaid(tx, deps, bookingId, payment) {
    return (await confirmPaidBooking(tx, deps, bookingId, payment)) === 'confirmed' ? 'done' : 'gone'
  },
  onPaymentStatus: setPaymentStatus,
}
