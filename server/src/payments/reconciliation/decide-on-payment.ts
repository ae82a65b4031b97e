import { showKsh } from '@twende/contract/money.ts'
import { decisionsOnPayment, type PaymentDecision } from '@twende/contract/payments/payment-choices.ts'
import { m } from '@twende/messages'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { countParts, TAKEN_BY_STAFF, withParts } from '../collections/record-staff-payment.ts'
import { oweBackRest, type SettleDeps } from '../collections/settle-payment.ts'
import { lockReceipt } from '../ledger/ledger-store.ts'
import { findPriceOf, placeOf, postAcceptance, sumPaidWith } from '../ledger/post-payment.ts'
import { changePayment, findPayment, lockPayments, type PaymentRow, payableOf } from '../payment-store.ts'
import { isProviderTransaction } from '../provider-transaction-store.ts'
import { createRefund, notifyOfRefund, refundPayment } from '../refunds/create-refund.ts'
import { isRefundOwed } from '../refunds/refund-store.ts'
import { isRecordedByStaff } from '../refunds/unproven-payment-store.ts'
import { findUnusedCredit } from '../refunds/unused-credit-store.ts'
import { showPaymentStatus } from '../show-payment-status.ts'
import { voidPayment } from './void-payment.ts'

type DecisionInput = { paymentId: string; decision: PaymentDecision; reason: string; accountId: string }

/** Staff decides on a payment in review; an error if somebody, or the provider, has decided before. */
export async function decideOnPayment(
  deps: SettleDeps,
  { paymentId, decision, reason, accountId }: DecisionInput,
): Promise<void> {
  const named = await findPayment(deps.db, paymentId)
  if (!named) throw new AppError('payment_not_found')
  await inTransaction(deps.db, async (tx) => {
    const attempts = await lockPayments(tx, payableOf(named))
    const payment = attempts.find(({ id }) => id === paymentId)
    if (!payment) throw new AppError('payment_not_found')
    const state = {
      status: payment.status,
      outcome: payment.outcome,
      received: payment.amount_received,
      refundOwed: await isRefundOwed(tx, paymentId),
      recordedByStaff: await isRecordedByStaff(tx, paymentId),
      credit: await findUnusedCredit(tx, paymentId),
    }
    if (!decisionsOnPayment(state).includes(decision)) throw new AppError('payment_wrong_state')
    const others = attempts.filter(({ id }) => id !== paymentId)
    const reviewed = { payment, others, reason, accountId }
    const isVoided = decision === 'dismiss' && state.recordedByStaff
    await (isVoided ? voidPayment(tx, deps, reviewed) : decisionActions[decision](tx, deps, reviewed))
    await showPaymentStatus(tx, deps, payableOf(payment))
  })
}

export type ReviewedPayment = {
  payment: PaymentRow
  /** The other attempts to pay for the same thing. */
  others: readonly PaymentRow[]
  /** What staff wrote. */
  reason: string
  /** Who decides; null where nobody has to. */
  accountId: string | null
}

const decisionActions: Record<
  PaymentDecision,
  (tx: Db, deps: SettleDeps, reviewed: ReviewedPayment) => Promise<void>
> = {
  accept: acceptPayment,
  giveBack: refundReviewedPayment,
  giveBackRest: refundUnusedCredit,
  dismiss: dismissPayment,
}

/**
 * The money counts and pays for its payable, or is what staff recorded before; an error if it is neither, or if it is a
 * part of the price of something that its customer does not have yet.
 */
export async function acceptPayment(
  tx: Db,
  deps: SettleDeps,
  { payment, others, accountId }: ReviewedPayment,
): Promise<void> {
  const payable = deps.payables[payment.payable_type]
  const { onPaid, paidOnce } = payable
  const received = payment.amount_received ?? payment.amount
  const missing = await findMissing(tx, deps, payment)
  if (missing && !paidOnce) throw partRefused(missing)
  const together = await withParts(tx, payable, { ...payment, amount_received: received })
  const handedOver = await onPaid(tx, deps, payment.payable_id, {
    ...together.paid,
    recorded_by: accountId,
  })
  if (missing && handedOver === 'done') throw partRefused(missing)
  const sameMoney = handedOver !== 'done' ? await replaceSameMoney(tx, payment, others) : undefined
  const counted = {
    ...payment,
    receipt: payment.receipt ?? sameMoney?.receipt ?? null,
    amount_received: payment.amount_received ?? sameMoney?.amount_received ?? received,
    paid_at: payment.paid_at ?? sameMoney?.paid_at ?? deps.clock.now(),
  }
  // Other parts of the price pay for the payable together with this payment, so none of them can be given back any more.
  const parts = paidOnce ? others.filter(({ status }) => status === 'partial') : together.parts
  await countParts(tx, parts)
  await changePayment(tx, payment.id, {
    status: 'paid',
    outcome: accountId === null ? 'paid' : 'accepted',
    receipt: counted.receipt,
    amount_received: counted.amount_received,
    paid_at: counted.paid_at,
    // The provider reported no money: the person who accepts the payment is recorded.
    ...(payment.amount_received === null ? { recorded_by: accountId } : {}),
    settled_at: payment.settled_at ?? deps.clock.now(),
    next_poll_at: null,
  })
  await postAcceptance(tx, counted, { sameMoney, paidOnce, at: deps.clock.now(), actor: accountId })
  await oweBackRest(tx, deps, counted, deps.clock.now())
}

