import type { ErrorCode } from '@twende/contract/http/error-codes.ts'
import type { RouteAnswer } from '@twende/contract/http/route.ts'
import type { Routes } from '@twende/contract/routes.ts'
import { vi } from 'vitest'

export type FakeRequest = {
  name: string
  path: string
  query: URLSearchParams
  body: unknown
  idempotencyKey: string | null
  offersProof: boolean
}
type Answer<Reply> = Reply | Response
type Answers = {
  [Name in keyof Routes & string]?: (
    request: FakeRequest,
  ) => Answer<RouteAnswer<Routes[Name]>> | Promise<Answer<RouteAnswer<Routes[Name]>>>
}

/** The answer of a server that refuses a request. */
export function refusalWith(status: number, code: ErrorCode, message: string): Response {
  return Response.json({ success: false, code, message }, { status })
}

/** Stands in for the server: answers `fetch` by route, and lists what was asked. Other routes answer 404. */
export function fakeApi(answers: Answers): FakeRequest[] {
  const requests: FakeRequest[] = []
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body, headers }: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(address, 'http://localhost')
    const name = Object.keys(answers).find((one) => isRoute(one, method, pathname))
    const request = {
      name: name ?? `${method} ${pathname}`,
      path: pathname,
      query: searchParams,
      body: readBody(body),
      idempotencyKey: new Headers(headers).get('idempotency-key'),
      offersProof: new Headers(headers).has('offers-proof'),
    }
    requests.push(request)
    const answer = name && answers[name as keyof Answers]
    if (!answer) return Response.json({ code: 'not_found', message: 'No such route' }, { status: 404 })
    const answered = await answer(request)
    return answered instanceof Response ? answered : Response.json(answered)
  })
  return requests
}

/** The fields of JSON, or of a form. */
function readBody(body: RequestInit['body']): unknown {
  if (typeof body === 'string') return JSON.parse(body)
  return body instanceof FormData ? Object.fromEntries(body) : undefined
}

function isRoute(name: string, method: string, pathname: string): boolean {
  const [routeMethod, routePath = ''] = name.split(' ')
  return method === routeMethod && new RegExp(`^${routePath.replace(/:\w+/g, '[^/]+')}$`).test(pathname)
}
