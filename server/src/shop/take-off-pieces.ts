import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { mayTakeOff, RETURN_DAYS } from '@twende/contract/shop/order-status.ts'
import type { PieceEnd } from '@twende/contract/shop/shop-choices.ts'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { lockParts, type Parts } from '../payments/collections/record-staff-payment.ts'
import { findOwed, sumPaidFor } from '../payments/ledger/post-payment.ts'
import { reduceCharge } from '../payments/ledger/postings.ts'
import { createRefund } from '../payments/refunds/create-refund.ts'
import { isExpired } from './cancel-order.ts'
import { requireUnchanged } from './change-delivery.ts'
import { lockStock } from './lock-stock.ts'
import { notifyCustomer } from './notify-customer.ts'
import { findPricedItems, insertLeftPieces, lowerReceipt, takeOffPieces } from './order-change-store.ts'
import { confirmOrderByStaff, noteOwedPaid } from './order-payable.ts'
import {
  findDeliveryTime,
  insertHistory,
  lockOrder,
  type StoredOrder,
  setPaymentStatus,
} from './order-store.ts'
import { payWithCredit } from './owed-by-order.ts'
import { addStock } from './product-store.ts'

type TakingOff = {
  orderId: string
  accountId: string
  productId: string
  quantity: number
  as: PieceEnd
  reason: string
  lastEventAt?: string | undefined
}

/** Takes pieces of a product off an order, which costs less from then on; what was paid for them is owed back. */
export async function takePiecesOff(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  taking: TakingOff,
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const { orderId, accountId, productId, quantity, as, reason, lastEventAt } = taking
    const parts = await lockParts(tx, { payableType: 'order', payableId: orderId }, '')
    const items = await findPricedItems(tx, orderId)
    await lockStock(
      tx,
      items.map((item) => item.productId),
      now,
      orderId,
    )
    const order = await lockOrder(tx, orderId)
    if (!order) throw new AppError('order_not_found')
    if (lastEventAt !== undefined) await requireUnchanged(tx, orderId, lastEventAt)
    const item = items.find((line) => line.productId === productId)
    if (!item || item.quantity < quantity || isExpired(order, now)) throw new AppError('order_wrong_state')
    await requireOpen(tx, order, now)
    if (items.length === 1 && item.quantity === quantity) throw new AppError('order_needs_a_piece')
    const pieces = { ...item, quantity }
    const isPaid = order.status !== 'pending'
    const amount = await takeOffPieces(tx, order, pieces)
    if (isPaid && as === 'shelf') await addStock(tx, [pieces])
    const endedAs = isPaid ? as : 'shelf'
    const leftId = await insertLeftPieces(tx, orderId, { ...pieces, endedAs, why: 'taken_off' }, now)
    await insertHistory(tx, order, { event: 'takeOff', by: 'staff', accountId, now, note: reason })
    const changed = { ...order, amount }
    const before = await findOwed(tx, 'order', orderId)
    const refund = isPaid
      ? await giveBack(tx, { orderId, value: quantity * item.price, leftId, reason }, now)
      : 0
    await notifyCustomer(
      tx,
      changed,
      (params) => ({
        kind: 'order_pieces_taken_off',
        params: { ...params, product: item.name, quantity, refund, reason },
      }),
      now,
    )
    if (!isPaid) await confirmIfPaid(tx, { orderId, accountId, amount, now })
    else if (before.owed > 0) await settleIfCovered(tx, changed, parts, now)
  })
}

async function requireOpen(tx: Db, { id, status }: StoredOrder, now: Date): Promise<void> {
  if (!mayTakeOff(status)) throw new AppError('order_wrong_state')
  if (status !== 'delivered') return
  const delivered = await findDeliveryTime(tx, id)
  if (!delivered || nairobiDay(now) > addDays(nairobiDay(delivered), RETURN_DAYS))
    throw new AppError('order_return_too_late')
}

type TakenOff = { orderId: string; value: number; leftId: string; reason: string }

/** What was owed for the pieces is owed no longer; what was paid for them goes back. */
async function giveBack(tx: Db, { orderId, value, leftId, reason }: TakenOff, now: Date): Promise<number> {
  const payable = { type: 'order', id: orderId } as const
  const paid = await reduceCharge(tx, { payable, amount: value, key: `pieces ${leftId} taken off`, at: now })
  if (paid === 0) return 0
  const refund = {
    amount: paid,
    reason: 'pieces_taken_off',
    note: reason,
    occasion: `taken off ${leftId}`,
  } as const
  await createRefund(tx, { payableType: 'order', payableId: orderId, ...refund }, now)
  return paid
}

/** An order owed more than it does now: parts that cover the rest pay it, and then it has its receipt. */
async function settleIfCovered(tx: Db, order: StoredOrder, parts: Parts, now: Date): Promise<void> {
  const { id: orderId, amount } = order
  const { charged, owed } = await findOwed(tx, 'order', orderId)
  if (owed > 0) return
  await payWithCredit(tx, { orderId, parts }, now)
  const code = parts.findLast(({ receipt }) => receipt !== null)?.receipt ?? null
  const note = [showKsh(charged), code].filter(Boolean).join(', ')
  if (charged > 0) await noteOwedPaid(tx, order, { by: 'payment', code, note, now })
  else {
    await setPaymentStatus(tx, orderId)
    await lowerReceipt(tx, orderId, amount)
  }
}

type Lowered = { orderId: string; accountId: string; amount: number; now: Date }

/** Parts that are here may be enough for what an order costs now. */
async function confirmIfPaid(tx: Db, { amount, ...order }: Lowered): Promise<void> {
  if ((await sumPaidFor(tx, 'order', order.orderId)) < amount) return
  await confirmOrderByStaff(tx, { ...order, paidBy: 'cash', note: '', code: '' })
}
