import { CUSTOMER_CANCEL_REASON } from '@twende/contract/bookings/booking-status.ts'
import { m } from '@twende/messages'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { countParts, lockParts } from '../payments/collections/record-staff-payment.ts'
import { type BookingChange, moveBookingOrThrow, type StoredBooking } from './booking-store.ts'
import { lockBooking } from './deposit/deposit-store.ts'
import { lockDepositParts } from './deposit/take-deposit.ts'
import { writeOffUnpaid } from './owed/unpaid-price.ts'
import { amountPaid, refundCancelledBooking, refundIfCancelled } from './refund-cancelled-booking.ts'

type CancelDeps = Pick<AppDeps, 'db' | 'clock'>
type Cancellation = { bookingId: string; accountId: string; reason: string }

/** Cancels a customer's own booking; what the cancellation terms leave of the payment is owed back. */
export async function cancelBooking(
  deps: CancelDeps,
  { bookingId, accountId, reason }: Cancellation,
): Promise<void> {
  // The page sends the specification's sentence, which says no more than who cancelled.
  const note = reason === CUSTOMER_CANCEL_REASON ? '' : reason
  const change = { bookingId, accountId, move: 'cancel', by: 'customer', ownedBy: accountId, note } as const
  const set = { cancellation_reason: note }
  await cancel(deps, { ...change, set }, async (tx, booking, now) => {
    // The car was ready until the last day, so the rental is paid for even if the customer never fetched it.
    if (booking.ends_at <= now) {
      throw new AppError('booking_wrong_state', {
        message: m.error_booking_over(),
      })
    }
    return (await refundIfCancelled(tx, booking, now)).refund
  })
}

/** Cancels a booking from our side; everything paid is owed back. */
export async function cancelBookingByStaff(
  deps: CancelDeps,
  { bookingId, accountId, reason }: Cancellation,
): Promise<void> {
  const change = { bookingId, accountId, move: 'cancel', by: 'staff', note: reason } as const
  await cancel(deps, { ...change, set: { cancellation_reason: reason } }, amountPaid)
}

type NoShow = { bookingId: string; accountId: string; note: string }

/** Cancels a confirmed booking whose customer did not fetch the car; the cancellation terms say what goes back. */
export async function markNoShow(deps: CancelDeps, noShow: NoShow): Promise<void> {
  const change = { ...noShow, move: 'noShow', by: 'staff' } as const
  await cancel(deps, { ...change, set: { no_show: true } }, async (tx, booking, now) => {
    if (booking.starts_at > now) {
      throw new AppError('booking_wrong_state', { message: m.error_booking_pickup_to_come() })
    }
    return (await refundIfCancelled(tx, booking, now)).refund
  })
}

/** Cancels a booking and records as owed what `refundOf` returns; `refundOf` may refuse by throwing. */
async function cancel(
  { db, clock }: CancelDeps,
  change: Omit<BookingChange, 'now'> & { by: 'customer' | 'staff'; accountId: string },
  refundOf: (tx: Db, booking: StoredBooking, now: Date) => Promise<number>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const parts = await lockParts(tx, { payableType: 'booking', payableId: change.bookingId }, '')
    const depositParts = await lockDepositParts(tx, change.bookingId)
    await lockBooking(tx, change.bookingId)
    // After the locks: what is taken back of a cancellation is found by when it was.
    const now = clock.now()
    const set = { ...change.set, cancelled_at: now, cancelled_by: change.by }
    const booking = await moveBookingOrThrow(tx, { ...change, now, set })
    const refund = await refundOf(tx, booking, now)
    await writeOffUnpaid(tx, booking.id, { accountId: change.accountId, now })
    await refundCancelledBooking(tx, booking, refund, now)
    await countParts(tx, [...parts, ...depositParts])
  })
}
