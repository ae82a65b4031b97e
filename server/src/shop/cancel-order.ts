import { ORDER_CUSTOMER_CANCEL_REASON } from '@twende/contract/shop/order-status.ts'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { orderCancelledText } from '../notifications/order-texts.ts'
import { lockParts } from '../payments/collections/record-staff-payment.ts'
import { createRefund } from '../payments/refunds/create-refund.ts'
import { notifyCustomer } from './notify-customer.ts'
import { sumPaid } from './order-read-store.ts'
import {
  findItemsOf,
  lockOrder,
  moveOrder,
  type OrderChange,
  releaseReservations,
  type StoredOrder,
  setPaymentStatus,
} from './order-store.ts'
import { addStock, lockProducts } from './product-store.ts'

type CancelDeps = Pick<AppDeps, 'db' | 'clock'>
type Cancelling = { orderId: string; accountId: string; reason: string }

/** Cancels a customer's own order that is not being packed yet; everything paid is owed back. */
export async function cancelOrder(
  { db, clock }: CancelDeps,
  { orderId, accountId, reason }: Cancelling,
): Promise<void> {
  const now = clock.now()
  const why = reason || ORDER_CUSTOMER_CANCEL_REASON
  await inTransaction(db, (tx) =>
    cancelInTransaction(tx, {
      orderId,
      move: 'cancel',
      by: 'customer',
      ownedBy: accountId,
      accountId,
      now,
      what: ORDER_CUSTOMER_CANCEL_REASON,
      note: reason,
      set: { cancelled_at: now, cancelled_by: 'customer', cancellation_reason: why, expires_at: null },
    }),
  )
}

/** Cancels an order from our side; everything paid is owed back. */
export async function cancelOrderByStaff(
  tx: Db,
  { orderId, accountId, reason }: Cancelling,
  now: Date,
): Promise<void> {
  await cancelInTransaction(tx, {
    orderId,
    move: 'callOff',
    by: 'staff',
    accountId,
    now,
    what: 'Cancelled by staff',
    note: reason,
    set: { cancelled_at: now, cancelled_by: 'staff', cancellation_reason: reason, expires_at: null },
  })
}

async function cancelInTransaction(tx: Db, change: OrderChange & { ownedBy?: string }): Promise<void> {
  const { orderId, now } = change
  await lockParts(tx, { purpose: 'order', purchaseId: orderId }, '')
  const items = await findItemsOf(tx, orderId)
  await lockProducts(
    tx,
    items.map(({ productId }) => productId),
  )
  const before = await lockOrder(tx, orderId, change.ownedBy)
  if (!before) throw new AppError('order_not_found')
  const order = await moveOrder(tx, change)
  if (!order || isSpent(before, now)) throw new AppError('order_wrong_state')
  if (before.status === 'pending') await releaseReservations(tx, orderId)
  else {
    const pieces = items.map(({ productId, quantity }) => ({ productId, pieces: quantity }))
    await addStock(tx, pieces, now)
  }
  const refund = await paidFor(tx, before)
  const reason = order.cancellation_reason
  if (refund > 0) {
    await createRefund(tx, { orderId, amount: refund, reason }, now)
    await setPaymentStatus(tx, orderId, 'refunding')
  }
  // What customers write is mailed to nobody: the address may be that of a stranger.
  const told = change.by === 'customer' ? '' : reason
  await notifyCustomer(tx, order, (facts) => orderCancelledText({ ...facts, reason: told, refund }), now)
}

/** It is shown as cancelled already, and a late payment may still bring it back. */
function isSpent({ status, expires_at }: StoredOrder, now: Date): boolean {
  return status === 'pending' && expires_at !== null && expires_at <= now
}

/** What its customer paid for an order and still has with us, by the payments alone. */
async function paidFor(tx: Db, order: StoredOrder): Promise<number> {
  if (order.payment_status !== 'paid' && order.payment_status !== 'partial') return 0
  return Math.min(await sumPaid(tx, order.id), order.amount)
}
