import { type Day, nairobiDay, showDay } from '@twende/contract/calendar-day.ts'
import type { DeskMethod, DeskPayment } from '@twende/contract/payments/desk-payment.ts'
import { dayOfCode, needsSecondPerson } from '@twende/contract/payments/payment-choices.ts'
import { transfersOf } from '@twende/contract/payments/refund-transfers.ts'
import { m } from '@twende/messages'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import type { NotificationParams } from '../../notifications/notification-kinds.ts'
import { queueNotification } from '../../notifications/queue-notification.ts'
import { REPORTED_ACCOUNTS } from '../ledger/accounts.ts'
import { payRefund } from '../ledger/postings.ts'
import { findPayer } from '../payable-store.ts'
import { changePayment, lockPayments, usedCodeError } from '../payment-store.ts'
import { isProviderTransaction } from '../provider-transaction-store.ts'
import { accountOfDesk } from '../providers/registry.ts'
import { showPaymentStatus } from '../show-payment-status.ts'
import { sharesOf } from './list-refunds.ts'
import { findRefundedParts } from './refund-parts.ts'
import {
  approveRefundRow,
  confirmRefundRow,
  findRefund,
  markRefundSent,
  type RefundRow,
} from './refund-store.ts'

type RefundDeps = Pick<AppDeps, 'db' | 'clock' | 'payables'>

/** An admin approves a refund above the limit; another person must pay it. */
export async function approveRefund(
  { db, clock }: RefundDeps,
  { refundId, accountId }: { refundId: string; accountId: string },
): Promise<void> {
  if (!(await findRefund(db, refundId))) throw new AppError('refund_not_found')
  const approved = await inTransaction(db, (tx) =>
    approveRefundRow(tx, refundId, { accountId, now: clock.now() }),
  )
  if (!approved) throw new AppError('refund_wrong_state')
}

/** `otherCodes` are those of further transfers, where the money goes back to several numbers. */
type RefundPaidInput = { refundId: string; accountId: string; otherCodes: string[] } & DeskPayment

/** Records that a refund was paid, and notifies its customer. */
export async function markRefundPaid(
  deps: RefundDeps,
  { refundId, accountId, paidBy, code, otherCodes, note, paidOn }: RefundPaidInput,
): Promise<void> {
  const named = await findRefund(deps.db, refundId)
  if (!named) throw new AppError('refund_not_found')
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    // The payments of a payable are always locked first.
    await lockPayments(tx, payableOfRefund(named))
    const refund = (await findRefund(tx, refundId)) ?? named
    refuseAlone(refund, accountId)
    if (refund.paymentToApprove !== null) throw new AppError('payment_not_approved')
    if (refund.purpose === 'unmatched' && !isReported(paidBy)) throw toOwnNumberOnly()
    const codes = code === '' ? [] : [code, ...otherCodes]
    const transfers = await transfersWith(tx, refund, codes)
    const sentOn = findSentDay({
      dueSince: nairobiDay(refund.createdAt),
      codes,
      paidOn,
      today: nairobiDay(now),
    })
    const sent = { accountId, method: paidBy, sentOn, receipt: code || null, note, now, ...transfers }
    if (!(await markRefundSent(tx, refundId, sent))) throw new AppError('refund_wrong_state')
    if (refund.paymentId !== null) await changePayment(tx, refund.paymentId, { status: 'refunded' })
    await showPaymentStatus(tx, deps, payableOfRefund(refund))
    await payRefund(tx, {
      payable: { type: refund.purpose, id: refund.purchaseId },
      refundId,
      amount: refund.amount,
      account: accountOfDesk(paidBy),
      receipt: code || undefined,
      key: `refund ${refundId} paid`,
      at: now,
      day: sentOn,
      actor: accountId,
    })
    const parts = (await findRefundedParts({ db: tx, payables: deps.payables }, [refund])).get(refundId) ?? []
    const extras = parts.map(({ notified }) => notified)
    const sentAs = transfers.transferAmounts.map((amount, at) => ({ amount, code: codes[at] ?? '' }))
    await notify(tx, refund, { receipt: code || null, transfers: sentAs, note, extras }, now)
  })
}

const isReported = (paidBy: DeskMethod) =>
  REPORTED_ACCOUNTS.some((account) => account === accountOfDesk(paidBy))

