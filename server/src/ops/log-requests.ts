import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { keyedHash, keyFor } from '../accounts/secrets.ts'
import { networkOf } from '../http/limits/network-of.ts'
import { onRequestEnd } from '../http/request-end.ts'
import { addSecurityFacts, securityFactsOf } from './request-security.ts'

const SLOW_MS = 1000
/** A keyed hash takes a twentieth of a quick answer's time. */
const REMEMBERED_ADDRESSES = 5_000

/**
 * Logs one line for every write, failure and slow answer; other reads only at `debug`. A network address is personal data, so
 * its keyed hash is logged (docs/decisions/17-access-to-personal-data-is-recorded.md).
 */
export function logRequests(app: FastifyInstance, tokenSecret: string) {
  const key = keyFor('networks in the log', tokenSecret)
  const hashes = new LRUCache<string, string>({
    max: REMEMBERED_ADDRESSES,
    memoMethod: (address) => keyedHash(key, networkOf(address)).slice(0, 16),
  })
  // At the start of the request, because a closed socket has no address.
  app.addHook('onRequest', (request, _reply, next) => {
    addSecurityFacts(request, { network: hashes.memo(request.ip) })
    next()
  })
  // At `debug`, where every read is logged, Fastify answers all of them.
  app.finishedAnswers.onEnd(({ route, how, milliseconds }) => {
    if (how === 'aborted' || milliseconds < SLOW_MS) return
    const line = { method: 'GET', route, status: 200, ms: Math.round(milliseconds) }
    app.log.warn(line, 'answered slowly')
  })
  onRequestEnd(app, ({ request, reply, how, milliseconds }) => {
    const ms = Math.round(milliseconds)
    const line = {
      requestId: request.id,
      method: request.method,
      // The pattern, not the address: addresses may contain callback secrets and search words.
      route: request.routeOptions.url,
      // An aborted request has no status yet.
      ...(how === 'answered' ? { status: reply.statusCode } : {}),
      ms,
      network: securityFactsOf(request).network,
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