type Missing = { paid: number; price: number }

/** What came in of a price in all, and the price, where a payment is a part of it that cannot be accepted by itself. */
export async function findMissing(
  db: Db,
  { payables }: Pick<SettleDeps, 'payables'>,
  payment: PaymentRow,
): Promise<Missing | undefined> {
  const payable = payables[payment.payable_type]
  const { paidOnce, isDelivered, terms } = payable
  if (terms) {
    const { paid } = await withParts(db, payable, payment)
    const total = paid.amount_received ?? paid.amount
    const missing = await terms.missing(db, payment.payable_id, { total, terms: paid.terms })
    return missing && { paid: total, price: missing.price }
  }
  if (!paidOnce || payment.adds_to_price) return undefined
  const missing = { paid: await sumPaidWith(db, payment), price: await findPriceOf(db, payment) }
  const isPart = missing.paid < missing.price && !(await isDelivered(db, payment.payable_id))
  return isPart ? missing : undefined
}

function partRefused({ paid, price }: Missing): AppError {
  const message = m.error_part_accepted({ amount: showKsh(paid), price: showKsh(price) })
  return new AppError('amount_too_small', { message })
}

/**
 * The payment that staff recorded before and that is this same money. It no longer counts, so that the money is not in
 * the ledger twice, and its code is free: for this payment if it has none, or for money that the provider reports with it.
 */
async function replaceSameMoney(
  tx: Db,
  payment: PaymentRow,
  others: readonly PaymentRow[],
): Promise<PaymentRow> {
  const received = payment.amount_received ?? payment.amount
  const noted = others.find(
    ({ outcome, status, amount }) => outcome === TAKEN_BY_STAFF && status === 'paid' && amount === received,
  )
  if (!noted || (await isOtherTransaction(tx, payment, noted))) throw new AppError('purchase_gone')
  if (noted.receipt !== null) await lockReceipt(tx, noted.receipt.toUpperCase())
  await changePayment(tx, noted.id, {
    status: 'failed',
    outcome: 'same_money',
    amount_received: null,
    receipt: null,
  })
  return noted
}

/** A different code may be one that staff mistyped, unless the provider reported that code too. */
async function isOtherTransaction(tx: Db, payment: PaymentRow, noted: PaymentRow): Promise<boolean> {
  return (
    payment.receipt !== null && noted.receipt !== null && (await isProviderTransaction(tx, noted.receipt))
  )
}

/** The money is owed back to its customer, who is notified. */
export async function refundReviewedPayment(
  tx: Db,
  deps: SettleDeps,
  { payment, reason }: ReviewedPayment,
): Promise<void> {
  await changePayment(tx, payment.id, { status: 'refunding', outcome: 'given_back', next_poll_at: null })
  const from = placeOf(payment.status)
  await refundPayment(tx, { payment, reason: 'given_back', note: reason, from, now: deps.clock.now() })
}

/** What was paid beyond the price of a rental that lasts is owed back; until then later charges may use it. */
async function refundUnusedCredit(
  tx: Db,
  deps: SettleDeps,
  { payment, reason: note }: ReviewedPayment,
): Promise<void> {
  const now = deps.clock.now()
  const payable = payableOf(payment)
  const occasion = `credit ${uuidv7()}`
  const owed = { amount: await findUnusedCredit(tx, payment.id), note, occasion }
  const refund = { ...payable, ...owed, reason: 'more_than_owed', cameWith: payment.id } as const
  await createRefund(tx, refund, now)
  await notifyOfRefund(tx, { payable, ...owed, why: 'more_than_owed' }, now)
}

/** A message said "paid", or the answer to the request was lost, and no money came: the customer can pay again. */
async function dismissPayment(tx: Db, _deps: SettleDeps, { payment }: ReviewedPayment): Promise<void> {
  await changePayment(tx, payment.id, { status: 'failed', outcome: 'dismissed', next_poll_at: null })
}
