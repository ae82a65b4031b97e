import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { findOverdue } from './booking-read-store.ts'
import { moveBooking } from './booking-store.ts'

const GRACE_MS = 24 * 3_600_000

/** Completes rentals that nobody took back within a day after their end, and tells how many. */
export async function completeOverdue({ db, clock }: Pick<AppDeps, 'db' | 'clock'>): Promise<number> {
  const now = clock.now()
  let completed = 0
  for (const bookingId of await findOverdue(db, new Date(now.getTime() - GRACE_MS))) {
    const what = 'Completed, a day after the end'
    const moved = await inTransaction(db, (tx) =>
      moveBooking(tx, { bookingId, move: 'complete', by: 'clock', now, what }),
    )
    if (moved) completed += 1
  }
  return completed
}