/** Nobody knows who paid what matches nothing: it goes back to its number, and to nobody at the desk. */
function toOwnNumberOnly(): AppError {
  const message = m.validation_refund_own_number()
  return new AppError('invalid', { message, data: { fields: { paidBy: message } } })
}

/**
 * What of it went out with which code: all with one, where staff agreed on one phone with the customer, or a transfer to each phone.
 * Refuses known codes, and fewer or more codes than transfers.
 */
async function transfersWith(
  tx: Db,
  refund: RefundRow,
  [first, ...otherReceipts]: readonly string[],
): Promise<{ otherReceipts: string[]; transferAmounts: number[] }> {
  if (first === undefined) return { otherReceipts: [], transferAmounts: [] }
  const transfers = transfersOf(sharesOf(refund))
  const codes = [first, ...otherReceipts]
  const missing = otherReceipts.indexOf('')
  if ((otherReceipts.length > 0 && codes.length !== transfers.length) || missing >= 0) {
    const message = m.error_refund_codes()
    const field = missing < 0 ? 'code' : `otherCodes.${missing}`
    throw new AppError('invalid', { message, data: { fields: { [field]: message } } })
  }
  for (const each of codes)
    if (await isProviderTransaction(tx, each)) throw usedCodeError(m.error_code_is_known())
  const transferAmounts = otherReceipts.length === 0 ? [] : transfers.map(({ amount }) => amount)
  return { otherReceipts, transferAmounts }
}

/** The day on which a refund went out, as its codes say: that of the last transfer. None is before the refund was due, or after today. */
function findSentDay({
  dueSince,
  codes,
  paidOn,
  today,
}: {
  dueSince: Day
  codes: readonly string[]
  paidOn: Day | undefined
  today: Day
}): Day {
  const days = codes.flatMap((code) => dayOfCode(code, today) ?? []).toSorted()
  const sentOn = days.at(-1) ?? paidOn ?? today
  const first = days[0] ?? sentOn
  if (first >= dueSince && sentOn <= today) return sentOn
  const allowed = { since: showDay(dueSince), today: showDay(today) }
  const dueToday = dueSince === today
  if (days.length > 0) {
    const of = { day: showDay(first < dueSince ? first : sentOn), ...allowed }
    const message = dueToday ? m.error_code_of_day_before_due(of) : m.error_code_of_other_day(of)
    throw new AppError('payment_code_of_other_day', { message })
  }
  const message = dueToday ? m.validation_refund_due_today(allowed) : m.validation_refund_day(allowed)
  throw new AppError('invalid', { message, data: { fields: { paidOn: message } } })
}

/** A second person saw a refund on the statement of its provider, which reports nothing that goes out by itself. */
export async function confirmRefund(
  { db, clock }: RefundDeps,
  { refundId, accountId }: { refundId: string; accountId: string },
): Promise<void> {
  const refund = await findRefund(db, refundId)
  if (!refund) throw new AppError('refund_not_found')
  if (refund.sentById === accountId)
    throw new AppError('refund_needs_second_person', { message: m.error_refund_seen_by_sender() })
  const confirmed = await inTransaction(db, (tx) =>
    confirmRefundRow(tx, refundId, { accountId, now: clock.now() }),
  )
  if (!confirmed) throw new AppError('refund_wrong_state')
}

/** Refuses what a second person must agree to, or somebody else must do. */
export function refuseAlone({ status, amount, approvedById }: RefundRow, accountId: string) {
  if (status !== 'due') throw new AppError('refund_wrong_state')
  if (!needsSecondPerson(amount)) return
  if (approvedById === null) throw new AppError('refund_not_approved')
  if (approvedById === accountId) throw new AppError('refund_needs_second_person')
}

async function notify(
  tx: Db,
  refund: RefundRow,
  how: Pick<NotificationParams['refund_sent'], 'receipt' | 'transfers' | 'note' | 'extras'>,
  now: Date,
): Promise<void> {
  const payer = await findPayer(tx, payableOfRefund(refund))
  if (!payer) return
  const { name, reference, ...to } = payer
  const params = { name, reference, amount: refund.amount, ...how }
  await queueNotification(
    tx,
    { kind: 'refund_sent', params, ...to, dedupeKey: `refund_sent ${refund.id}` },
    now,
  )
}

export const payableOfRefund = ({ purpose, purchaseId }: RefundRow) => ({
  payableType: purpose,
  payableId: purchaseId,
})
