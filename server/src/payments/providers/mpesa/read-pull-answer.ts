import * as z from 'zod/mini'
import { findObjection, type RegisterResult } from './daraja-answers.ts'
import type { NoToken, Sent } from './daraja-http.ts'
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

const Scalar = z.union([z.string().check(z.maxLength(1000)), z.number()])

const PullAnswer = z.looseObject({
  ResponseCode: Scalar,
  ResponseMessage: z._default(z.string(), ''),
  Response: z.optional(z.unknown()),
})

const Text = z._default(
  z.pipe(
    z.nullable(Scalar),
    z.transform((value) =>
      String(value ?? '')
        .toWellFormed()
        .replaceAll('\u0000', '')
        .trim(),
    ),
  ),
  '',
)

const Row = z.looseObject({
  transactionId: z.string().check(z.regex(/^[A-Z0-9]{6,20}$/i)),
  trxDate: Text,
  msisdn: Text,
  sender: Text,
  transactiontype: Text,
  billreference: Text,
  amount: z.pipe(Text, z.string().check(z.regex(/^\d{1,12}(\.\d{1,2})?$/))),
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
  const code = String(answer.data.ResponseCode)
  if (code === NONE) return { kind: 'listed', rows: 0, payments: [], unread: 0 }
  if (code !== SUCCESS) return { kind: 'unreachable', why: `${code} ${answer.data.ResponseMessage}`.trim() }
  const list: unknown = answer.data.Response
  const rows: unknown[] = Array.isArray(list) ? list.flat() : []
  const read = rows.map((row) => z.safeParse(Row, row))
  return {
    kind: 'listed',
    rows: rows.length,
    payments: read.flatMap(({ data }, index) =>
      data && isOfCustomer(data.transactiontype) ? [paymentOf(data, JSON.stringify(rows[index]))] : [],
    ),
    unread: read.filter(({ success }) => !success).length,
  }
}

function paymentOf(row: z.output<typeof Row>, text: string): PulledPayment {
  return {
    receipt: row.transactionId.toUpperCase(),
    amount: Number(row.amount),
    billReference: row.billreference,
    paidAt: readTime(row.trxDate),
    phone: mask(row.msisdn),
    payerName: row.sender,
    text,
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

const RegisterAnswer = z.looseObject({
  ResponseStatus: Scalar,
  ResponseDescription: z._default(z.string(), ''),
})

/** Reads what Daraja says to a registration for Pull Transactions, which it takes once. */
export function readPullRegisterAnswer(sent: Sent | NoToken): RegisterResult {
  if (sent.kind === 'no_token') return { kind: 'not_registered', code: sent.code, message: sent.message }
  if (sent.kind !== 'answered') return { kind: 'not_registered', code: 'unreachable', message: sent.why }
  const objection = findObjection(sent)
  if (objection) return { kind: 'not_registered', code: objection.code, message: objection.message }
  const answer = z.safeParse(RegisterAnswer, sent.json)
  if (!answer.success) return { kind: 'not_registered', code: `HTTP ${sent.status}`, message: '' }
  const { ResponseStatus, ResponseDescription } = answer.data
  const status = String(ResponseStatus)
  if (status === SUCCESS) return { kind: 'registered' }
  if (status === NONE) return { kind: 'already_registered' }
  return { kind: 'not_registered', code: status, message: ResponseDescription }
}

/** `YYYY-MM-DD HH:mm:ss` on a Nairobi clock, as Pull Transactions is asked. */
export function pullTimestamp(instant: Date): string {
  return new Date(instant.getTime() + 3 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
}
