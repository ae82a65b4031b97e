import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { findCarsWithSpentHolds } from './booking-read-store.ts'
import { releaseSpentHolds } from './release-spent-holds.ts'
import { lockCar } from './rented-car-store.ts'

/** Cancels every booking that was not paid in time, and tells how many. */
export async function expireHolds({ db, clock }: Pick<AppDeps, 'db' | 'clock'>): Promise<number> {
  const now = clock.now()
  let expired = 0
  for (const carId of await findCarsWithSpentHolds(db, now)) {
    expired += await inTransaction(db, async (tx) => {
      await lockCar(tx, carId)
      return releaseSpentHolds(tx, carId, now)
    })
  }
  return expired
}
