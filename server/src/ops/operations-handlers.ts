import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { StoredDocumentError } from '@twende/contract/stored-document.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { repeatBrokenRead } from '../db/database-away.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { sendRefusal } from '../http/error-handler.ts'
import { onRequestEnd } from '../http/request-end.ts'
import { reportInvalidSettings, settingsWithAuthor } from '../settings/read-settings.ts'
import { readDiskRoom } from './disk-room.ts'

/** Prometheus metrics of this process at `/metrics`, with METRICS_TOKEN or an admin's session token. */
export function metricsHandlers(
  app: FastifyInstance,
  deps: Pick<AppDeps, 'config' | 'identify' | 'changeFeed' | 'connections' | 'listingSearch'>,
) {
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
  new Gauge({
    name: 'database_pool_connections',
    help: 'Connections of the pool that are in use or idle, and requests that wait for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { totalCount, idleCount, waitingCount } = deps.connections
      this.set({ state: 'used' }, totalCount - idleCount)
      this.set({ state: 'idle' }, idleCount)
      this.set({ state: 'waiting' }, waitingCount)
    },
  })
  new Gauge({
    name: 'database_change_feed_listening',
    help: '1 while changes of the database are heard; otherwise caches are off',
    registers: [registry],
    collect() {
      this.set(deps.changeFeed.isListening() ? 1 : 0)
    },
  })
  new Gauge({
    name: 'disk_free_ratio',
    help: 'Free part of the disk of DATA_DIR, of its bytes and of its files; below 0.1 admins are warned, below 0.03 uploads are refused',
    labelNames: ['of'],
    registers: [registry],
    async collect() {
      for (const [of, free] of Object.entries(await readDiskRoom(deps.config.dataDir))) this.set({ of }, free)
    },
  })
  onRequestEnd(app, ({ request, reply, how, milliseconds }) => {
    const route = request.routeOptions.url ?? 'none'
    if (how === 'aborted') return aborted.inc({ route })
    const status = String(reply.statusCode)
    duration.observe({ method: request.method, route, status }, milliseconds / 1000)
    if (reply.statusCode >= 400) errors.inc({ route, status })
  })
  app.finishedAnswers.onEnd(({ route, how, milliseconds }) => {
    if (how === 'aborted') return aborted.inc({ route })
    duration.observe({ method: 'GET', route, status: '200' }, milliseconds / 1000)
  })
  searchIndexMetrics(registry, deps.listingSearch)
  app.get('/metrics', async (request, reply) => {
    if (!(await mayOperate(request, deps))) return sendRefusal(reply, new AppError('not_found'))
    reply.header('cache-control', 'no-store')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

function searchIndexMetrics(registry: Registry, { status }: AppDeps['listingSearch']) {
  const registers = [registry]
  new Gauge({
    name: 'listing_search_index_bytes',
    help: 'Memory of the search index of cars for sale; 0 without an index',
    registers,
    collect() {
      this.set(status().bytes)
    },
  })
  new Gauge({
    name: 'listing_search_index_listings',
    help: 'Listings in the search index when it was last filled',
    registers,
    collect() {
      this.set(status().listings)
    },
  })
  new Gauge({
    name: 'listing_search_answers_total',
    help: 'Searches of cars for sale, by what answered them: the index or the database',
    labelNames: ['source'],
    registers,
    collect() {
      for (const [source, count] of Object.entries(status().answers)) this.set({ source }, count)
    },
  })
}

type AccessDeps = Pick<AppDeps, 'identify'> & { config: Pick<AppDeps['config'], 'metricsToken'> }

/**
 * Whether a request may read what only operators may read: with METRICS_TOKEN or an admin's session token. The address of
 * the client does not count, because behind a proxy on the same machine every request comes from loopback.
 */
export async function mayOperate(request: FastifyRequest, deps: AccessDeps): Promise<boolean> {
  const { metricsToken } = deps.config
  const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (metricsToken !== undefined && bearer !== undefined && isSame(bearer, metricsToken)) return true
  const { token } = request.headers
  const currentUser = typeof token === 'string' ? await deps.identify(token) : undefined
  return currentUser?.role === 'admin' && currentUser.secondFactor !== 'missing'
}

/** Compares in constant time; hashing gives both texts the same length. */
function isSame(received: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(received), digest(expected))
}

/** A load balancer is told within a second, also where the database does not answer at all. */
const LONGEST_CHECK_MS = 900

/**
 * `live`: the process answers. `ready`: it reaches its database and is not closing; `warnings` are codes of settings that an
 * admin should change.
 */
export function healthHandlers(
  app: FastifyInstance,
  deps: Pick<AppDeps, 'db' | 'config' | 'logger' | 'warnings' | 'drain'>,
) {
  const { db, config, warnings, drain } = deps
  app.get('/api/health/live', async () => ({ success: true }))
  app.get('/api/health/ready', async (_request, reply) => {
    const reached = repeatBrokenRead(() => settingsWithAuthor(db, config)).then(
      ({ invalid }) => {
        reportInvalidSettings(deps, invalid)
        return true
      },
      (error: unknown) => {
        if (error instanceof StoredDocumentError) deps.logger.error(error)
        return false
      },
    )
    const isReachable = await Promise.race([reached, sleep(LONGEST_CHECK_MS, false, { ref: false })])
    const ready = isReachable && !drain.isDraining
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ success: ready, warnings: [...warnings] })
  })
}
