import type { PieceEnd } from '@twende/contract/shop/shop-choices.ts'
import { m } from '@twende/messages'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { lockParts } from '../payments/collections/record-staff-payment.ts'
import { findOwed } from '../payments/ledger/post-payment.ts'
import { refundWayOf } from '../payments/refunds/list-refunds.ts'
import { notifyCustomer } from './notify-customer.ts'
import {
  endItems,
  findItemsOf,
  lockOrder,
  moveOrder,
  type OrderChange,
  releaseReservations,
  type StoredOrder,
} from './order-store.ts'
import { giveBackAll } from './owed-by-order.ts'
import { addStock, lockProducts } from './product-store.ts'
import { refusedMove } from './refused-move.ts'

type CancelDeps = Pick<AppDeps, 'db' | 'clock'>
type Cancellation = { orderId: string; accountId: string; reason: string }
export type PieceEnds = readonly { productId: string; as: PieceEnd }[]

/** Cancels a customer's own order that is not being packed yet; what was paid becomes a refund. */
export async function cancelOrder(
  { db, clock }: CancelDeps,
  { orderId, accountId, reason }: Cancellation,
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, (tx) =>
    cancelInTransaction(tx, {
      orderId,
      move: 'cancel',
      by: 'customer',
      ownedBy: accountId,
      accountId,
      now,
      note: reason,
      set: { cancelled_at: now, cancelled_by: 'customer', cancellation_reason: reason, expires_at: null },
    }),
  )
}

type StaffCancellation = Cancellation & { move: 'callOff' | 'notArrived'; ends: PieceEnds }

/** Cancels an order on behalf of staff, also one whose parcel did not arrive; what was paid becomes a refund. */
export async function cancelOrderByStaff(
  tx: Db,
  { orderId, move, accountId, reason, ends }: StaffCancellation,
  now: Date,
): Promise<void> {
  await cancelInTransaction(tx, {
    ends,
    orderId,
    move,
    by: 'staff',
    accountId,
    now,
    note: reason,
    set: { cancelled_at: now, cancelled_by: 'staff', cancellation_reason: reason, expires_at: null },
  })
}

async function cancelInTransaction(
  tx: Db,
  { ends = [], ...change }: OrderChange & { ownedBy?: string; ends?: PieceEnds },
): Promise<void> {
  const { orderId, now } = change
  const parts = await lockParts(tx, { payableType: 'order', payableId: orderId }, '')
  const items = await findItemsOf(tx, orderId)
  await lockProducts(
    tx,
    items.map(({ productId }) => productId),
  )
  const before = await lockOrder(tx, orderId, change.ownedBy)
  if (!before) throw new AppError('order_not_found')
  const order = await moveOrder(tx, change)
  if (!order) throw refusedMove(change.move, before.status)
  if (isExpired(before, now)) throw new AppError('order_wrong_state')
  if (change.move === 'notArrived') requireEnds(items, ends)
  if (before.status === 'pending') await releaseReservations(tx, orderId)
  else await putBack(tx, orderId, items, ends)
  const reason = change.by === 'customer' ? 'cancelled_by_customer' : 'cancelled_by_staff'
  const refund = await giveBackAll(tx, { orderId, parts, reason, note: order.cancellation_reason }, now)
  const refundWay = await refundWayOf(tx, [orderId])
  const { inReview } = await findOwed(tx, 'order', orderId)
  // What customers write is not mailed: the address may be a stranger's.
  const mailedReason = change.by === 'customer' ? '' : order.cancellation_reason
  await notifyCustomer(
    tx,
    order,
    (params) => ({
      kind: 'order_cancelled',
      params: { ...params, reason: mailedReason, refund, refundWay, inReview },
    }),
    now,
  )
}

/** Of a parcel nobody can guess where its pieces are: each line is asked for. */
export function requireEnds(items: readonly { productId: string }[], ends: PieceEnds): void {
  const isNamed = (productId: string) => ends.some((end) => end.productId === productId)
  if (items.every(({ productId }) => isNamed(productId))) return
  const message = m.validation_piece_ends()
  throw new AppError('invalid', { message, data: { fields: { ends: message } } })
}

/** What is on the shelf again is sold again; what is damaged or missing is not. */
export async function putBack(
  tx: Db,
  orderId: string,
  items: Awaited<ReturnType<typeof findItemsOf>>,
  ends: PieceEnds,
): Promise<void> {
  const stated = new Map(ends.map(({ productId, as }) => [productId, as]))
  const lines = items.map((item) => ({ ...item, as: stated.get(item.productId) ?? ('shelf' as const) }))
  await endItems(tx, orderId, lines)
  await addStock(
    tx,
    lines.filter(({ as }) => as === 'shelf'),
  )
}

/** Its time to pay is over: it is already shown as cancelled, and a late payment can still revive it. */
export function isExpired({ status, expires_at }: StoredOrder, now: Date): boolean {
  return status === 'pending' && expires_at !== null && expires_at <= now
}
