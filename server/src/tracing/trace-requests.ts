import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { onRequestEnd, type RequestEnd } from '../http/request-end.ts'
import { beginRequest, isTracing, type RunningSpan } from './tracing.ts'

/** The pattern of every page of the site. */
const PAGE = '/*'

/** Pages and the API; not files, pictures, and what monitoring asks every few seconds. */
const isTraced = (route: string) =>
  route === PAGE || (route.startsWith('/api/') && !route.startsWith('/api/health/'))

/**
 * One span for each request, in the trace that its header `traceparent` names. A page names its span to the browser, which
 * names it again when it changes something (docs/decisions/24-memory-is-given-back-at-rest.md). Adds nothing while tracing is off.
 */
export function traceRequests(app: FastifyInstance): void {
  if (!isTracing()) return
  const spans = new WeakMap<FastifyRequest, RunningSpan>()
  app.addHook('onRequest', (request, reply, next) => {
    const { method, headers } = request
    const route = request.routeOptions.url ?? 'none'
    if (!isTraced(route)) return next()
    const facts = { 'http.request.method': method, 'http.route': route }
    const span = beginRequest({ name: `${method} ${route}`, facts }, headers.traceparent)
    if (!span) return next()
    spans.set(request, span)
    if (route === PAGE && span.traceparent)
      reply.header('server-timing', `traceparent;desc="${span.traceparent}"`)
    span.run(next)
  })
  app.addHook('onSend', (_request, reply, payload, next) => {
    // A shared cache would give the same span to many people.
    if (reply.hasHeader('server-timing')) reply.header('cache-control', 'private, no-cache')
    next(null, payload)
  })
  onRequestEnd(app, ({ request, reply, how }) => {
    const span = spans.get(request)
    if (!span) return
    if (how === 'answered') span.add({ 'http.response.status_code': reply.statusCode })
    span.end(errorOf(how, reply))
  })
}

function errorOf(how: RequestEnd['how'], { statusCode }: FastifyReply): string | undefined {
  if (how === 'aborted') return 'aborted'
  return statusCode >= 500 ? String(statusCode) : undefined
}
