import { m } from '@twende/messages'
import type { Db } from '../db/database.ts'
import { AppError } from '../http/app-error.ts'
import { sumPaidFor } from '../payments/ledger/book-payment.ts'
import type { VoidedEnd, VoidedPayment } from '../payments/payable.ts'
import { findItemsOf, lockOrder, moveOrder, reserveStock } from './order-store.ts'
import { addStock, lockProducts } from './product-store.ts'

/** So long an order waits for its money again, once a payment that was recorded by mistake is taken back. */
const WAITS_AGAIN_MS = 24 * 3_600_000

/**
 * A payment of an order leaves the books. An order that is not sent yet waits for its money again and keeps its pieces
 * meanwhile. An order that other money pays, or that has ended, keeps its status.
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
  if (order.status === 'shipped' || order.status === 'delivered')
    throw new AppError('payment_wrong_state', { message: m.error_void_order_left() })
  const expiresAt = new Date(now.getTime() + WAITS_AGAIN_MS)
  const waiting = await moveOrder(tx, {
    orderId,
    move: 'unpay',
    by: 'staff',
    ...(accountId !== null && { accountId }),
    now,
    note: [code, reason].filter(Boolean).join(', '),
    set: { payment_status: 'pending', expires_at: expiresAt, reserves_stock: true },
  })
  if (!waiting) return 'over'
  await addStock(tx, items)
  await reserveStock(tx, orderId, items, expiresAt)
  return 'waits'
}
