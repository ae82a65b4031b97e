import * as z from 'zod/mini'
import { findObjection } from './daraja-answers.ts'
import type { Sent } from './daraja-http.ts'
import type { NoToken } from './daraja-tokens.ts'

export type RegisterResult =
  | { kind: 'registered' }
  /** Production takes addresses once; changing them is done in Safaricom's portal. */
  | { kind: 'already_registered' }
  | { kind: 'not_registered'; code: string; message: string }

const Answer = z.looseObject({
  ResponseCode: z.union([z.string(), z.number()]),
  ResponseDescription: z._default(z.string(), ''),
})

export function readRegisterAnswer(sent: Sent | NoToken): RegisterResult {
  if (sent.kind === 'no_token') return { kind: 'not_registered', code: sent.code, message: sent.message }
  if (sent.kind !== 'answered') return { kind: 'not_registered', code: 'unreachable', message: sent.why }
  const objection = findObjection(sent)
  if (objection && /already registered/i.test(objection.message)) return { kind: 'already_registered' }
  if (objection) return { kind: 'not_registered', code: objection.code, message: objection.message }
  const answer = z.safeParse(Answer, sent.json)
  if (!answer.success) return { kind: 'not_registered', code: `HTTP ${sent.status}`, message: '' }
  const { ResponseCode, ResponseDescription } = answer.data
  if (/^0+$/.test(String(ResponseCode))) return { kind: 'registered' }
  return { kind: 'not_registered', code: String(ResponseCode), message: ResponseDescription }
}
