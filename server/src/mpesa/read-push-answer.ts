import * as z from 'zod/mini'
import { findObjection, isBackOff, isTokenObjection, type Objection } from './daraja-answers.ts'
import type { Sent } from './daraja-http.ts'
import type { NoToken } from './daraja-tokens.ts'

export type PushResult =
  | { kind: 'accepted'; merchantRequestId: string; checkoutRequestId: string; customerMessage: string }
  /** A definite no: nothing was sent to the phone. */
  | { kind: 'refused'; code: string; message: string; temporary: boolean }
  /** The phone may have been asked, or not. Never to be sent again by itself. */
  | { kind: 'unknown'; why: string }

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

export function readPushAnswer(sent: Sent | NoToken): PushResult {
  if (sent.kind === 'no_token') return { ...sent, kind: 'refused' }
  if (sent.kind === 'not_sent') {
    return { kind: 'refused', code: 'unreachable', message: sent.why, temporary: true }
  }
  if (sent.kind === 'lost') return { kind: 'unknown', why: sent.why }
  const objection = findObjection(sent)
  if (objection) return readObjection(objection)
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

/** The code 500.001.1001 stands for many things, so its message decides. */
const REFUSED_BY_MESSAGE = [
  { message: /unable to lock subscriber/i, temporary: true },
  { message: /merchant does not exist/i, temporary: false },
  { message: /wrong credentials/i, temporary: false },
]

function readObjection(objection: Objection): PushResult {
  const { status, code, message } = objection
  const refused = (temporary: boolean): PushResult => ({ kind: 'refused', code, message, temporary })
  if (isTokenObjection(objection)) return refused(false)
  if (isBackOff(objection)) return refused(true)
  if (code.startsWith('40') || (status >= 400 && status < 500 && status !== 408)) return refused(false)
  const known = REFUSED_BY_MESSAGE.find((entry) => entry.message.test(message))
  if (known) return refused(known.temporary)
  return { kind: 'unknown', why: `${code} ${message}`.trim() }
}
