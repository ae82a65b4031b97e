import * as z from 'zod/mini'
import type { Sent } from './daraja-http.ts'
import { redactNumbers } from './redactions.ts'

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
export function isTokenObjection(objection: Objection | undefined): boolean {
  if (!objection) return false
  const { status, code, message } = objection
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
