import * as z from 'zod/mini'
import { addFacts, inSpan, type NewSpan } from '../../../tracing/tracing.ts'

/** What came of one HTTP request to Daraja. `json` is undefined when the answer could not be read. */
export type Sent =
  | { kind: 'answered'; status: number; json: Record<string, unknown> | undefined }
  /** No connection was ever made, so Daraja knows nothing of the request. */
  | { kind: 'not_sent'; why: string }
  /** The request left us and no whole answer came back. */
  | { kind: 'lost'; why: string }

/** No access token could be had, so nothing was asked. */
export type NoToken = { kind: 'no_token'; code: string; message: string; temporary: boolean }

export type DarajaRequest = {
  method: 'GET' | 'POST'
  path: string
  authorization: string
  body?: unknown
}

export type DarajaHttp = (request: DarajaRequest) => Promise<Sent>

/** Asks once, never follows a redirect, and tells an answer from a silence. */
export function createDarajaHttp(options: {
  baseUrl: string
  fetch: typeof globalThis.fetch
  timeoutMs: number
}): DarajaHttp {
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  const send: DarajaHttp = async ({ method, path, authorization, body }) => {
    try {
      const response = await options.fetch(baseUrl + path, {
        method,
        headers: {
          authorization,
          accept: 'application/json',
          // A kept connection that died in the meantime would leave a push in doubt that was never sent.
          connection: 'close',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        redirect: 'manual',
        signal: AbortSignal.timeout(options.timeoutMs),
      })
      addFacts({ 'http.response.status_code': response.status })
      return { kind: 'answered', status: response.status, json: readObject(await response.text()) }
    } catch (error) {
      const why = failureCode(error)
      addFacts({ 'error.type': why })
      return { kind: NEVER_CONNECTED.has(why) ? 'not_sent' : 'lost', why }
    }
  }
  return (request) => inSpan(spanOf(request, baseUrl), () => send(request))
}

function spanOf({ method, path }: DarajaRequest, baseUrl: string): NewSpan {
  const [route = ''] = path.split('?')
  const { hostname } = new URL(baseUrl)
  const facts = { 'http.request.method': method, 'server.address': hostname }
  return { name: `${method} ${route}`, kind: 'client', facts }
}

const NEVER_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

const Coded = z.looseObject({ code: z.string() })

function failureCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const cause = z.safeParse(Coded, error.cause)
  return cause.success ? cause.data.code : error.name
}

const JsonObject = z.record(z.string(), z.unknown())

/** Gateways answer with web pages and plain words too, so the text comes first and JSON second. */
function readObject(text: string): Record<string, unknown> | undefined {
  try {
    const parsed = z.safeParse(JsonObject, JSON.parse(text))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}
