import type { Db } from '../db/database.ts'
import { AppError } from '../http/app-error.ts'
import { sumPaidFor } from '../payments/ledger/post-payment.ts'
import type { VoidedEnd, VoidedPayment } from '../payments/payable.ts'
import {
  findItemsOf,
  insertHistory,
  lockOrder,
  moveOrder,
  reserveStock,
  setPaymentStatus,
} from './order-store.ts'
import { addStock, lockProducts } from './product-store.ts'

/** So long an order waits for its money again, once a payment that was recorded by mistake is taken back. */
const WAITS_AGAIN_MS = 24 * 3_600_000

/**
 * A payment of an order leaves the books. An order that is not sent yet waits for its money again and keeps its pieces
 * meanwhile. An order whose goods have left is owed. One that other money pays, or that has ended, keeps its status.
 */
export async function undoPaymentOf(
  tx: Db,
  orderId: string,
  { reason, code, accountId, now, takeOutOfBooks }: VoidedPayment,
): Promise<VoidedEnd> {
  const items = await findItemsOf(tx, orderId)
  await lockProducts(
    tx,
    items.map(({ productId }) => productId),
  )
  const order = await lockOrder(tx, orderId)
  if (!order) throw new AppError('order_not_found')
  await takeOutOfBooks()
  if ((await sumPaidFor(tx, 'order', orderId)) >= order.amount) return 'over'
  const why = {
    ...(accountId !== null && { accountId }),
    now,
    note: [code, reason].filter(Boolean).join(', '),
  }
  // The goods are with the customer, who owes what they cost until somebody says that it was paid.
  if (order.status === 'shipped' || order.status === 'delivered') {
    await insertHistory(tx, order, { event: 'unpay', by: 'staff', ...why })
    await setPaymentStatus(tx, orderId)
    return 'owed'
  }
  const expiresAt = new Date(now.getTime() + WAITS_AGAIN_MS)
  const waiting = await moveOrder(tx, {
    orderId,
    move: 'unpay',
    by: 'staff',
    ...why,
    set: { payment_status: 'pending', expires_at: expiresAt, reserves_stock: true },
  })
  if (!waiting) return 'over'
  await addStock(tx, items)
  await reserveStock(tx, orderId, items, expiresAt)
  return 'waits'
}
