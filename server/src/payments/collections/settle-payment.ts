import type { PaymentStatus } from '@twende/contract/payments/payment.ts'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { AppDeps } from '../../deps.ts'
import { inSpan } from '../../tracing/tracing.ts'
import { lockReceipt, sumReceivedBy } from '../ledger/ledger-store.ts'
import {
  findLeftOver,
  findOwed,
  findPriceOf,
  findSurplus,
  postSettlement,
  sumPaidFor,
} from '../ledger/post-payment.ts'
import { findPayablePrice, hasEnded, type PayableName } from '../payable-store.ts'
import {
  changePayment,
  findPayment,
  isUsedCode,
  listPayments,
  lockPayments,
  type PaymentRow,
  payableOf,
} from '../payment-store.ts'
import {
  findReportsOfFailedRequests,
  findReportsOfPaidRequests,
  lockTransactionOfRequest,
  lockUnmatchedMoneyOfRequest,
  POSSIBLY_REPORTED,
  type ReportedMoney,
} from '../provider-transaction-store.ts'
import { endWaitingMessages, findWaitingMessage } from '../providers/provider-message-store.ts'
import { correctUnderRefunds, createRefund, notifyOfRefund, refundPayment } from '../refunds/create-refund.ts'
import { showPaymentStatus } from '../show-payment-status.ts'
import { countParts, findWaitingParts, TAKEN_BY_STAFF, withParts } from './record-staff-payment.ts'
import {
  decideSettlement,
  MONEY_IS_HERE,
  type ProviderResult,
  type SettlementDecision,
} from './settlement-decision.ts'

export type SettleDeps = Pick<AppDeps, 'db' | 'clock' | 'random' | 'logger' | 'payables'>
export type CollectionDeps = SettleDeps & Pick<AppDeps, 'gateways'>

/** Settles a payment by the provider's result; the same result again, or an older one, changes nothing. */
export async function settlePayment(
  deps: SettleDeps,
  paymentId: string,
  result: ProviderResult,
): Promise<void> {
  await inSpan({ name: 'settle payment', facts: { 'payment.result': result.kind } }, () =>
    settle(deps, paymentId, result),
  )
  // A poll names no receipt, and the provider may have reported the money by itself at this very moment.
  if (result.kind === 'paid' && result.receipt === null) await addReportedReceipt(deps, { paymentId })
}

/**
 * Gives a payment that was settled without a receipt that of the transaction which its provider reported since. A report
 * also pays the request that failed: a provider says so of some that were paid.
 */
export async function addReportedReceipt(
  deps: SettleDeps,
  by: { paymentId: string } | { receipt: string },
): Promise<void> {
  const [reported] = await findReportsOfPaidRequests(deps.db, by)
  if (reported) return settle(deps, reported.paymentId, paidBy(reported))
  const [failed] = 'receipt' in by ? await findReportsOfFailedRequests(deps.db, by) : []
  if (failed) await settle(deps, failed.paymentId, { kind: 'no_answer' })
}

const REPAIRED_WITHIN_MS = 2 * 24 * 3_600_000

/** The same for all recent reports: a process may have ended after it committed a report or a result. */
export async function addReportedReceipts(deps: SettleDeps): Promise<void> {
  const since = new Date(deps.clock.now().getTime() - REPAIRED_WITHIN_MS)
  for (const reported of await findReportsOfPaidRequests(deps.db, { since }))
    await settle(deps, reported.paymentId, paidBy(reported))
  for (const { paymentId } of await findReportsOfFailedRequests(deps.db, { since }))
    await settle(deps, paymentId, { kind: 'no_answer' })
}

/** The result of a request whose money a provider reported. */
export function paidBy({ receipt, amount, paidAt }: ReportedMoney): ProviderResult {
  return { kind: 'paid', receipt, amountReceived: amount, paidAt }
}

async function settle(deps: SettleDeps, paymentId: string, result: ProviderResult): Promise<void> {
  try {
    await inTransaction(deps.db, (tx) => settleIn(tx, deps, paymentId, result))
  } catch (error) {
    if (!isUsedCode(error)) throw error
    await inTransaction(deps.db, (tx) => settleIn(tx, deps, paymentId, { kind: 'receipt_reused' }))
  }
}

