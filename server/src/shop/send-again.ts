import type { Db } from '../db/database.ts'
import { AppError } from '../http/app-error.ts'
import { type PieceEnds, requireEnds } from './cancel-order.ts'
import { lockStock } from './lock-stock.ts'
import { notifyCustomer } from './notify-customer.ts'
import { findPricedItems, insertLeftPieces } from './order-change-store.ts'
import { lockOrder, moveOrder } from './order-store.ts'
import { refuseShortage } from './price-order.ts'
import { addStock } from './product-store.ts'
import { refusedMove } from './refused-move.ts'

type Sending = { orderId: string; accountId: string; reason: string; ends: PieceEnds }

/**
 * Packs an order again whose parcel did not arrive. Pieces that came back whole go out again; others take new ones from the
 * shelf.
 */
export async function sendAgain(
  tx: Db,
  { orderId, accountId, reason, ends }: Sending,
  now: Date,
): Promise<void> {
  const items = await findPricedItems(tx, orderId)
  const products = await lockStock(
    tx,
    items.map(({ productId }) => productId),
    now,
  )
  const before = await lockOrder(tx, orderId)
  if (!before) throw new AppError('order_not_found')
  const set = { dispatch_note: '' }
  const change = { orderId, move: 'sendAgain', by: 'staff', accountId, now, note: reason, set } as const
  const order = await moveOrder(tx, change)
  if (!order) throw refusedMove('sendAgain', before.status)
  requireEnds(items, ends)
  const endOf = new Map(ends.map(({ productId, as }) => [productId, as]))
  const lost = items.filter(({ productId }) => endOf.get(productId) !== 'shelf')
  refuseShortage(lost, products)
  await addStock(
    tx,
    lost.map(({ productId, quantity }) => ({ productId, quantity: -quantity })),
  )
  for (const item of lost) {
    const endedAs = endOf.get(item.productId) ?? 'missing'
    await insertLeftPieces(tx, orderId, { ...item, endedAs, why: 'sent_again' }, now)
  }
  await notifyCustomer(
    tx,
    order,
    (params) => ({ kind: 'order_sent_again', params: { ...params, reason } }),
    now,
  )
}
