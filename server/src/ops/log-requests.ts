import type { FastifyInstance } from 'fastify'

const SLOW_MS = 1000

/** One line for every change, failure and slow answer; plain reads only at `debug`. No address holds a secret or a number. */
export function logRequests(app: FastifyInstance) {
  app.addHook('onResponse', async (request, reply) => {
    const ms = Math.round(reply.elapsedTime)
    const line = {
      requestId: request.id,
      method: request.method,
      // The pattern, not the address: addresses may hold callback secrets and search words.
      route: request.routeOptions.url,
      status: reply.statusCode,
      ms,
      ip: request.ip,
    }
    if (reply.statusCode >= 500) return request.log.error(line, 'answered')
    if (ms >= SLOW_MS) return request.log.warn(line, 'answered slowly')
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (isRead) return request.log.debug(line, 'answered')
    request.log.info(line, 'answered')
  })
}
