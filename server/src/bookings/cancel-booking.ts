import { CUSTOMER_CANCEL_REASON } from '@twende/contract/bookings/booking-status.ts'
import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { lockParts } from '../payments/collections/record-staff-payment.ts'
import { moveBookingOrThrow } from './booking-store.ts'
import { amountPaid, refundCancelledBooking, refundIfCancelled } from './refund-cancelled-booking.ts'

const RENTAL_IS_OVER = 'This rental is over and can no longer be cancelled.'

type Cancelling = { bookingId: string; accountId: string; reason: string }

/** Cancels a customer's own booking; what the cancellation terms leave of the payment is owed back. */
export async function cancelBooking(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { bookingId, accountId, reason }: Cancelling,
): Promise<void> {
  const now = clock.now()
  // The page sends the specification's sentence, which says no more than who cancelled.
  const note = reason === CUSTOMER_CANCEL_REASON ? '' : reason
  await inTransaction(db, async (tx) => {
    await lockParts(tx, { payableType: 'booking', payableId: bookingId }, '')
    const booking = await moveBookingOrThrow(tx, {
      bookingId,
      move: 'cancel',
      by: 'customer',
      ownedBy: accountId,
      accountId,
      now,
      note,
      set: { cancelled_at: now, cancelled_by: 'customer', cancellation_reason: note },
    })
    // A car that stood ready to the last day was paid for, fetched or not.
    if (booking.ends_at <= now) throw new AppError('booking_wrong_state', { message: RENTAL_IS_OVER })
    const { refund } = await refundIfCancelled(tx, booking, now)
    await refundCancelledBooking(tx, booking, refund, now)
  })
}

/** Cancels a booking from our side; everything paid is owed back. */
export async function cancelBookingByStaff(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { bookingId, accountId, reason }: Cancelling,
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    await lockParts(tx, { payableType: 'booking', payableId: bookingId }, '')
    const booking = await moveBookingOrThrow(tx, {
      bookingId,
      move: 'cancel',
      by: 'staff',
      accountId,
      now,
      note: reason,
      set: { cancelled_at: now, cancelled_by: 'staff', cancellation_reason: reason },
    })
    await refundCancelledBooking(tx, booking, await amountPaid(tx, booking), now)
  })
}

type Missing = { bookingId: string; accountId: string; note: string }

/** Cancels a confirmed booking whose customer did not fetch the car; the cancellation terms say what goes back. */
export async function markNoShow(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { bookingId, accountId, note }: Missing,
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    await lockParts(tx, { payableType: 'booking', payableId: bookingId }, '')
    const booking = await moveBookingOrThrow(tx, {
      bookingId,
      move: 'noShow',
      by: 'staff',
      accountId,
      now,
      note,
      set: { cancelled_at: now, cancelled_by: 'staff', no_show: true },
    })
    if (booking.starts_at > now) {
      throw new AppError('booking_wrong_state', { message: 'The pickup is still to come.' })
    }
    const { refund } = await refundIfCancelled(tx, booking, now)
    await refundCancelledBooking(tx, booking, refund, now)
  })
}
