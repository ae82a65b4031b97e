import type { FastifyInstance } from 'fastify'
import { onRequestEnd } from '../http/request-end.ts'

const SLOW_MS = 1000

/** One line for every change, failure and slow answer; plain reads only at `debug`. No address holds a secret or a number. */
export function logRequests(app: FastifyInstance) {
  onRequestEnd(app, ({ request, reply, how, milliseconds }) => {
    const ms = Math.round(milliseconds)
    const line = {
      requestId: request.id,
      method: request.method,
      // The pattern, not the address: addresses may hold callback secrets and search words.
      route: request.routeOptions.url,
      // Before there is an answer, the status says nothing.
      ...(how === 'answered' ? { status: reply.statusCode } : {}),
      ms,
      ip: request.ip,
    }
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (how === 'aborted') {
      const sentence = 'the client left before the answer'
      return isRead ? request.log.debug(line, sentence) : request.log.info(line, sentence)
    }
    if (reply.statusCode >= 500) return request.log.error(line, 'answered')
    if (ms >= SLOW_MS) return request.log.warn(line, 'answered slowly')
    if (isRead) return request.log.debug(line, 'answered')
    request.log.info(line, 'answered')
  })
}
