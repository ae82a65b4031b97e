import { ApiError, type Call, createCall, type Received } from '@twende/contract/http/call.ts'
import type { RouteAnswer } from '@twende/contract/http/route.ts'
import type { Routes } from '@twende/contract/routes.ts'
import { m } from '@twende/messages'
import { getLocale } from '@twende/messages/runtime'
import { currentSession, forgetToken } from '../accounts/session.ts'
import { takeEarlyAnswer } from './early-answer.ts'
import { noteServerTime } from './server-clock.ts'

/** Asks the person to prove themselves; false where they would not. The page that has the dialog sets it. */
export const freshProof: { ask?: (() => Promise<boolean>) | undefined } = {}

/** Asks the person to prove an email address or a phone number, likewise. */
export const contactProof: { ask?: ((refusal: ApiError) => Promise<boolean>) | undefined } = {}

/** Is told when the server says that the person may not do this. The frame that shows what they may sets it. */
export const accessRefused: { tell?: (() => void) | undefined } = {}

const fetchCall = createCall(async ({ method, url, headers, body, signal }): Promise<Received> => {
  const send = () =>
    fetch(url, {
      method,
      headers: { ...headers, 'accept-language': getLocale(), ...traceHeader(method) },
      ...(body === undefined ? {} : { body }),
      ...(signal ? { signal } : {}),
    })
  const early = method === 'GET' ? takeEarlyAnswer(url, headers.token) : undefined
  let response: Response
  try {
    response = await (early?.catch(send) ?? send())
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw unreachable()
  }
  // Answers to nobody in particular may come out of a cache, with an old date; an early one has waited for the bundles.
  if (headers.token && !early) noteServerTime(response.headers.get('date'))
  return receivedOf(response)
})

/** What changes something continues the trace of the page that was loaded, which the server names where it traces. */
function traceHeader(method: string): { traceparent?: string } {
  if (method === 'GET') return {}
  const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  // Safari has had `serverTiming` since version 16.4.
  const traceparent = loaded?.serverTiming?.find(({ name }) => name === 'traceparent')?.description
  return traceparent ? { traceparent } : {}
}

/** A phone may still be asked for after an email address. */
const MOST_CONTACT_PROOFS = 2

/** Sends again what needed a proof, once there is one. */
export async function sendWithProofs<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  for (let asked = 0; ; asked += 1) {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof ApiError) || asked >= MOST_CONTACT_PROOFS) throw error
      if (error.code === 'fresh_proof_needed' && (await freshProof.ask?.())) return send()
      const asks = error.code === 'contact_proof_needed' || error.code === 'email_proof_needed'
      if (!asks || !(await contactProof.ask?.(error))) throw error
    }
  }
}

/** Calls the API from the browser, as the signed-in person; a dead session is forgotten. */
export const call: Call = async (name, request, options = {}) => {
  const token = options.token ?? currentSession()?.token
  try {
    return await sendWithProofs(() => fetchCall(name, request, { ...options, token }))
  } catch (error) {
    if (token && error instanceof ApiError && error.code === 'not_signed_in') forgetToken()
    if (error instanceof ApiError && error.status === 403) accessRefused.tell?.()
    throw error
  }
}

/** Sends a purchase that a proof would keep; whoever gives none pays at once, and nothing is kept until then. */
export async function sendOfferingProof<Answer>(
  send: (offersProof: boolean) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await send(true)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'contact_proof_needed') return send(false)
    throw error
  }
}

/** What a route answers: `Reply<'GET /api/admin/holds'>['data']`. */
export type Reply<Name extends keyof Routes & string> = RouteAnswer<Routes[Name]>

/** The number under which the server logged what broke, if it was the server. */
export function requestIdOf(error: unknown): string | undefined {
  if (!error || typeof error !== 'object' || !('requestId' in error)) return undefined
  return typeof error.requestId === 'string' ? error.requestId : undefined
}

/** The server cannot be reached, or its answer broke off on the way: whether it did what was asked is not known. */
export function unreachable(): ApiError {
  return new ApiError(0, { code: 'unreachable', message: m.common_unreachable() })
}

/** An answer of a server in between, such as the log-in page of a network, or of ours in another format. */
function invalidAnswer(status: number): ApiError {
  return new ApiError(status, { code: 'internal', message: m.common_invalid_answer() })
}

/** Reads an answer of the API; throws for a successful one whose body broke off or is no JSON. */
export async function receivedOf(response: Response): Promise<Received> {
  const body: unknown = await response.json().catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    // An error of a proxy has a body of its own format; its status says enough.
    if (!response.ok) return undefined
    throw error instanceof SyntaxError ? invalidAnswer(response.status) : unreachable()
  })
  return { status: response.status, body }
}
