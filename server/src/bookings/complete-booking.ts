import { m } from '@twende/messages'
import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { lockParts } from '../payments/collections/record-staff-payment.ts'
import { moveBookingOrThrow } from './booking-store.ts'
import { startReturnOfDeposit } from './deposit/return-deposit.ts'
import { lockDepositParts } from './deposit/take-deposit.ts'
import { giveBackCredit } from './owed/unpaid-price.ts'

type Driven = { bookingId: string; accountId: string; note: string }

/** Completes a booking whose time is over and whose car was out, though nobody wrote that down. */
export async function completeUnrecorded(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { bookingId, accountId, note }: Driven,
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    await lockParts(tx, { payableType: 'booking', payableId: bookingId }, '')
    await lockDepositParts(tx, bookingId)
    const booking = await moveBookingOrThrow(tx, {
      bookingId,
      move: 'completeUnrecorded',
      by: 'staff',
      accountId,
      now,
      note,
    })
    if (booking.ends_at > now) {
      throw new AppError('booking_wrong_state', { message: m.error_booking_not_over() })
    }
    await startReturnOfDeposit(tx, booking, { accountId, now })
    await giveBackCredit(tx, bookingId, now)
  })
}
