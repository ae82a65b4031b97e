import { nairobiDay } from '@twende/contract/calendar-day.ts'
import { comparedPhone } from '@twende/contract/payments/phone-number.ts'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { queueNotification } from '../../notifications/queue-notification.ts'
import type { SettleDeps } from '../collections/settle-payment.ts'
import { findMoneyByAccount } from '../ledger/ledger-store.ts'
import { findLeftOver, sumPaidFor } from '../ledger/post-payment.ts'
import { moveMoney, type Waiting } from '../ledger/postings.ts'
import {
  findCustomerOf,
  findPayableByReference,
  findPayer,
  hasEnded,
  type NamedPayable,
  type PayableName,
} from '../payable-store.ts'
import { changePayment, insertPayment, lockPayments, type PaymentRow } from '../payment-store.ts'
import { acceptPayment } from '../reconciliation/decide-on-payment.ts'
import { findAskedOwed } from '../reconciliation/named-payable.ts'
import { showPaymentStatus } from '../show-payment-status.ts'
import { createRefund, notifyOfRefund } from './create-refund.ts'
import { payableOfRefund, refuseAlone } from './mark-refund-paid.ts'
import { findRefund, markRefundSent, type RefundRow } from './refund-store.ts'

type MoveInput = { refundId: string; reference: string; reason: string; accountId: string }

/** What is owed back to a customer pays for something else of theirs; returns the reference of that. */
export async function moveRefund(
  deps: SettleDeps,
  { refundId, reference, reason, accountId }: MoveInput,
): Promise<string> {
  const named = await findRefund(deps.db, refundId)
  if (!named) throw new AppError('refund_not_found')
  const target = await findPayableByReference(deps.db, reference)
  if (!target) throw new AppError('purchase_not_found')
  if (target.payableId === named.purchaseId) throw new AppError('purchase_gone')
  if ((await findCustomerOf(deps.db, target)).accountId === accountId) throw new AppError('own_thing')
  const source = payableOfRefund(named)
  if (!(await isOfOneCustomer(deps.db, source, target))) throw new AppError('purchase_of_other_customer')
  await inTransaction(deps.db, async (tx) => {
    const others = await lockBoth(tx, source, target)
    const refund = (await findRefund(tx, refundId)) ?? named
    refuseAlone(refund, accountId)
    const payment = await payWithRefund(tx, deps, { refund, target, others, reason, accountId })
    await closeRefund(tx, deps, refund, { accountId, reason })
    await showPaymentStatus(tx, deps, target)
    await notify(tx, { refund, target, payment, now: deps.clock.now() })
  })
  return target.reference
}

/** The payments of both, always in one order; returns those of the second. */
async function lockBoth(tx: Db, source: PayableName, target: PayableName): Promise<PaymentRow[]> {
  const sorted = [source, target].sort((one, other) => (one.payableId < other.payableId ? -1 : 1))
  for (const payable of sorted) await lockPayments(tx, payable)
  return lockPayments(tx, target)
}

/** The same account, or the same phone where staff booked, or a visitor ordered. */
async function isOfOneCustomer(db: Db, source: PayableName, target: PayableName): Promise<boolean> {
  const [one, other] = await Promise.all([findCustomerOf(db, source), findCustomerOf(db, target)])
  if (one.accountId !== null && one.accountId === other.accountId) return true
  const phone = comparedPhone(one.phone) ?? one.phone
  return phone !== '' && phone === (comparedPhone(other.phone) ?? other.phone)
}

type Paying = {
  refund: RefundRow
  target: NamedPayable
  others: readonly PaymentRow[]
  reason: string
  accountId: string
}

