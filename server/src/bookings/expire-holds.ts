import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { findCarsWithExpiredHolds, releaseHolds } from './hold-end-store.ts'
import { notifyCustomer } from './notify-customer.ts'
import { lockCar } from './rented-car-store.ts'

/** Cancels every booking that was not paid in time, and tells how many. */
export async function expireHolds({ db, clock }: Pick<AppDeps, 'db' | 'clock'>): Promise<number> {
  const now = clock.now()
  let expired = 0
  for (const carId of await findCarsWithExpiredHolds(db, now)) {
    expired += await inTransaction(db, async (tx) => {
      await lockCar(tx, carId)
      return releaseExpiredHolds(tx, carId, now)
    })
  }
  return expired
}

/** Frees a car, whose row the caller has locked, from holds that were not paid in time. */
export async function releaseExpiredHolds(tx: Db, carId: string, now: Date): Promise<number> {
  const released = await releaseHolds(tx, carId, now)
  for (const booking of released)
    await notifyCustomer(tx, booking, (params) => ({ kind: 'booking_expired', params }), now)
  return released.length
}
