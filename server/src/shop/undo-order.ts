import { showKsh } from '@twende/contract/money.ts'
import { resumesOrder, standingMoves, undoOf } from '@twende/contract/shop/order-status.ts'
import { m } from '@twende/messages'
import { type Db, violatedConstraint } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { lockParts, type Parts } from '../payments/collections/record-staff-payment.ts'
import { findOwed, sumCharged, sumPaidFor } from '../payments/ledger/post-payment.ts'
import { charge } from '../payments/ledger/postings.ts'
import { withdrawRefunds } from '../payments/refunds/create-refund.ts'
import { refundedAt } from '../payments/refunds/list-refunds.ts'
import { lockStock } from './lock-stock.ts'
import { notifyCustomer } from './notify-customer.ts'
import { findTimeline } from './order-change-store.ts'
import { findItemsOf, lockOrder, moveOrder, resumeItems, setPaymentStatus } from './order-store.ts'
import { payWithCredit } from './owed-by-order.ts'
import { refuseShortage } from './price-order.ts'
import { addStock, type StoredProduct } from './product-store.ts'

type Undoing = { orderId: string; accountId: string; reason: string }

const RESUMED = {
  cancelled_at: null,
  cancelled_by: null,
  cancellation_reason: '',
}

/** Takes back what was done last with an order within a day; whoever was told of it is told so. */
export async function undoOrderMove(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { orderId, accountId, reason }: Undoing,
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const parts = await lockParts(tx, { payableType: 'order', payableId: orderId }, '')
    const ids = (await findItemsOf(tx, orderId)).map(({ productId }) => productId)
    const products = await lockStock(tx, ids, now)
    const before = await lockOrder(tx, orderId)
    if (!before) throw new AppError('order_not_found')
    const timeline = await findTimeline(tx, orderId)
    const move = undoOf({ status: before.status, timeline }, now)
    const last = standingMoves(timeline).at(-1)
    if (!move || !last) throw wrongState(m.error_order_undo_too_late())
    const resumes = resumesOrder(move)
    if (resumes) {
      const ended = { orderId, parts, since: new Date(last.at), amount: before.amount }
      await resumeMoney(tx, { ...ended, hasLeft: move !== 'undoCancel' }, { accountId, now })
      await retakePieces(tx, orderId, products)
    }
    const { owed } = await findOwed(tx, 'order', orderId)
    const left = resumes ? owed : 0
    const order = await moveOrder(tx, {
      orderId,
      move,
      by: 'staff',
      accountId,
      now,
      note: left > 0 ? m.order_note_owed_again({ reason, left: showKsh(left) }) : reason,
      ...(move === 'undoShip' && { set: { dispatch_note: '' } }),
      ...(resumes && { set: RESUMED }),
    }).catch(refuseDeletedAccount)
    if (!order) throw wrongState(m.error_order_wrong_state())
    if (resumes) await setPaymentStatus(tx, orderId)
    // That packing began was mailed to nobody.
    if (move === 'undoProcess') return
    const facts = { undo: move, reason, left, paid: await sumPaidFor(tx, 'order', orderId) }
    await notifyCustomer(
      tx,
      order,
      (params) => ({ kind: 'order_step_undone', params: { ...params, ...facts } }),
      now,
    )
  })
}

function refuseDeletedAccount(error: unknown): never {
  throw violatedConstraint(error) === 'who_comes_back_has_an_account'
    ? wrongState(m.error_undo_account_deleted())
    : error
}

type Ended = { orderId: string; parts: Parts; since: Date; amount: number; hasLeft: boolean }

/** What was to go back is kept, unless it went already, and what was owed is owed again; refused where money of an order that is not sent yet is missing since. */
async function resumeMoney(
  tx: Db,
  { orderId, parts, since, amount, hasLeft }: Ended,
  by: { accountId: string; now: Date },
): Promise<void> {
  const payable = { payableType: 'order', payableId: orderId } as const
  if (!(await withdrawRefunds(tx, payable, { since, ...by })))
    throw wrongState(m.error_order_undo_refund_sent())
  // Before it is packed, an order is paid first. Goods that have left are owed.
  if (!hasLeft) await requireStillPaid(tx, orderId, since)
  await charge(tx, {
    payable: { type: 'order', id: orderId },
    amount: Math.max(0, amount - (await sumCharged(tx, 'order', orderId))),
    key: `order ${orderId} goes on at ${by.now.toISOString()} and is owed`,
    at: by.now,
    actor: by.accountId,
  })
  await payWithCredit(tx, { orderId, parts }, by.now)
}

async function requireStillPaid(tx: Db, orderId: string, since: Date): Promise<void> {
  const paidThen = await refundedAt(tx, { payableType: 'order', payableId: orderId }, since)
  const paid = await sumPaidFor(tx, 'order', orderId)
  if (paidThen === 0 || paid < paidThen) throw wrongState(m.error_order_undo_not_paid())
}

/** Pieces that were put back on the shelf are taken from it again; those that were damaged or missing never came to it. */
async function retakePieces(
  tx: Db,
  orderId: string,
  products: ReadonlyMap<string, StoredProduct>,
): Promise<void> {
  const pieces = await resumeItems(tx, orderId)
  refuseShortage(pieces, products)
  await addStock(
    tx,
    pieces.map(({ productId, quantity }) => ({ productId, quantity: -quantity })),
  )
}

const wrongState = (message: string) => new AppError('order_wrong_state', { message })