async function settleIn(tx: Db, deps: SettleDeps, paymentId: string, found: ProviderResult): Promise<void> {
  const named = await findPayment(tx, paymentId)
  if (!named) return
  const attempts = await lockPayments(tx, payableOf(named))
  const payment = attempts.find(({ id }) => id === paymentId)
  if (!payment) return
  const result = await withReportedMoney(tx, { payment, attempts }, found)
  const decision = decideSettlement(
    {
      ...payment,
      isRequested: payment.requested_at !== null,
      enough: await findEnough(tx, deps, payment),
      payableIsPaid: await isPaidByOthers(tx, deps, { payment, attempts }),
      payableHasEnded: await hasEnded(tx, payableOf(payment)),
      isPossiblyReported: payment.outcome === POSSIBLY_REPORTED,
      awaitsConfirmation: (await findWaitingMessage(tx, paymentId)) !== undefined,
    },
    result,
  )
  if (decision.do !== 'nothing') {
    deps.logger.info({ payment: paymentId, found: result.kind, ...decision }, 'payment settled')
  }
  await apply(tx, deps, { payment, result, decision })
}

/**
 * What is enough to deliver: what is left to pay, because parts that came in count with it. It is more than was asked for where a
 * part that was here when its payer was asked has gone back since. What is charged already is owed, so any of it counts.
 */
async function findEnough(tx: Db, { payables }: SettleDeps, payment: PaymentRow): Promise<number> {
  const { payable_type, payable_id, amount } = payment
  const { paidOnce } = payables[payment.payable_type]
  if (payment.pays_owed) {
    // Where nothing is owed any more, any amount is enough: it goes back as the whole would.
    return Math.min(amount, (await findOwed(tx, payable_type, payable_id)).owed)
  }
  if (payment.adds_to_price) return amount
  if (!paidOnce) return amount - (await sumParts(tx, payment))
  const left = (await findPriceOf(tx, payment)) - (await sumPaidFor(tx, payable_type, payable_id))
  if (left <= 0) return amount
  const { charged } = await findOwed(tx, payable_type, payable_id)
  return charged > 0 ? Math.min(amount, left) : left
}

async function sumParts(tx: Db, payment: PaymentRow): Promise<number> {
  const parts = await findWaitingParts(tx, payment)
  return parts.reduce((sum, { amount_received }) => sum + (amount_received ?? 0), 0)
}

type Attempts = { payment: PaymentRow; attempts: readonly PaymentRow[] }

/** Whether other payments have paid the price: one of them alone may be a part of it that staff accepted. */
async function isPaidByOthers(
  tx: Db,
  { payables }: SettleDeps,
  { payment, attempts }: Attempts,
): Promise<boolean> {
  const { id: paymentId, payable_type, payable_id } = payment
  // What is paid for in addition is asked of its noun (`onPaid`), which knows whether it was delivered already.
  if (!payables[payable_type].paidOnce || payment.adds_to_price) return false
  // A payment that staff recorded by hand may be this same money, so it does not make this one the second.
  const isOther = ({ id, status, outcome, adds_to_price }: PaymentRow) =>
    id !== paymentId && status === 'paid' && outcome !== TAKEN_BY_STAFF && !adds_to_price
  if (!attempts.some(isOther)) return false
  return (await sumPaidFor(tx, payable_type, payable_id)) >= (await findPriceOf(tx, payment))
}

/**
 * A poll names no receipt. The provider may have reported the money by itself: then it must not count a second time. It may
 * also have reported the money of a request that it says has failed: then the customer must not be asked again.
 */
async function withReportedMoney(
  tx: Db,
  { payment, attempts }: Attempts,
  result: ProviderResult,
): Promise<ProviderResult> {
  if (result.kind === 'not_paid' || result.kind === 'no_answer' || result.kind === 'answer_lost') {
    if (mayBeOfLaterRequest({ payment, attempts })) return result
    const reported = await lockUnmatchedMoneyOfRequest(tx, payment)
    return reported ? paidBy(reported) : result
  }
  if (result.kind !== 'paid' || result.receipt !== null) return result
  const reported = await lockTransactionOfRequest(tx, payment)
  if (!reported) return result
  return reported.isCertain ? paidBy(reported) : { kind: 'possibly_reported' }
}

