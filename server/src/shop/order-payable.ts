import { showKsh } from '@twende/contract/money.ts'
import type { DeskPayment } from '@twende/contract/payments/desk-payment.ts'
import { mayOwe } from '@twende/contract/shop/order-status.ts'
import { m } from '@twende/messages'
import type { Db } from '../db/database.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { countParts, lockParts, recordRemainder } from '../payments/collections/record-staff-payment.ts'
import { returnSurplus } from '../payments/collections/settle-payment.ts'
import { findOwed, sumCharged, sumPaidFor, sumPaidWith } from '../payments/ledger/post-payment.ts'
import type { Payable, ReceivedPayment } from '../payments/payable.ts'
import { createRefund, notifyOfRefund } from '../payments/refunds/create-refund.ts'
import { lockStock } from './lock-stock.ts'
import { notifyCustomer } from './notify-customer.ts'
import { findOrder, findOrderToPay } from './order-read-store.ts'
import {
  findItemsOf,
  insertHistory,
  issueReceipt,
  lockOrder,
  moveOrder,
  releaseReservations,
  reservationsOf,
  type StoredOrder,
  setPaymentStatus,
  showPaymentOf,
} from './order-store.ts'
import { refuseShortage } from './price-order.ts'
import { addStock } from './product-store.ts'
import { undoPaymentOf } from './undo-payment.ts'

/** An order of the shop as something that can be paid for. */
export const orderPayable: Payable = {
  paidOnce: true,
  description: 'Shop order',
  paymentCheckedMessage: m.error_order_payment_checked,
  notPayable: 'order_not_payable',
  wrongState: 'order_wrong_state',
  async priceDue(db, { payableId, accountId }, now, options) {
    const order = await findOrderToPay(db, payableId, options)
    if (order?.accountId !== accountId) throw new AppError('order_not_found')
    if (mayOwe(order.status)) return owedNow(db, payableId)
    if (order.soldOut) throw new AppError('order_expired', { message: m.error_order_not_payable() })
    if (order.ranOut) throw new AppError('order_expired')
    if (order.status !== 'pending') throw new AppError('order_not_payable')
    if (order.expiresAt === null || order.expiresAt <= now) throw new AppError('order_expired')
    if (order.isLost) throw new AppError('out_of_stock')
    return order.amount
  },
  async asksForOwed(db, orderId) {
    const order = await findOrderToPay(db, orderId)
    return order !== undefined && mayOwe(order.status)
  },
  async isDelivered(db, orderId) {
    const order = await findOrderToPay(db, orderId)
    return order !== undefined && order.status !== 'pending' && order.status !== 'cancelled'
  },
  async onPaid(tx, deps, orderId, payment) {
    if (payment.pays_owed) return receiveOwed(tx, deps, orderId, payment)
    const end = await confirmPaidOrder(tx, deps, orderId, payment)
    return end === 'confirmed' ? 'done' : end
  },
  onPaymentStatus: showPaymentOf,
  returnsSurplus: async () => true,
  onVoided: undoPaymentOf,
  async onRefundLowered(tx, orderId, { before, amount, accountId, now }) {
    const order = await findOrder(tx, orderId)
    const by = accountId === null ? { by: 'payment' as const } : { by: 'staff' as const, accountId }
    const note = `${showKsh(before)} → ${showKsh(amount)}`
    if (order) await insertHistory(tx, order, { event: 'lowerRefund', ...by, now, note })
  },
}

/** How much came, and what is known of it, such as its code. */
const paidWords = (amount: number, ...known: readonly (string | null)[]) =>
  [showKsh(amount), ...known].filter(Boolean).join(' · ')

/** What the customer of an order is asked for that was paid before; throws where nothing is owed, or while staff decides on money that came. */
async function owedNow(db: Db, orderId: string): Promise<number> {
  const { owed, inReview } = await findOwed(db, 'order', orderId)
  if (inReview > 0) throw new AppError('order_not_payable', { message: m.error_order_payment_checked() })
  if (owed === 0) throw new AppError('order_not_payable', { message: m.error_order_nothing_owed() })
  return owed
}

