import * as z from 'zod/mini'
import type { NoToken, Sent } from './daraja-http.ts'

const requestId = z.string().check(z.minLength(1), z.maxLength(100))

const Accepted = z.looseObject({
  MerchantRequestID: requestId,
  CheckoutRequestID: requestId,
  CustomerMessage: z._default(z.string(), ''),
})

const Acknowledged = z.looseObject({
  ResponseCode: z.union([z.string(), z.number()]),
  ResponseDescription: z._default(z.string(), ''),
})

/** The code 500.001.1001 stands for many things, so its message decides. */
const REFUSED_BY_MESSAGE = [
  { message: /unable to lock subscriber/i, temporary: true },
  { message: /merchant does not exist/i, temporary: false },
  { message: /wrong credentials/i, temporary: false },
]

/** A no from Daraja in any of its dresses: the envelope of its applications or of its gateway. */
export type Objection = { status: number; code: string; message: string }

const Envelope = z.looseObject({
  errorCode: z.union([z.string(), z.number()]),
  errorMessage: z._default(z.string(), ''),
})
const Fault = z.looseObject({
  fault: z.looseObject({
    faultstring: z.optional(z.string()),
    detail: z.optional(z.looseObject({ errorcode: z.optional(z.string()) })),
  }),
})

/** Finds the objection in an answer, also when it came with status 200. */
export function findObjection(sent: Sent): Objection | undefined {
  if (sent.kind !== 'answered') return undefined
  const { status, json } = sent
  const envelope = z.safeParse(Envelope, json)
  if (envelope.success) {
    const { errorCode, errorMessage } = envelope.data
    return { status, code: String(errorCode), message: redactNumbers(errorMessage) }
  }
  const fault = z.safeParse(Fault, json)
  if (fault.success) {
    const { faultstring = '', detail } = fault.data.fault
    return { status, code: detail?.errorcode ?? String(status), message: redactNumbers(faultstring) }
  }
  if (status === 429 || status === 401) return { status, code: String(status), message: '' }
  return undefined
}

const TOKEN_CODES = new Set(['404.001.03', '400.003.01', '401.002.01', '401.003.01', '401.001'])

/** Daraja spells "your token is no good" in many ways. */
export function isTokenObjection(errorAnswer: Objection | undefined): boolean {
  if (!errorAnswer) return false
  const { status, code, message } = errorAnswer
  return status === 401 || TOKEN_CODES.has(code) || /invalid access token/i.test(message)
}

/** Too many calls, or a busy gateway: the call was turned away before it did anything. */
export function isBackOff({ status, code, message }: Objection): boolean {
  return (
    status === 429 ||
    code === '500.003.02' ||
    code === '500.003.03' ||
    /spike ?arrest|quota|ratelimit/i.test(`${code} ${message}`)
  )
}

/** A CheckoutRequestID ends in the payer's number: keeps enough to find it again, not the number. */
export function redactCheckoutRequestId(id: string): string {
  return id.slice(0, -9) + '*'.repeat(Math.min(9, id.length))
}

/** Stars for every run of digits long enough to hold a phone number. */
export function redactNumbers(text: string): string {
  return text.replace(/\d{9,}/g, (digits) => `${digits.slice(0, -9)}*********`)
}

export type RegisterResult =
  | { kind: 'registered' }
  /** Production takes addresses once; changing them is done in Safaricom's portal. */
  | { kind: 'already_registered' }
  | { kind: 'not_registered'; code: string; message: string }

export function readRegisterAnswer(sent: Sent | NoToken): RegisterResult {
  if (sent.kind === 'no_token') return { kind: 'not_registered', code: sent.code, message: sent.message }
  if (sent.kind !== 'answered') return { kind: 'not_registered', code: 'unreachable', message: sent.why }
  const errorAnswer = findObjection(sent)
  if (errorAnswer && /already registered/i.test(errorAnswer.message)) return { kind: 'already_registered' }
  if (errorAnswer) return { kind: 'not_registered', code: errorAnswer.code, message: errorAnswer.message }
  const answer = z.safeParse(Acknowledged, sent.json)
  if (!answer.success) return { kind: 'not_registered', code: `HTTP ${sent.status}`, message: '' }
  const { ResponseCode, ResponseDescription } = answer.data
  if (/^0+$/.test(String(ResponseCode))) return { kind: 'registered' }
  return { kind: 'not_registered', code: String(ResponseCode), message: ResponseDescription }
}