/** The money is received by its new purchase: it pays it, is a part of its price, or more than it, which is owed back. */
async function payWithRefund(
  tx: Db,
  deps: SettleDeps,
  { refund, target, others, reason, accountId }: Paying,
): Promise<PaymentRow> {
  const now = deps.clock.now()
  const { payableType, payableId, accountId: payer, price } = target
  const owed = await findAskedOwed(tx, deps.payables, target)
  const { terms: priceTerms, isDelivered, paidOnce } = deps.payables[payableType]
  const terms = await priceTerms?.termsFor(tx, { amount: refund.amount, paidAt: null, now })
  const tooLittle = priceTerms?.tooLittle(refund.amount, terms)
  if (tooLittle) throw tooLittle
  const isPart =
    owed === 0 &&
    paidOnce &&
    price !== null &&
    refund.amount + (await sumPaidFor(tx, payableType, payableId)) < price &&
    !(await isDelivered(tx, payableId))
  // Nothing is left to pay of what ended; all of its price may revive it.
  if (isPart && (await hasEnded(tx, target))) throw new AppError('purchase_gone')
  const payment = await insertPayment(tx, {
    payableType,
    payableId,
    account_id: payer,
    method: 'moved',
    moved_by_refund: refund.id,
    amount: owed || price || refund.amount,
    amount_received: refund.amount,
    adds_to_price: owed > 0,
    pays_owed: owed > 0,
    phone: '',
    terms,
    recorded_by: accountId,
    status: isPart ? 'partial' : 'review',
    outcome: isPart ? 'paid_less' : 'accepted',
    note: reason,
    created_at: now,
    settled_at: now,
    paid_at: now,
  })
  await postMove(tx, refund, payment, { into: isPart ? 'unapplied' : 'suspense', now })
  if (isPart) return payment
  // What staff took for it is other money: only the parts of its price count together with this.
  const parts = others.filter(({ status }) => status === 'partial')
  await acceptPayment(tx, deps, { payment, others: parts, reason, accountId })
  await oweBackLeftOver(tx, payment, now)
  return payment
}

async function postMove(
  tx: Db,
  refund: RefundRow,
  payment: PaymentRow,
  { into, now }: { into: Waiting; now: Date },
): Promise<void> {
  const from = { type: refund.purpose, id: refund.purchaseId }
  await moveMoney(tx, {
    from,
    payable: { type: payment.payable_type, id: payment.payable_id },
    taken: await findMoneyByAccount(tx, from),
    amount: refund.amount,
    into,
    refundId: refund.id,
    paymentId: payment.id,
    key: `refund ${refund.id} moved`,
    at: now,
  })
}

/** What the new purchase does not need. What was left over of what is owed is owed back already. */
async function oweBackLeftOver(tx: Db, payment: PaymentRow, now: Date): Promise<void> {
  // What is no credit was owed back when the payment was accepted.
  const amount = payment.pays_owed ? 0 : await findLeftOver(tx, payment)
  if (amount === 0) return
  const payable = { payableType: payment.payable_type, payableId: payment.payable_id }
  const refund = { amount, reason: 'more_than_owed', from: 'unapplied' } as const
  await createRefund(tx, { ...payable, ...refund, occasion: payment.id, cameWith: payment.id }, now)
  const occasion = `left over ${payment.id}`
  await notifyOfRefund(tx, { payable, amount, why: 'more_than_owed', note: '', occasion }, now)
}

async function closeRefund(
  tx: Db,
  deps: SettleDeps,
  refund: RefundRow,
  { accountId, reason }: { accountId: string; reason: string },
): Promise<void> {
  const now = deps.clock.now()
  const how = { method: 'moved', sentOn: nairobiDay(now), receipt: null, note: reason } as const
  const sent = { ...how, otherReceipts: [], transferAmounts: [], accountId, now }
  if (!(await markRefundSent(tx, refund.id, sent))) throw new AppError('refund_wrong_state')
  if (refund.paymentId !== null) await changePayment(tx, refund.paymentId, { status: 'refunded' })
  await showPaymentStatus(tx, deps, payableOfRefund(refund))
}

type Moved = { refund: RefundRow; target: NamedPayable; payment: PaymentRow; now: Date }

async function notify(tx: Db, { refund, target, payment, now }: Moved): Promise<void> {
  const payer = await findPayer(tx, target)
  if (!payer) return
  const { name, reference, ...to } = payer
  const params = { name, amount: refund.amount, from: refund.reference, to: reference }
  const dedupeKey = `money_moved ${payment.id}`
  await queueNotification(tx, { kind: 'money_moved', params, ...to, dedupeKey }, now)
}