/** The customer paid what was owed, or a part of it, in the transaction that settles the payment; `gone` where nothing is owed any more. */
async function receiveOwed(
  tx: Db,
  { clock }: Pick<AppDeps, 'clock'>,
  orderId: string,
  payment: ReceivedPayment,
): Promise<'done' | 'gone'> {
  const order = await lockOrder(tx, orderId)
  const { charged } = await findOwed(tx, 'order', orderId)
  if (!order || !mayOwe(order.status) || charged === 0) return 'gone'
  const { receipt, amount, amount_received: received } = payment
  const how = { by: 'payment', now: clock.now() } as const
  // Its money is posted after this.
  if ((await sumPaidWith(tx, payment)) < (await sumCharged(tx, 'order', orderId))) {
    await insertHistory(tx, order, { event: 'pay', ...how, note: paidWords(received ?? amount, receipt) })
  } else
    await noteOwedPaid(tx, order, { ...how, code: receipt, note: paidWords(received ?? amount, receipt) })
  return 'done'
}

type OwedPaid = {
  by: 'payment' | 'staff'
  accountId?: string
  code: string | null
  note: string
  now: Date
}

/** An order owes nothing any more: its history says so, and it has its receipt. */
export async function noteOwedPaid(tx: Db, order: StoredOrder, { code, ...how }: OwedPaid): Promise<void> {
  await setPaymentStatus(tx, order.id)
  await insertHistory(tx, order, { event: 'pay', ...how })
  await issueReceipt(tx, { orderId: order.id, amount: order.amount, code, now: how.now })
}

type PaidWith = Pick<ReceivedPayment, 'receipt' | 'amount' | 'amount_received'>

/**
 * Marks an order as paid, in the transaction that settles its payment. An order that was cancelled because its time to
 * pay was over is revived while its stock is available. `gone` means that the money must be refunded.
 */
export async function confirmPaidOrder(
  tx: Db,
  { clock }: Pick<AppDeps, 'clock'>,
  orderId: string,
  { receipt, amount, amount_received: received }: PaidWith,
): Promise<'confirmed' | 'gone' | 'soldOut'> {
  const now = clock.now()
  const note = paidWords(received ?? amount, receipt)
  try {
    const order = await takeStock(tx, orderId, now, async (status) => {
      if (status === 'pending') {
        return moveOrder(tx, {
          orderId,
          move: 'pay',
          by: 'payment',
          now,
          note,
          set: { payment_status: 'paid', expires_at: null },
        })
      }
      return moveOrder(tx, {
        orderId,
        move: 'revive',
        by: 'payment',
        now,
        note,
        set: REVIVED,
      })
    })
    if (!order) return 'gone'
    await notifyAndIssueReceipt(tx, order, receipt, now)
    return 'confirmed'
  } catch (error) {
    // Thrown before anything is written, so the transaction can go on.
    if (error instanceof AppError && error.code === 'out_of_stock')
      return (await closeSoldOut(tx, orderId, now)) ? 'soldOut' : 'gone'
    throw error
  }
}

const REVIVED = {
  payment_status: 'paid',
  expires_at: null,
  cancelled_at: null,
  cancelled_by: null,
  cancellation_reason: '',
}

/** Closes an order that kept no pieces and whose last ones others bought; parts of its price go back. False when it was over for another reason. */
async function closeSoldOut(tx: Db, orderId: string, now: Date): Promise<boolean> {
  const set = { cancelled_at: now, cancelled_by: 'stock', expires_at: null }
  if (!(await moveOrder(tx, { orderId, move: 'sellOut', by: 'payment', now, set })))
    return (await findOrderToPay(tx, orderId))?.soldOut === true
  await releaseReservations(tx, orderId)
  const payable = { payableType: 'order', payableId: orderId } as const
  await countParts(tx, await lockParts(tx, payable, ''))
  const amount = await sumPaidFor(tx, 'order', orderId)
  if (amount === 0) return true
  const occasion = `sold out ${orderId}`
  await createRefund(tx, { ...payable, amount, reason: 'sold_out', occasion }, now)
  await notifyOfRefund(tx, { payable, amount, why: 'sold_out', note: '', occasion }, now)
  return true
}

