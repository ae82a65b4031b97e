import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { type CarCondition, describeCondition } from './car-condition.ts'
import { moveOrRefuse } from './move-or-refuse.ts'

/** Gives the customer the car of a confirmed booking. */
export async function handOverCar(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { bookingId, accountId, condition }: { bookingId: string; accountId: string; condition: CarCondition },
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, (tx) =>
    moveOrRefuse(tx, {
      bookingId,
      move: 'handOver',
      by: 'staff',
      accountId,
      now,
      what: 'Car handed over',
      note: describeCondition(condition),
      set: { handover: JSON.stringify({ ...condition, at: now.toISOString() }) },
    }),
  )
}
