import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { orderExpiredText } from '../notifications/order-texts.ts'
import { notifyCustomer } from './notify-customer.ts'
import { findExpiredOrders } from './order-read-store.ts'
import { expireOrder, findExpiredReservations, findItemsOf, releaseReservations } from './order-store.ts'
import { lockProducts, type StoredProduct } from './product-store.ts'

/**
 * Locks products, and gives up the orders that were not paid in time and still keep some of them (all but `except`).
 * Everybody locks products first, in one order, and orders after them: rivals wait in line instead of in a knot.
 */
export async function lockStock(
  tx: Db,
  productIds: readonly string[],
  now: Date,
  except?: string,
): Promise<Map<string, StoredProduct>> {
  if (productIds.length === 0) return new Map()
  const spent = (await findExpiredReservations(tx, productIds, now)).filter(
    ({ orderId }) => orderId !== except,
  )
  const all = new Set([...productIds, ...spent.flatMap((order) => order.productIds)])
  const products = await lockProducts(tx, [...all])
  if (spent.length === 0) return products
  for (const { orderId } of spent) await releaseExpiredOrder(tx, orderId, now)
  return lockProducts(tx, [...all])
}

/** Cancels an order that was not paid in time; the caller has locked its products. */
export async function releaseExpiredOrder(tx: Db, orderId: string, now: Date): Promise<boolean> {
  const order = await expireOrder(tx, orderId, now)
  if (!order) return false
  await releaseReservations(tx, orderId)
  await notifyCustomer(tx, order, orderExpiredText, now)
  return true
}

/** Cancels every order that was not paid in time, and tells how many. */
export async function expireOrders({ db, clock }: Pick<AppDeps, 'db' | 'clock'>): Promise<number> {
  const now = clock.now()
  let expired = 0
  for (const orderId of await findExpiredOrders(db, now)) {
    const gaveUp = await inTransaction(db, async (tx) => {
      const items = await findItemsOf(tx, orderId)
      await lockProducts(
        tx,
        items.map(({ productId }) => productId),
      )
      return releaseExpiredOrder(tx, orderId, now)
    })
    if (gaveUp) expired += 1
  }
  return expired
}
