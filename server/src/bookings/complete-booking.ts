import { m } from '@twende/messages'
import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { findOverdue } from './booking-read-store.ts'
import { moveBooking, moveBookingOrThrow } from './booking-store.ts'
import { startReturnOfDeposit } from './deposit/return-deposit.ts'

const GRACE_MS = 24 * 3_600_000

/** Completes rentals that nobody took back within a day after their end, and tells how many. */
export async function completeOverdue({ db, clock }: Pick<AppDeps, 'db' | 'clock'>): Promise<number> {
  const now = clock.now()
  let completed = 0
  for (const bookingId of await findOverdue(db, new Date(now.getTime() - GRACE_MS))) {
    const moved = await inTransaction(db, async (tx) => {
      const booking = await moveBooking(tx, { bookingId, move: 'complete', by: 'clock', now })
      if (booking) await startReturnOfDeposit(tx, booking, now)
      return booking
    })
    if (moved) completed += 1
  }
  return completed
}

type Driven = { bookingId: string; accountId: string; note: string }

/** Completes a booking whose time is over and whose car was out, though nobody wrote that down. */
export async function completeUnrecorded(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { bookingId, accountId, note }: Driven,
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
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
    await startReturnOfDeposit(tx, booking, now)
  })
}
