import { m } from '@twende/messages'
import type { Routes } from '../routes.ts'
import type { ErrorCode } from './error-codes.ts'
import type { RouteAnswer, RouteRequest } from './route.ts'

export type Sent = {
  method: string
  url: string
  headers: Record<string, string>
  body?: string
  signal?: AbortSignal
}
export type Received = { status: number; body: unknown }
export type Send = (request: Sent) => Promise<Received>
export type CallOptions = {
  token?: string | undefined
  idempotencyKey?: string
  signal?: AbortSignal
  /** Whether the person can be asked for a proof that would help, and may go on without it. */
  offersProof?: boolean
}

/** The API answered with an error, or not in its format; `message` may be shown to the person. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode | 'internal' | 'unreachable'
  readonly data: unknown
  readonly requestId: string | undefined
  /** What the server wrote, empty if it refused without a word; undefined where it was not the server that answered. */
  readonly reason: string | undefined

  constructor(
    status: number,
    answer: {
      message: string
      code: ApiError['code']
      data?: unknown
      requestId?: string
      reason?: string | undefined
    },
  ) {
    super(answer.message)
    this.name = 'CallRefused'
    this.status = status
    this.code = answer.code
    this.data = answer.data
    this.requestId = answer.requestId
    this.reason = answer.reason
  }
}

export type Call = <Name extends keyof Routes & string>(
  name: Name,
  request: RouteRequest<Name, Routes[Name]>,
  options?: CallOptions,
) => Promise<RouteAnswer<Routes[Name]>>

/** Calls routes by name over any transport: `fetch` in the browser, `inject` on the server and in tests. */
export function createCall(send: Send): Call {
  return async (name, request, options = {}) => {
    const [method = 'GET', path = ''] = name.split(' ')
    const headers: Record<string, string> = { accept: 'application/json' }
    if (options.token) headers.token = options.token
    if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey
    if (options.offersProof) headers['offers-proof'] = '1'
    const sent: Sent = {
      method,
      url: fillPath(path, request.params ?? {}) + queryString(request.query),
      headers,
    }
    if (request.body !== undefined) {
      headers['content-type'] = 'application/json'
      sent.body = JSON.stringify(request.body)
    }
    if (options.signal) sent.signal = options.signal
    const received = await send(sent)
    if (received.status < 200 || received.status >= 300) throw refusalOf(received)
    if (isAnswer(name, received.body)) return received.body as never
    throw refusalIn(received)
  }
}

function fillPath(path: string, params: Record<string, string>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

/** Writes a query in the order given; empty and missing values are left out. */
export function queryString(query: unknown): string {
  if (!query || typeof query !== 'object') return ''
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  const text = search.toString()
  return text ? `?${text}` : ''
}

/**
 * Whether a body of a successful status answers its route: it says `success: false` where it refuses, and a list or a thing
 * has to be in it. What stands between us and the server may answer in its place.
 */
function isAnswer(name: string, body: unknown): boolean {
  const { success, data } = Object(body)
  // Its `success` is what was asked: whether the order is paid.
  if (success === false) return name === 'POST /api/order/verify'
  if (name.endsWith('/list')) return Array.isArray(data)
  return !name.includes('/get/') || Boolean(data?._id)
}

/** Reads the refusal in an answer of successful status; without one the answer itself is what is wrong. */
function refusalIn({ status, body }: Received): ApiError {
  const { success, message } = Object(body)
  const reason = success === false ? String(message ?? '') : undefined
  const said = { message: reason || m.common_invalid_answer(), data: body, reason }
  return new ApiError(status, { ...said, code: 'internal' })
}

/** Reads the error of an unsuccessful answer. */
export function refusalOf({ status, body }: Received): ApiError {
  if (body && typeof body === 'object' && 'message' in body && typeof body.message === 'string') {
    const refusal = body as { message: string; code: ApiError['code'] }
    return new ApiError(status, { ...refusal, reason: refusal.message })
  }
  return new ApiError(status, { message: `HTTP error! status: ${status}`, code: 'internal' })
}

/** Whether the server says that there is no such thing. */
export function isMissing(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return error.status === 404 || error.status === 400 || (error.status === 200 && error.reason !== undefined)
}