type StaffConfirmation = { orderId: string; accountId: string; now: Date } & DeskPayment

/** Marks an order as paid, also after its time to pay, and records the rest of its price as taken by staff; refuses when its stock is gone. */
export async function confirmOrderByStaff(
  tx: Db,
  { orderId, accountId, paidBy, paidOn, note, code, now }: StaffConfirmation,
): Promise<StoredOrder | undefined> {
  const before = await findOrder(tx, orderId)
  const isRevived = before?.cancelled_by === 'clock' || before?.cancelled_by === 'stock'
  if (before?.status !== 'pending' && !isRevived) return undefined
  const payable = { payableType: 'order', payableId: orderId } as const
  const parts = await lockParts(tx, payable, code)
  const left = before.amount - (await sumPaidFor(tx, 'order', orderId))
  const order = await takeStock(tx, orderId, now, async (status) =>
    moveOrder(tx, {
      orderId,
      move: status === 'pending' ? 'pay' : 'revive',
      by: 'staff',
      accountId,
      now,
      note: paidWords(left, code, note),
      set: REVIVED,
    }),
  )
  if (!order) return undefined
  const payment = { ...payable, accountId: order.account_id, takenBy: accountId, paidBy, paidOn, note, code }
  await recordRemainder(tx, { ...payment, price: order.amount, parts }, now)
  await returnSurplus(tx, payable, now)
  await notifyAndIssueReceipt(tx, order, code || null, now)
  return order
}

/** Records what an order owes whose payment was taken out of the books; undefined where it owes nothing. */
export async function takeOwedByStaff(
  tx: Db,
  { orderId, accountId, paidBy, paidOn, note, code, now }: StaffConfirmation,
): Promise<StoredOrder | undefined> {
  const payable = { payableType: 'order', payableId: orderId } as const
  const parts = await lockParts(tx, payable, code)
  const order = await lockOrder(tx, orderId)
  if (!order || !mayOwe(order.status)) return undefined
  const { owed } = await findOwed(tx, 'order', orderId)
  if (owed === 0) return undefined
  const payment = { ...payable, accountId: order.account_id, takenBy: accountId, paidBy, paidOn, note, code }
  await recordRemainder(tx, { ...payment, price: order.amount, parts }, now)
  await returnSurplus(tx, payable, now)
  const words = paidWords(owed, code, note)
  await noteOwedPaid(tx, order, { by: 'staff', accountId, code: code || null, note: words, now })
  return order
}

/** Checks that the stock is available, changes the status, and takes the stock. */
async function takeStock(
  tx: Db,
  orderId: string,
  now: Date,
  move: (status: StoredOrder['status']) => Promise<StoredOrder | undefined>,
): Promise<StoredOrder | undefined> {
  const items = await findItemsOf(tx, orderId)
  const products = await lockStock(
    tx,
    items.map(({ productId }) => productId),
    now,
    orderId,
  )
  const found = await lockOrder(tx, orderId)
  if (!found || (found.status !== 'pending' && found.status !== 'cancelled')) return undefined
  refuseShortage(items, products, await reservationsOf(tx, orderId))
  const order = await move(found.status)
  if (!order) return undefined
  await releaseReservations(tx, orderId)
  await addStock(
    tx,
    items.map(({ productId, quantity }) => ({ productId, quantity: -quantity })),
  )
  return order
}

async function notifyAndIssueReceipt(
  tx: Db,
  order: StoredOrder,
  code: string | null,
  now: Date,
): Promise<void> {
  await notifyCustomer(tx, order, (params) => ({ kind: 'order_paid', params }), now)
  await issueReceipt(tx, { orderId: order.id, amount: order.amount, code, now })
}
