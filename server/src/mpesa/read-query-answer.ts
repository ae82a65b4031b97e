import * as z from 'zod/mini'
import { findObjection } from './daraja-answers.ts'
import type { Sent } from './daraja-http.ts'
import type { NoToken } from './daraja-tokens.ts'

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

const Answer = z.looseObject({
  CheckoutRequestID: z.optional(z.string()),
  ResultCode: z.optional(z.union([z.string(), z.number()])),
  ResultDesc: z._default(z.string(), ''),
})

const STILL_PENDING = /being processed|under processing|transaction does not exist|invalid checkoutrequestid/i

export function readQueryAnswer(sent: Sent | NoToken, checkoutRequestId: string): QueryResult {
  if (sent.kind === 'no_token') return { kind: 'unreachable', why: sent.code }
  if (sent.kind !== 'answered') return { kind: 'unreachable', why: sent.why }
  const objection = findObjection(sent)
  if (objection) {
    const { code, message } = objection
    const pending = /^(500\.001\.1001|400\.002\.02)$/.test(code) && STILL_PENDING.test(message)
    return pending ? { kind: 'pending' } : { kind: 'unreachable', why: `${code} ${message}`.trim() }
  }
  const answer = z.safeParse(Answer, sent.json)
  if (sent.status !== 200 || !answer.success) return { kind: 'unreachable', why: `HTTP ${sent.status}` }
  const { CheckoutRequestID: answered = checkoutRequestId, ResultCode, ResultDesc } = answer.data
  if (answered !== checkoutRequestId) return { kind: 'unreachable', why: 'answer about another request' }
  const resultCode = String(ResultCode ?? '').trim()
  if (!FINAL_RESULT_CODES.has(resultCode)) return { kind: 'pending' }
  return { kind: 'final', resultCode, resultDesc: ResultDesc }
}
