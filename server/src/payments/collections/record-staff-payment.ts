import { addDays, type Day, nairobiDay, nairobiInstant } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import type { DeskMethod, DeskPayment } from '@twende/contract/payments/desk-payment.ts'
import type { PayableType } from '@twende/contract/payments/payment.ts'
import { dayOfCode } from '@twende/contract/payments/payment-choices.ts'
import { m } from '@twende/messages'
import type { Db } from '../../db/database.ts'
import { AppError } from '../../http/app-error.ts'
import { findBalance } from '../ledger/ledger-store.ts'
import { postPrice, postReceipt, sumPaidFor } from '../ledger/post-payment.ts'
import type { Payable } from '../payable.ts'
import { findPayableReference, type PayableName } from '../payable-store.ts'
import type { PaymentRow } from '../payment-store.ts'
import {
  changePayment,
  findPaymentByReceipt,
  insertPayment,
  isUsedCode,
  listPayments,
  lockPayments,
  payableOf,
  usedCodeError,
} from '../payment-store.ts'
import { isCounted, lockProviderTransaction } from '../provider-transaction-store.ts'
import { methodOfDesk } from '../providers/registry.ts'
import { isRefundOwed } from '../refunds/refund-store.ts'

/** The outcome of a payment that staff recorded, in cash or with a payment code; the provider may report it too. */
export const TAKEN_BY_STAFF = 'taken_by_staff'

export type StaffPayment = {
  payableType: PayableType
  payableId: string
  /** Null for a visitor's order. */
  accountId: string | null
  amount: number
  /** The account of the member of staff who received the money. */
  takenBy: string
  paidBy: DeskMethod
  note: string
  /** The day on which the money came, as staff says. */
  paidOn?: Day | undefined
  /** The M-Pesa code; empty for every other way. */
  code?: string
  /** The full price that this payment and earlier part payments pay together; `amount` if it is not given. */
  price?: number
}

/**
 * Records money that staff received, in the transaction of what it pays for. The payment code is locked last, so that two
 * requests with the same code cannot deadlock.
 */
export async function recordStaffPayment(tx: Db, payment: StaffPayment, now: Date): Promise<void> {
  const { payableType, payableId, accountId, amount, takenBy, paidBy, note, code = '' } = payment
  const { price = amount } = payment
  const { received, paidAt } =
    code === ''
      ? { received: amount, paidAt: timeOnDay(payment.paidOn, now) }
      : await receivedWith(tx, { code, price: amount, now })
  const paid = await insertPayment(tx, {
    payableType,
    payableId,
    account_id: accountId,
    method: methodOfDesk(paidBy),
    amount,
    amount_received: received,
    phone: '',
    recorded_by: takenBy,
    status: 'paid',
    outcome: TAKEN_BY_STAFF,
    note,
    receipt: code || null,
    created_at: now,
    settled_at: now,
    paid_at: paidAt,
  }).catch(refuseUsedCode)
  const by = { at: now, actor: takenBy }
  await postReceipt(tx, paid, { into: 'unapplied', ...by })
  await postPrice(tx, paid, { upTo: price, ...by })
}

/** Money at the desk is noted within weeks: what is older is a slip of the year or of the month. */
const MOST_DAYS_LATE = 60

/** When money moved of which only the day is known: now, if that is today. Refuses a later day, and one long ago. */
export function timeOnDay(day: Day | undefined, now: Date): Date {
  const today = nairobiDay(now)
  if (day === undefined || day === today) return now
  if (day > today) throw new AppError('invalid', { message: m.validation_paid_on_later() })
  if (day < addDays(today, -MOST_DAYS_LATE)) {
    const message = m.validation_paid_on_long_ago({ days: MOST_DAYS_LATE })
    throw new AppError('invalid', { message, data: { fields: { paidOn: message } } })
  }
  return nairobiInstant(day, '12:00')
}

/** The day on which money at the desk counts: that of its code, as the provider or the code says, or else of what staff says. */
export async function dayOfDeskMoney(
  tx: Db,
  { code, paidOn }: Pick<DeskPayment, 'code' | 'paidOn'>,
  now: Date,
): Promise<Day> {
  if (code === '') return nairobiDay(timeOnDay(paidOn, now))
  const money = await lockProviderTransaction(tx, code)
  return nairobiDay(money?.moved_at ?? timeOfCode(code, now))
}

