import { ApiError, type Call, createCall, type Received } from '@twende/contract/http/call.ts'
import type { RouteAnswer } from '@twende/contract/http/route.ts'
import type { Routes } from '@twende/contract/routes.ts'
import { freshProof } from '../accounts/fresh-proof.ts'
import { currentSession, forgetToken } from '../accounts/session.ts'
import { noteServerTime } from './server-clock.ts'

const fetchCall = createCall(async ({ method, url, headers, body, signal }): Promise<Received> => {
  let response: Response
  try {
    response = await fetch(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      ...(signal ? { signal } : {}),
    })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError(0, { code: 'unreachable', message: 'Error connecting to server' })
  }
  // Answers to nobody in particular may come out of a cache, with an old date.
  if (headers.token) noteServerTime(response.headers.get('date'))
  return { status: response.status, body: await response.json().catch(() => undefined) }
})

/**
 * Calls the API from the browser, as the signed-in person; a dead session is forgotten, and what needs a fresh proof is
 * sent again once there is one.
 */
export const call: Call = async (name, request, options = {}) => {
  const token = options.token ?? currentSession()?.token
  const send = () => fetchCall(name, request, { ...options, token })
  try {
    return await send()
  } catch (error) {
    const code = error instanceof ApiError && error.code
    if (token && code === 'not_signed_in') forgetToken()
    if (code === 'fresh_proof_needed' && (await freshProof.ask?.())) return send()
    throw error
  }
}

/** What a route answers: `Reply<'GET /api/admin/holds'>['data']`. */
export type Reply<Name extends keyof Routes & string> = RouteAnswer<Routes[Name]>
