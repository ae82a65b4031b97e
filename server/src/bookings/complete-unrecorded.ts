import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { moveOrRefuse } from './move-or-refuse.ts'

type Driven = { bookingId: string; accountId: string; note: string }

/** Completes a booking whose time is over and whose car was out, though nobody wrote that down. */
export async function completeUnrecorded(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { bookingId, accountId, note }: Driven,
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const what = 'Completed; the handover was not written down'
    const booking = await moveOrRefuse(tx, {
      bookingId,
      move: 'completeUnrecorded',
      by: 'staff',
      accountId,
      now,
      what,
      note,
    })
    if (booking.ends_at > now) {
      throw new AppError('booking_wrong_state', { message: 'The rental is not over yet.' })
    }
  })
}