/** A code names its day. Which one it is of a later day nobody knows. */
function timeOfCode(code: string, now: Date): Date {
  const day = dayOfCode(code, nairobiDay(now))
  return day !== undefined && day < nairobiDay(now) ? nairobiInstant(day, '12:00') : now
}

/** The amount and the time that a provider reported with this code; if none was reported, what staff and the code say. */
async function receivedWith(
  tx: Db,
  { code, price, now }: { code: string; price: number; now: Date },
): Promise<{ received: number; paidAt: Date }> {
  const money = await lockProviderTransaction(tx, code)
  const used = await findPaymentByReceipt(tx, code)
  if (used) throw await countsFor(tx, used)
  if (!money) return { received: price, paidAt: timeOfCode(code, now) }
  if (await isCounted(tx, money)) throw usedCodeError(m.error_code_counts_for_payment())
  if (money.amount >= price) return { received: money.amount, paidAt: money.moved_at }
  throw new AppError('amount_too_small', {
    message: m.error_reported_less({ reported: showKsh(money.amount), price: showKsh(price) }),
  })
}

/** Money of something that is live is moved only once it is owed back: else that would be unpaid, and nobody would see it. */
async function countsFor(tx: Db, payment: PaymentRow): Promise<AppError> {
  const reference = await findPayableReference(tx, payableOf(payment))
  return usedCodeError(m.error_code_counts_for_named({ reference }))
}

function refuseUsedCode(error: unknown): never {
  throw isUsedCode(error) ? usedCodeError(m.error_code_counts_for_payment()) : error
}

/**
 * The parts of a price that were paid so far. They and the transaction of a code are locked before the payable, in the
 * same order as settling locks them.
 */
export async function lockParts(tx: Db, payable: PayableName, code: string): Promise<PaymentRow[]> {
  const attempts = await lockPayments(tx, payable)
  if (code !== '') await lockProviderTransaction(tx, code)
  return attempts.filter(({ status }) => status === 'partial')
}

export type Parts = readonly PaymentRow[]

/** The other parts of what a payment pays for that wait for their rest, and do not go back. */
export async function findWaitingParts(tx: Db, payment: PaymentRow): Promise<PaymentRow[]> {
  const parts: PaymentRow[] = []
  for (const part of await listPayments(tx, payableOf(payment)))
    if (part.status === 'partial' && part.id !== payment.id && !(await isRefundOwed(tx, part.id)))
      parts.push(part)
  return parts
}

/** What a payment and the parts before it buy together, where the payer chooses the amount from a price list. */
export async function withParts(
  tx: Db,
  { terms: priceTerms }: Pick<Payable, 'terms'>,
  payment: PaymentRow,
): Promise<{ paid: PaymentRow; parts: Parts }> {
  if (!priceTerms) return { paid: payment, parts: [] }
  const parts = await findWaitingParts(tx, payment)
  const total = parts.reduce(
    (sum, { amount_received }) => sum + (amount_received ?? 0),
    payment.amount_received ?? payment.amount,
  )
  const [first, ...others] = [payment.terms, ...parts.map(({ terms }) => terms)].filter(Boolean)
  const terms = first ? priceTerms.best(total, [first, ...others]) : null
  return { paid: { ...payment, amount_received: total, terms }, parts }
}

/** Parts count together with the payment of the rest, so none of them can be given back any more. */
export async function countParts(tx: Db, parts: Parts): Promise<void> {
  for (const { id } of parts) await changePayment(tx, id, { status: 'paid', outcome: 'part_of_price' })
}

type RemainderInput = Omit<StaffPayment, 'amount'> & { price: number; parts: Parts }

/** Records the rest of a price that staff took at the counter; the parts before it count from now on. */
export async function recordRemainder(
  tx: Db,
  { price, parts, ...payment }: RemainderInput,
  now: Date,
): Promise<void> {
  const { payableType, payableId } = payment
  const amount = price - (await sumPaidFor(tx, payableType, payableId))
  const { unapplied } = await findBalance(tx, { type: payableType, id: payableId })
  // What of the price is not paid in the ledger: the credit of the parts pays for it before the remainder does.
  const unpaid = amount + unapplied
  await countParts(tx, parts)
  const [part] = parts
  if (amount > 0) await recordStaffPayment(tx, { ...payment, amount, price: unpaid }, now)
  else if (part) await postPrice(tx, part, { upTo: unpaid, at: now, actor: payment.takenBy })
}
