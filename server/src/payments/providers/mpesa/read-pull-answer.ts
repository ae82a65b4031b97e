import * as z from 'zod/mini'
import { findObjection, type RegisterResult } from './daraja-answers.ts'
import type { NoToken, Sent } from './daraja-http.ts'
import { LooseText, readAmount, readReceipt } from './daraja-messages.ts'
import { readMpesaTimestamp } from './mpesa-timestamp.ts'

/** A payment to the paybill or till, as Daraja lists it afterwards. */
export type PulledPayment = {
  receipt: string
  /** Shillings, perhaps with cents. */
  amount: number
  /** Typed by the payer; empty for a till. */
  billReference: string
  paidAt: Date | null
  /** Masked as in a report (`2547 ***** 126`), whatever Daraja lists; empty where it lists none. */
  phone: string
  payerName: string
  /** The row, unchanged. */
  text: string
}

export type PullResult =
  /** `rows` is how many the answer had, of which some are not payments of customers, or cannot be read. */
  | { kind: 'listed'; rows: number; payments: PulledPayment[]; unread: number }
  | { kind: 'unreachable'; why: string }

const SUCCESS = '1000'
/** Also the answer where nothing was paid in the time that was asked for. */
const NONE = '1001'

const PullAnswer = z.looseObject({
  ResponseCode: LooseText,
  ResponseMessage: LooseText,
  Response: z.optional(z.unknown()),
})

const Row = z.looseObject({
  transactionId: LooseText,
  trxDate: LooseText,
  msisdn: LooseText,
  sender: LooseText,
  transactiontype: LooseText,
  billreference: LooseText,
  amount: LooseText,
})

/** Customers' payments are `c2b-pay-bill-debit` and `c2b-buy-goods-debit`. */
const isOfCustomer = (type: string) => type.toLowerCase().startsWith('c2b')

/** Reads an answer of Pull Transactions. Its rows are in lists within a list; anything but the two known codes is no answer. */
export function readPullAnswer(sent: Sent | NoToken): PullResult {
  if (sent.kind === 'no_token') return { kind: 'unreachable', why: sent.code }
  if (sent.kind !== 'answered') return { kind: 'unreachable', why: sent.why }
  const objection = findObjection(sent)
  if (objection) return { kind: 'unreachable', why: `${objection.code} ${objection.message}`.trim() }
  const answer = z.safeParse(PullAnswer, sent.json)
  if (sent.status !== 200 || !answer.success) return { kind: 'unreachable', why: `HTTP ${sent.status}` }
  const { ResponseCode: code, ResponseMessage: message, Response: list } = answer.data
  if (code === NONE) return { kind: 'listed', rows: 0, payments: [], unread: 0 }
  if (code !== SUCCESS)
    return { kind: 'unreachable', why: `${code} ${message}`.trim() || 'unreadable answer' }
  const rows: unknown[] = Array.isArray(list) ? list.flat() : []
  const read = rows.map(readRow)
  return {
    kind: 'listed',
    rows: rows.length,
    payments: read.filter((row) => row !== 'unread' && row !== 'other'),
    unread: read.filter((row) => row === 'unread').length,
  }
}

/** A payment of a customer, something else that moved money, or what cannot be read. */
function readRow(row: unknown): PulledPayment | 'other' | 'unread' {
  const { data } = z.safeParse(Row, row)
  const receipt = readReceipt(data?.transactionId)
  const amount = readAmount(data?.amount)
  if (!data || receipt === undefined || amount === undefined) return 'unread'
  if (!isOfCustomer(data.transactiontype)) return 'other'
  return {
    receipt,
    amount,
    billReference: data.billreference,
    paidAt: readTime(data.trxDate),
    phone: mask(data.msisdn),
    payerName: data.sender,
    text: JSON.stringify(row),
  }
}

/** Daraja lists whole numbers, `722000126` or `254722000126`. A report masks them, and no more is kept here. */
function mask(phone: string): string {
  const digits = /^(?:254|0)?([17]\d{8})$/.exec(phone)?.[1]
  return digits ? `254${digits[0]} ***** ${digits.slice(-3)}` : phone
}

/** A time that names its zone is taken at its word; one without is that of Nairobi. */
function readTime(text: string): Date | null {
  const isoText = /(Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : readMpesaTimestamp(text.replace(/\D/g, ''))
  const time = new Date(isoText ?? '')
  return Number.isNaN(time.getTime()) ? null : time
}

const RegisterAnswer = z.looseObject({ ResponseStatus: LooseText, ResponseDescription: LooseText })

/** Reads what Daraja says to a registration for Pull Transactions, which it takes once. */
export function readPullRegisterAnswer(sent: Sent | NoToken): RegisterResult {
  if (sent.kind === 'no_token') return { kind: 'not_registered', code: sent.code, message: sent.message }
  if (sent.kind !== 'answered') return { kind: 'not_registered', code: 'unreachable', message: sent.why }
  const objection = findObjection(sent)
  if (objection) return { kind: 'not_registered', code: objection.code, message: objection.message }
  const answer = z.safeParse(RegisterAnswer, sent.json)
  if (!answer.success) return { kind: 'not_registered', code: `HTTP ${sent.status}`, message: '' }
  const { ResponseStatus: status, ResponseDescription: message } = answer.data
  if (status === SUCCESS) return { kind: 'registered' }
  if (status === NONE) return { kind: 'already_registered' }
  return { kind: 'not_registered', code: status, message }
}