export type PushResult =
  | { kind: 'accepted'; merchantRequestId: string; checkoutRequestId: string; customerMessage: string }
  /** A definite no: nothing was sent to the phone. */
  | { kind: 'refused'; code: string; message: string; temporary: boolean }
  /** The phone may have been asked, or not. Never to be sent again by itself. */
  | { kind: 'unknown'; why: string }

export function readPushAnswer(sent: Sent | NoToken): PushResult {
  if (sent.kind === 'no_token') return { ...sent, kind: 'refused' }
  if (sent.kind === 'not_sent') {
    return { kind: 'refused', code: 'unreachable', message: sent.why, temporary: true }
  }
  if (sent.kind === 'lost') return { kind: 'unknown', why: sent.why }
  const errorAnswer = findObjection(sent)
  if (errorAnswer) return readObjection(errorAnswer)
  if (sent.status !== 200) return { kind: 'unknown', why: `HTTP ${sent.status}` }
  const answer = z.safeParse(Acknowledged, sent.json)
  if (!answer.success) return { kind: 'unknown', why: 'unreadable answer' }
  const code = String(answer.data.ResponseCode)
  const message = answer.data.ResponseDescription
  if (!/^0+$/.test(code)) return { kind: 'refused', code, message, temporary: false }
  const accepted = z.safeParse(Accepted, sent.json)
  if (!accepted.success) return { kind: 'unknown', why: 'accepted without its ids' }
  return {
    kind: 'accepted',
    merchantRequestId: accepted.data.MerchantRequestID,
    checkoutRequestId: accepted.data.CheckoutRequestID,
    customerMessage: accepted.data.CustomerMessage,
  }
}

function readObjection(errorAnswer: Objection): PushResult {
  const { status, code, message } = errorAnswer
  const refused = (temporary: boolean): PushResult => ({ kind: 'refused', code, message, temporary })
  if (isTokenObjection(errorAnswer)) return refused(false)
  if (isBackOff(errorAnswer)) return refused(true)
  if (code.startsWith('40') || (status >= 400 && status < 500 && status !== 408)) return refused(false)
  const known = REFUSED_BY_MESSAGE.find((entry) => entry.message.test(message))
  if (known) return refused(known.temporary)
  return { kind: 'unknown', why: `${code} ${message}`.trim() }
}

export type QueryResult =
  | { kind: 'final'; resultCode: string; resultDesc: string }
  | { kind: 'pending' }
  | { kind: 'unreachable'; why: string }

/** The only results that end a payment when the query tells them; any other word leaves it pending. */
const FINAL_RESULT_CODES: ReadonlySet<string> = new Set([
  '0',
  '1',
  '2',
  '3',
  '4',
  '8',
  '17',
  '26',
  '1001',
  '1019',
  '1025',
  '1032',
  '1036',
  '1037',
  '2001',
  '2028',
  '8006',
  '9999',
  'SFC_IC0003',
  'E3008',
])

const QueryAnswer = z.looseObject({
  CheckoutRequestID: z.optional(z.string()),
  ResultCode: z.optional(z.union([z.string(), z.number()])),
  ResultDesc: z._default(z.string(), ''),
})

const STILL_PENDING = /being processed|under processing|transaction does not exist|invalid checkoutrequestid/i

export function readQueryAnswer(sent: Sent | NoToken, checkoutRequestId: string): QueryResult {
  if (sent.kind === 'no_token') return { kind: 'unreachable', why: sent.code }
  if (sent.kind !== 'answered') return { kind: 'unreachable', why: sent.why }
  const errorAnswer = findObjection(sent)
  if (errorAnswer) {
    const { code, message } = errorAnswer
    const pending = /^(500\.001\.1001|400\.002\.02)$/.test(code) && STILL_PENDING.test(message)
    return pending ? { kind: 'pending' } : { kind: 'unreachable', why: `${code} ${message}`.trim() }
  }
  const answer = z.safeParse(QueryAnswer, sent.json)
  if (sent.status !== 200 || !answer.success) return { kind: 'unreachable', why: `HTTP ${sent.status}` }
  const { CheckoutRequestID: answered = checkoutRequestId, ResultCode, ResultDesc } = answer.data
  if (answered !== checkoutRequestId) return { kind: 'unreachable', why: 'answer about another request' }
  const resultCode = String(ResultCode ?? '').trim()
  if (!FINAL_RESULT_CODES.has(resultCode)) return { kind: 'pending' }
  return { kind: 'final', resultCode, resultDesc: ResultDesc }
}
