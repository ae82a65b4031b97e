import { nairobiDay } from '@twende/contract/calendar-day.ts'
import type { PayableType } from '@twende/contract/payments/payment.ts'
import { needsSecondPerson } from '@twende/contract/payments/payment-choices.ts'
import { m } from '@twende/messages'
import type { Db } from '../../db/database.ts'
import { AppError } from '../../http/app-error.ts'
import { queueNotification } from '../../notifications/queue-notification.ts'
import { countParts } from '../collections/record-staff-payment.ts'
import type { SettleDeps } from '../collections/settle-payment.ts'
import { reverseReceipts } from '../ledger/corrections.ts'
import { findBalance, findUnmatchedMoney, sumReceivedBy } from '../ledger/ledger-store.ts'
import { findOwed, findSurplus, placeOf, sumPaidFor } from '../ledger/post-payment.ts'
import {
  applyToPrice,
  lockOwed,
  receiveUnmatchedMoney,
  reduceCharge,
  unapplyPrice,
} from '../ledger/postings.ts'
import { findPayer, hasEnded, type PayableName } from '../payable-store.ts'
import { isOfPart } from '../payment-labels.ts'
import { changePayment, type PaymentRow, payableOf } from '../payment-store.ts'
import { isProviderTransaction, lockProviderTransaction } from '../provider-transaction-store.ts'
import { providerOf } from '../providers/registry.ts'
import { createRefund, withdrawRefund } from '../refunds/create-refund.ts'
import { moneyIsGone } from '../refunds/money-is-gone.ts'
import { isRefundOwed, lockRefundsDue, type RefundDue } from '../refunds/refund-store.ts'

/**
 * A payment that staff recorded or matched leaves the books: its money never came, or was recorded on the wrong purchase. What it paid is
 * owed again, or waits to be paid again, and a refund of it ends. Its code is free again; money that its provider reported
 * matches nothing from now on. Called under `lockPayments`.
 */
export async function voidPayment(
  tx: Db,
  deps: SettleDeps,
  { payment, others, reason, accountId }: Voiding,
): Promise<void> {
  const now = deps.clock.now()
  const payable = payableOf(payment)
  const isOwnAct = payment.recorded_by === accountId || payment.matched_by === accountId
  if (needsSecondPerson(payment.amount) && isOwnAct)
    throw new AppError('payment_needs_second_person', { message: m.error_void_needs_second_person() })
  if (payment.receipt !== null) await lockProviderTransaction(tx, payment.receipt)
  const isReported = payment.receipt !== null && (await isProviderTransaction(tx, payment.receipt))
  const refunds = await lockRefundsDue(tx, payable, payment.id)
  const owedBack = () => findBalance(tx, { type: payable.payableType, id: payable.payableId })
  const before = (await owedBack()).refundsPayable
  const { onVoided } = deps.payables[payment.payable_type]
  if (!onVoided && refunds.length === 0)
    throw new AppError('payment_wrong_state', { message: m.error_void_purchase_first() })
  const voided = { amount: payment.amount_received ?? payment.amount, code: payment.receipt ?? '' }
  const takeOut = () => takeOutOfBooks(tx, { payment, others, refunds, isReported, accountId, now })
  const facts = { ...voided, reason, accountId, now, takeOutOfBooks: takeOut }
  const end = onVoided ? await onVoided(tx, payable.payableId, facts) : await takeOut().then(() => 'over')
  if (end !== 'owed') await writeOff(tx, payment, now)
  if (end === 'waits') await freeParts(tx, { payment, others, now })
  if (end === 'over') await countPartsThatPay(tx, payable, others)
  const isUnreported = payment.receipt !== null && !isReported
  const refund = { before, amount: (await owedBack()).refundsPayable }
  await notify(tx, payment, { ...voided, refund, waits: end === 'waits', byMistake: !isUnreported, now })
}

type Voiding = {
  payment: PaymentRow
  /** The other attempts to pay for the same thing. */
  others: readonly PaymentRow[]
  reason: string
  accountId: string | null
}

type TakingOut = {
  payment: PaymentRow
  others: readonly PaymentRow[]
  refunds: readonly RefundDue[]
  isReported: boolean
  accountId: string | null
  now: Date
}

