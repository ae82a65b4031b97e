import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { giveUpOrder } from './lock-pieces.ts'
import { findSpentOrders } from './order-read-store.ts'
import { findItemsOf } from './order-store.ts'
import { lockProducts } from './product-store.ts'

/** Cancels every order that was not paid in time, and tells how many. */
export async function expireOrders({ db, clock }: Pick<AppDeps, 'db' | 'clock'>): Promise<number> {
  const now = clock.now()
  let expired = 0
  for (const orderId of await findSpentOrders(db, now)) {
    const gaveUp = await inTransaction(db, async (tx) => {
      const items = await findItemsOf(tx, orderId)
      await lockProducts(
        tx,
        items.map(({ productId }) => productId),
      )
      return giveUpOrder(tx, orderId, now)
    })
    if (gaveUp) expired += 1
  }
  return expired
}
