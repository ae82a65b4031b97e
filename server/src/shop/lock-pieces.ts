import type { Db } from '../db/database.ts'
import { orderExpiredText } from '../notices/order-notice-texts.ts'
import { announceOrder } from './announce-order.ts'
import { dropReservations, expireOrder, findSpentOn } from './order-store.ts'
import { type KeptProduct, lockProducts } from './product-store.ts'

/**
 * Locks products, and gives up the orders that were not paid in time and still keep some of them (all but `except`).
 * Everybody locks products first, in one order, and orders after them: rivals wait in line instead of in a knot.
 */
export async function lockPieces(
  tx: Db,
  productIds: readonly string[],
  now: Date,
  except?: string,
): Promise<Map<string, KeptProduct>> {
  if (productIds.length === 0) return new Map()
  const spent = (await findSpentOn(tx, productIds, now)).filter(({ orderId }) => orderId !== except)
  const all = new Set([...productIds, ...spent.flatMap((order) => order.productIds)])
  const products = await lockProducts(tx, [...all])
  if (spent.length === 0) return products
  for (const { orderId } of spent) await giveUpOrder(tx, orderId, now)
  return lockProducts(tx, [...all])
}

/** Cancels an order that was not paid in time; the caller has locked its products. */
export async function giveUpOrder(tx: Db, orderId: string, now: Date): Promise<boolean> {
  const order = await expireOrder(tx, orderId, now)
  if (!order) return false
  await dropReservations(tx, orderId)
  await announceOrder(tx, order, orderExpiredText, now)
  return true
}