async function takeOutOfBooks(
  tx: Db,
  { payment, others, refunds, isReported, accountId, now }: TakingOut,
): Promise<void> {
  const payable = payableOf(payment)
  const key = { type: payable.payableType, id: payable.payableId }
  // Where the payment itself goes back, the other refunds are of other money, and stay.
  const own = refunds.filter(({ ofPayment }) => ofPayment !== null)
  const shared = own.length > 0 ? [] : refunds
  const isEnded = shared.some(({ reason }) => !isOfPart(reason) && reason !== 'more_than_owed')
  const late = isEnded ? await sumLateParts(tx, payable, others) : 0
  for (const { id } of [...own, ...shared]) await withdrawRefund(tx, payable, id, { accountId, now })
  const paid = (await sumPaidFor(tx, payable.payableType, payable.payableId)) - late
  await refuseIfGone(tx, payment)
  await changePayment(tx, payment.id, {
    status: 'failed',
    outcome: 'voided',
    receipt: null,
    amount_received: null,
    note: [payment.note, payment.receipt].filter(Boolean).join(', '),
    voided_by: accountId,
    voided_at: now,
  })
  const by = { at: now, actor: accountId }
  await reverseReceipts(tx, {
    payable: key,
    paymentId: payment.id,
    key: `payment ${payment.id} voided`,
    // The price is owed since the day on which the money counted: books of that day stay whole.
    day: payment.paid_at === null ? undefined : nairobiDay(payment.paid_at),
    ...by,
  })
  if (isReported) await keepUnmatched(tx, payment, by)
  const left = (await sumPaidFor(tx, payable.payableType, payable.payableId)) - late
  await refundLeft(tx, { payable, refunds: shared, paid, left, by })
  // They do not pay what has ended.
  const used = late - (await findBalance(tx, key)).unapplied
  if (used > 0)
    await unapplyPrice(tx, {
      payable: key,
      amount: used,
      key: `payment ${payment.id} voided, late parts wait`,
      ...by,
    })
}

