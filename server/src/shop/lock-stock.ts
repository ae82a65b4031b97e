import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { notifyCustomer } from './notify-customer.ts'
import { findExpiredOrders } from './order-read-store.ts'
import { expireOrder, findExpiredReservations, findItemsOf, releaseReservations } from './order-store.ts'
import { lockProducts, type StoredProduct } from './product-store.ts'

/**
 * Locks products, and cancels the orders that were not paid in time and still reserve some of them (all but `except`).
 * Products are always locked before orders and in the order of their ids, which prevents deadlocks.
 */
export async function lockStock(
  tx: Db,
  productIds: readonly string[],
  now: Date,
  except?: string,
): Promise<Map<string, StoredProduct>> {
  if (productIds.length === 0) return new Map()
  const expired = (await findExpiredReservations(tx, productIds, now)).filter(
    ({ orderId }) => orderId !== except,
  )
  const all = new Set([...productIds, ...expired.flatMap((order) => order.productIds)])
  const products = await lockProducts(tx, [...all])
  if (expired.length === 0) return products
  for (const { orderId } of expired) await releaseExpiredOrder(tx, orderId, now)
  return lockProducts(tx, [...all])
}

/** Cancels an order that was not paid in time; its products are already locked. */
export async function releaseExpiredOrder(tx: Db, orderId: string, now: Date): Promise<boolean> {
  const order = await expireOrder(tx, orderId, now)
  if (!order) return false
  await releaseReservations(tx, orderId)
  await notifyCustomer(tx, order, (params) => ({ kind: 'order_expired', params }), now)
  return true
}

/** Cancels all orders that were not paid in time; returns how many. */
export async function expireOrders({ db, clock }: Pick<AppDeps, 'db' | 'clock'>): Promise<number> {
  const now = clock.now()
  let expired = 0
  for (const orderId of await findExpiredOrders(db, now)) {
    const released = await inTransaction(db, async (tx) => {
      const items = await findItemsOf(tx, orderId)
      await lockProducts(
        tx,
        items.map(({ productId }) => productId),
      )
      return releaseExpiredOrder(tx, orderId, now)
    })
    if (released) expired += 1
  }
  return expired
}
