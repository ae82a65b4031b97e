import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { sendRefusal } from '../http/error-handler.ts'
import { onRequestEnd } from '../http/request-end.ts'
import { mayOperate } from './operations-access.ts'

/** Prometheus figures of this process at `/metrics`, with METRICS_TOKEN or an admin's session token. */
export function metricsHandlers(app: FastifyInstance, deps: Pick<AppDeps, 'config' | 'identify'>) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  const refused = new Counter({
    name: 'refused_requests_total',
    help: 'Answers from 400 up, by route and status',
    labelNames: ['route', 'status'],
    registers: [registry],
  })
  const aborted = new Counter({
    name: 'aborted_requests_total',
    help: 'Requests whose client left before the answer, by route',
    labelNames: ['route'],
    registers: [registry],
  })
  onRequestEnd(app, ({ request, reply, how, milliseconds }) => {
    const route = request.routeOptions.url ?? 'none'
    if (how === 'aborted') return aborted.inc({ route })
    const status = String(reply.statusCode)
    seconds.observe({ method: request.method, route, status }, milliseconds / 1000)
    if (reply.statusCode >= 400) refused.inc({ route, status })
  })
  app.get('/metrics', async (request, reply) => {
    if (!(await mayOperate(request, deps))) return sendRefusal(reply, new AppError('not_found'))
    reply.header('cache-control', 'no-store')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
