import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { sendRefusal } from '../http/error-handler.ts'
import { onRequestEnd } from '../http/request-end.ts'
import { mayOperate } from './operations-access.ts'

/** Prometheus metrics of this process at `/metrics`, with METRICS_TOKEN or an admin's session token. */
export function metricsHandlers(app: FastifyInstance, deps: Pick<AppDeps, 'config' | 'identify'>) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer a request, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  const errors = new Counter({
    name: 'http_error_responses_total',
    help: 'Responses with status 400 or above, by route and status',
    labelNames: ['route', 'status'],
    registers: [registry],
  })
  const aborted = new Counter({
    name: 'http_aborted_requests_total',
    help: 'Requests whose client disconnected before the response, by route',
    labelNames: ['route'],
    registers: [registry],
  })
  onRequestEnd(app, ({ request, reply, how, milliseconds }) => {
    const route = request.routeOptions.url ?? 'none'
    if (how === 'aborted') return aborted.inc({ route })
    const status = String(reply.statusCode)
    duration.observe({ method: request.method, route, status }, milliseconds / 1000)
    if (reply.statusCode >= 400) errors.inc({ route, status })
  })
  app.get('/metrics', async (request, reply) => {
    if (!(await mayOperate(request, deps))) return sendRefusal(reply, new AppError('not_found'))
    reply.header('cache-control', 'no-store')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
