import { m } from '@twende/messages'
import { addDays, type Day, isDay } from '../calendar-day.ts'
import type { PaymentStatus } from './payment.ts'

/** The largest refund, in shillings, that one person may give back alone. */
export const REFUND_ALONE_UP_TO = 20_000

/** The sum of refunds, in shillings, that one person may give back alone in a day. */
export const REFUNDS_ALONE_A_DAY = 100_000

/** The most, in shillings, that one person may confirm a booking for without money. */
export const CONFIRM_UNPAID_ALONE_UP_TO = 20_000

/**
 * What staff lists: what needs a decision, reported transactions without a payment, codes that staff typed and M-Pesa has
 * not reported, requests that may have been paid because their answer was lost, what counts, everything.
 */
export const PAYMENT_QUEUES = ['review', 'unmatched', 'unreported', 'answerLost', 'matched', 'all'] as const
export type PaymentQueue = (typeof PAYMENT_QUEUES)[number]

/** `proof`: a pasted proof that is no payment yet. `transaction`: what a provider reported and no payment matches. */
export const PAYMENT_ITEM_KINDS = ['payment', 'proof', 'transaction'] as const
export type PaymentItemKind = (typeof PAYMENT_ITEM_KINDS)[number]

export const MONEY_METHODS = ['stk', 'c2b', 'message', 'cash', 'card', 'bank', 'cheque', 'moved'] as const
export type MoneyMethod = (typeof MONEY_METHODS)[number]

/** How a refund went out: one of the ways of the desk, or to another purchase of its customer. */
export const REFUND_METHODS = ['mpesa', 'cash', 'card', 'bank', 'cheque', 'moved'] as const
export type RefundMethod = (typeof REFUND_METHODS)[number]

export const refundMethodLabels: Record<RefundMethod, () => string> = {
  mpesa: m.desk_paid_by_mpesa,
  cash: m.desk_paid_by_cash,
  card: m.desk_paid_by_card,
  bank: m.desk_paid_by_bank,
  cheque: m.desk_paid_by_cheque,
  moved: m.payment_method_moved,
}

/** The methods by which a payment is asked for: a customer can choose one of them. */
export const COLLECTED_METHODS = ['stk'] as const satisfies readonly MoneyMethod[]
export type CollectedMethod = (typeof COLLECTED_METHODS)[number]

/** How providers write the codes of payments and refunds. */
const codeFormats: readonly ((text: string) => boolean)[] = [isMpesaCode]

/** Whether a text is written like the code of a payment at one of the providers. */
export function isPaymentCode(text: string): boolean {
  return codeFormats.some((isCode) => isCode(text))
}

export const paymentMethodLabels: Record<MoneyMethod, () => string> = {
  stk: m.payment_method_stk,
  c2b: m.payment_method_c2b,
  message: m.payment_method_message,
  cash: m.desk_paid_by_cash,
  card: m.desk_paid_by_card,
  bank: m.desk_paid_by_bank,
  cheque: m.desk_paid_by_cheque,
  moved: m.payment_method_moved,
}

export const payableTypeLabels = {
  booking: m.payment_for_booking,
  listing_period: m.payment_for_listing_period,
  order: m.payment_for_order,
  deposit: m.payment_for_deposit,
  unmatched: m.payment_for_unmatched,
} as const

/** How money goes back: to the M-Pesa number that paid, or as its customer says, where some of it was paid in another way. */
export const REFUND_WAYS = ['to_payer', 'as_agreed'] as const
export type RefundWay = (typeof REFUND_WAYS)[number]

export const refundWaySentences: Record<RefundWay, () => string> = {
  to_payer: m.refund_way_to_payer,
  as_agreed: m.refund_way_as_agreed,
}

/** Due to be sent, waiting for a second person to agree, sent. */
export const REFUND_QUEUES = ['due', 'waiting', 'sent'] as const
export type RefundQueue = (typeof REFUND_QUEUES)[number]

/** What staff may decide on a payment that is looked at. */
export const PAYMENT_DECISIONS = ['accept', 'giveBack', 'giveBackRest', 'dismiss'] as const
export type PaymentDecision = (typeof PAYMENT_DECISIONS)[number]

/** What may be done with a payment in this state; `received` is what M-Pesa says came in, null when it says nothing. */
export function decisionsOnPayment(payment: {
  status: PaymentStatus
  outcome: string
  received: number | null
  refundOwed: boolean
  /** Whether it is in the books because staff recorded it: it leaves them again where that was a mistake. */
  recordedByStaff: boolean
  /** What was paid for the same thing beyond its price, and is kept for what comes. */
  credit: number
}): readonly PaymentDecision[] {
  const hasRest = payment.status === 'paid' && !payment.refundOwed && payment.credit > 0
  const found = hasRest ? (['giveBackRest'] as const) : decisionsOnMoney(payment)
  return payment.recordedByStaff && !found.includes('dismiss') ? [...found, 'dismiss'] : found
}

function decisionsOnMoney(payment: {
  status: PaymentStatus
  outcome: string
  received: number | null
  refundOwed: boolean
}): readonly PaymentDecision[] {
  if (payment.outcome === 'answer_lost') return ['dismiss']
  const looked = payment.status === 'review' || payment.status === 'partial'
  if (!looked || payment.refundOwed) return []
  return payment.received === null ? ['accept', 'dismiss'] : ['accept', 'giveBack']
}

/** Whether an admin must agree first to a refund that somebody else then sends. */
export function needsSecondPerson(amount: number): boolean {
  return amount > REFUND_ALONE_UP_TO
}

/** Whether a text is written like an M-Pesa code of today: year, month and date as letters, then seven characters. */
export function isMpesaCode(text: string): boolean {
  return /^[A-Z][A-L][1-9A-V][A-Z0-9]{7}$/.test(text)
}

/** The day that a code names, in the last 26 years: its year is one letter; undefined where it names none. */
export function dayOfCode(code: string, today: Day): Day | undefined {
  const parts = /^([A-Z])([A-L])([1-9A-V])/.exec(code)
  if (!parts) return undefined
  const [, year = '', month = '', date = ''] = parts
  const thisYear = Number(addDays(today, 1).slice(0, 4))
  const named = 2006 + year.charCodeAt(0) - 65
  const latest = named + Math.floor((thisYear - named) / 26) * 26
  const two = (number: number) => String(number).padStart(2, '0')
  const day = `${latest}-${two(month.charCodeAt(0) - 64)}-${two(Number.parseInt(date, 32))}`
  return isDay(day) ? day : undefined
}