/** Parts that came for what had ended: its refunds have none of them. */
async function sumLateParts(
  tx: Db,
  { payableType: type, payableId: id }: PayableName,
  others: readonly PaymentRow[],
): Promise<number> {
  const { unapplied } = await findBalance(tx, { type, id })
  const parts = others.filter(({ status }) => status === 'partial')
  return Math.min(unapplied, sum(parts.map(({ amount, amount_received }) => amount_received ?? amount)))
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

type RefundsLeft = {
  payable: PayableName
  refunds: readonly RefundDue[]
  paid: number
  left: number
  by: { at: Date; actor: string | null }
}

/** Owes back what other money is to go back still. What ended the purchase took what its other refunds had left. */
async function refundLeft(tx: Db, { payable, refunds, by, ...sums }: RefundsLeft): Promise<void> {
  const key = { type: payable.payableType, id: payable.payableId }
  const ends = ({ reason }: RefundDue) => Number(!isOfPart(reason))
  let { paid, left } = sums
  for (const refund of refunds.toSorted((a, b) => ends(a) - ends(b))) {
    const still = await refundedStill(tx, { payable: key, refund, paid, left, by })
    const { amount, reason, note, occasion } = refund
    const cameWith = refund.cameWith ?? undefined
    if (still > 0)
      await createRefund(tx, { ...payable, reason, note, occasion, cameWith, amount: still }, by.at)
    paid -= amount
    left -= still
  }
}

type StillOwed = {
  payable: { type: PayableType; id: string }
  refund: RefundDue
  /** What was paid of what it is of, and what of that is there still. */
  paid: number
  left: number
  by: { at: Date; actor: string | null }
}

/** What other money of the payable is to go back still. Of a cancelled purchase that is the same share as before. */
async function refundedStill(tx: Db, { payable, refund, paid, left, by }: StillOwed): Promise<number> {
  const { id, amount, reason } = refund
  const key = `refund ${id} less voided money`
  if (reason === 'more_than_owed') {
    await applyToPrice(tx, { payable, upTo: await lockOwed(tx, payable), key, ...by })
    return Math.min(amount, await findSurplus(tx, payable.type, payable.id))
  }
  // What goes back because less was bought is first no longer owed.
  if (isOfPart(reason) && reason !== 'deposit_returned')
    return reduceCharge(tx, { payable, amount, key, ...by })
  const still = paid <= 0 ? 0 : Math.floor((amount * left) / paid)
  await reduceCharge(tx, { payable, amount: amount - still, key, ...by })
  return still
}

/** Money that its provider reported did come: it matches nothing, until staff says what it was paid for. */
async function keepUnmatched(
  tx: Db,
  payment: PaymentRow,
  by: { at: Date; actor: string | null },
): Promise<void> {
  const receipt = payment.receipt?.toUpperCase() ?? ''
  if (await findUnmatchedMoney(tx, receipt)) return
  const reported = await lockProviderTransaction(tx, receipt)
  if (!reported) return
  const { account } = providerOf(payment)
  const key = `payment ${payment.id} voided, ${receipt} unmatched`
  const day = nairobiDay(reported.moved_at)
  await receiveUnmatchedMoney(tx, { key, account, receipt, amount: reported.amount, day, ...by })
}

/** Parts that pay the price without the voided payment wait for nothing any more. */
async function countPartsThatPay(tx: Db, payable: PayableName, others: readonly PaymentRow[]): Promise<void> {
  const { price, receivable, unapplied } = await findBalance(tx, {
    type: payable.payableType,
    id: payable.payableId,
  })
  const isPaid = price > 0 && receivable === 0 && unapplied === 0
  if (!isPaid || (await hasEnded(tx, payable))) return
  const parts: PaymentRow[] = []
  for (const part of others)
    if (part.status === 'partial' && !(await isRefundOwed(tx, part.id))) parts.push(part)
  await countParts(tx, parts)
}

/** What else was paid of a price that waits again is a part of it, which counts once the rest is paid. */
async function freeParts(
  tx: Db,
  { payment, others, now }: Pick<Voiding, 'payment' | 'others'> & { now: Date },
): Promise<void> {
  const { payable_type: type, payable_id: id } = payment
  for (const { id: part, status } of others)
    if (status === 'paid' && !(await isRefundOwed(tx, part)))
      await changePayment(tx, part, { status: 'partial', outcome: 'paid_less' })
  await unapplyPrice(tx, { payable: { type, id }, key: `payment ${payment.id} voided, parts wait`, at: now })
}

/** Refuses where the money, or what it paid, was used for something else by now. */
async function refuseIfGone(tx: Db, payment: PaymentRow): Promise<void> {
  const { payable_type: type, payable_id: id } = payment
  const { money, refundsPayable, price, unapplied, suspense } = await findBalance(tx, { type, id })
  const amount = await sumReceivedBy(tx, payment.id)
  // What is looked at is the money of other payments, unless this one is looked at.
  const ofOthers = placeOf(payment.status) === 'suspense' ? 0 : suspense
  const isThere = money - refundsPayable - ofOthers >= amount
  if (isThere && price + unapplied + suspense - ofOthers >= amount) return
  throw await moneyIsGone(tx, payableOf(payment))
}

/** Of what was cancelled or given back nothing is owed any more, since today; a deposit is due, and no debt. */
async function writeOff(tx: Db, payment: PaymentRow, now: Date): Promise<void> {
  const { payable_type: type, payable_id: id } = payment
  const { charged } = await findOwed(tx, type, id)
  const key = `payment ${payment.id} voided and written off`
  await reduceCharge(tx, { payable: { type, id }, amount: charged, key, at: now })
}

type Told = {
  amount: number
  code: string
  /** What was to go back for it, and what goes back still. */
  refund: { before: number; amount: number }
  waits: boolean
  byMistake: boolean
  now: Date
}

async function notify(tx: Db, payment: PaymentRow, { now, ...told }: Told): Promise<void> {
  const payable = payableOf(payment)
  const payer = await findPayer(tx, payable)
  if (!payer) return
  const { name, reference, ...to } = payer
  const { owed, inReview } = await findOwed(tx, payable.payableType, payable.payableId)
  const sums = { isOwed: owed > 0, owed, isLookedAt: inReview > 0 }
  const params = { name, payable: { type: payable.payableType, reference }, ...told, ...sums }
  const dedupeKey = `payment_voided ${payment.id}`
  await queueNotification(tx, { kind: 'payment_voided', params, ...to, dedupeKey }, now)
}