/** While another request of the payable runs, and after a later one, money may be that of the other one. */
function mayBeOfLaterRequest({ payment, attempts }: Attempts): boolean {
  const { id: paymentId, created_at: at } = payment
  if (MONEY_IS_HERE.includes(payment.status)) return true
  return attempts.some(
    ({ id, status, created_at, requested_at }) =>
      id !== paymentId && (status === 'processing' || (requested_at !== null && created_at > at)),
  )
}

type Settling = {
  payment: PaymentRow
  result: ProviderResult
  decision: SettlementDecision
}

async function apply(tx: Db, deps: SettleDeps, { payment, result, decision }: Settling): Promise<void> {
  if (decision.do === 'nothing') return
  const now = deps.clock.now()
  const facts = factsOf(payment, result, now)
  if (facts.receipt) await lockReceipt(tx, facts.receipt.toUpperCase())
  // Saved before the payable changes, so that a receipt that was used before stops the whole transaction.
  await changePayment(tx, payment.id, facts)
  const known = { ...payment, ...facts }
  const { paidOnce } = deps.payables[payment.payable_type]
  const book = async (status: PaymentStatus) => {
    if (result.kind !== 'paid') return
    const reported = result.amountReceived
    const settlement = { before: payment.status, status, reported, paidOnce, at: now }
    const enter = () => postSettlement(tx, known, settlement)
    const entered = await sumReceivedBy(tx, payment.id)
    if (reported === null || entered <= reported) return enter()
    const less = { paymentId: payment.id, difference: reported - entered, accountId: null, now }
    await correctUnderRefunds(tx, deps, { ...payableOf(payment), ...less }, enter)
  }
  if (decision.do === 'add_receipt') {
    await book(payment.status)
    return showPaymentStatus(tx, deps, payableOf(payment))
  }
  const end = decision.do === 'deliver' ? await deliver(tx, deps, known) : decision
  await changePayment(tx, payment.id, {
    status: end.status,
    outcome: end.outcome,
    settled_at: now,
    // A payment without a result may still be paid: polling continues for a while.
    ...(end.outcome === 'timed_out' || end.outcome === 'answer_lost' ? {} : { next_poll_at: null }),
  })
  if (MONEY_IS_HERE.includes(end.status)) await endWaitingMessages(tx, payment.id)
  if (end.status === 'paid' && paidOnce) await countPartsOfPrice(tx, known)
  // The ledger comes last: its rows are locked after all others.
  await book(end.status)
  if (end.status === 'paid') await oweBackRest(tx, deps, known, now)
  if (end.giveBack) await refundPayment(tx, { payment: known, reason: end.giveBack, from: 'suspense', now })
  await showPaymentStatus(tx, deps, payableOf(payment))
}

/** Settles a payment that was added in this transaction for money that a provider reported and no payment has; it is a part unless it is `enough`. */
export async function settleAddedPayment(
  tx: Db,
  deps: SettleDeps,
  payment: PaymentRow,
  reported: ReportedMoney,
  enough = payment.amount,
): Promise<void> {
  const result = paidBy(reported)
  const state = {
    ...payment,
    isRequested: false,
    enough,
    payableIsPaid: false,
    payableHasEnded: await hasEnded(tx, payableOf(payment)),
    isPossiblyReported: false,
    awaitsConfirmation: false,
  }
  await apply(tx, deps, { payment, result, decision: decideSettlement(state, result) })
}

/** Parts without which this payment does not cover the price count from now on; what is too much of them is credit. */
async function countPartsOfPrice(tx: Db, payment: PaymentRow): Promise<void> {
  if (payment.adds_to_price) return
  const payable = payableOf(payment)
  const parts = (await listPayments(tx, payable)).filter(({ status }) => status === 'partial')
  const price = await findPayablePrice(tx, payable)
  if (price === null || (payment.amount_received ?? payment.amount) >= price) return
  await countParts(tx, parts)
}

/** What is owed back once a payment counts: what is more than what was owed, and more than the price where that is no credit. */
export async function oweBackRest(
  tx: Db,
  { payables }: Pick<AppDeps, 'payables'>,
  payment: PaymentRow,
  now: Date,
): Promise<void> {
  if (payment.pays_owed) return finishOwed(tx, payment, now)
  const { returnsSurplus } = payables[payment.payable_type]
  if (await returnsSurplus?.(tx, payment.payable_id)) {
    await returnSurplus(tx, payableOf(payment), now, payment.id)
  }
}

/** What came in for a payable beyond its price, perhaps because of one payment, goes back, and its customer is told. */
export async function returnSurplus(
  tx: Db,
  payable: PayableName,
  now: Date,
  ofPayment?: string,
): Promise<void> {
  const parts = (await listPayments(tx, payable)).filter(({ status }) => status === 'partial')
  const amount = await findSurplus(tx, payable.payableType, payable.payableId)
  if (amount === 0) return
  await countParts(tx, parts)
  const occasion = `surplus ${uuidv7()}`
  const refund = { ...payable, amount, reason: 'more_than_owed', occasion } as const
  await createRefund(tx, { ...refund, cameWith: ofPayment }, now)
  await notifyOfRefund(tx, { payable, amount, why: 'more_than_owed', note: '', occasion }, now)
}

/** Parts that were paid before count with this payment, so none of them goes back any more; what is too much is owed back. */
async function finishOwed(tx: Db, payment: PaymentRow, now: Date): Promise<void> {
  const payable = payableOf(payment)
  const parts = (await listPayments(tx, payable)).filter(({ status }) => status === 'partial')
  await countParts(tx, parts)
  const amount = await findLeftOver(tx, payment)
  if (amount === 0) return
  const refund = { ...payable, amount, reason: 'more_than_owed', occasion: payment.id } as const
  await createRefund(tx, { ...refund, cameWith: payment.id }, now)
  const occasion = `more than owed ${payment.id}`
  await notifyOfRefund(tx, { payable, amount, why: 'more_than_owed', note: '', occasion }, now)
}

type End = Extract<SettlementDecision, { do: 'close' }>

async function deliver(tx: Db, deps: SettleDeps, payment: PaymentRow): Promise<End> {
  const payable = deps.payables[payment.payable_type]
  const { paid, parts } = await withParts(tx, payable, payment)
  const handedOver = await payable.onPaid(tx, deps, payment.payable_id, paid)
  if (handedOver === 'done') {
    await countParts(tx, parts)
    return { do: 'close', status: 'paid', outcome: 'paid' }
  }
  // Staff confirmed it by hand, perhaps because of this very payment: to send it back could be wrong.
  if (!payment.adds_to_price && (await hasItAlready(tx, deps, payment)))
    return { do: 'close', status: 'review', outcome: 'confirmed_by_hand' }
  const why = handedOver === 'soldOut' ? 'sold_out' : 'paid_too_late'
  return { do: 'close', status: 'review', outcome: why, giveBack: why }
}

function hasItAlready(tx: Db, { payables }: SettleDeps, { payable_type, payable_id }: PaymentRow) {
  return payables[payable_type].isDelivered(tx, payable_id)
}

type Facts = Partial<Pick<PaymentRow, 'receipt' | 'amount_received' | 'failure' | 'paid_at'>>

/** What the provider's result adds to the stored payment. */
function factsOf(payment: PaymentRow, result: ProviderResult, now: Date): Facts {
  if (result.kind === 'paid') {
    return {
      receipt: result.receipt ?? payment.receipt,
      amount_received: result.amountReceived ?? payment.amount_received ?? payment.amount,
      failure: null,
      paid_at: paidAtOf(payment, result.paidAt, now),
    }
  }
  if (result.kind === 'not_paid') return { failure: result.failure }
  return {}
}

/** When the money moved. A poll does not say: a phone is answered soon after it was asked. */
function paidAtOf(payment: PaymentRow, stated: Date | undefined, now: Date): Date {
  const at = stated ?? payment.paid_at ?? payment.requested_at ?? now
  return at < now ? at : now
}
