import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const LONGEST_WAIT_MS = 20_000

/**
 * Lets running requests finish when the application closes. What is left then are connections that only wait for a
 * next request, and would hold the closing up for over a minute: `forceCloseConnections` ends them.
 */
export function finishRequests(app: FastifyInstance) {
  const running = new Set<FastifyRequest>()
  app.addHook('onRequest', async (request) => {
    running.add(request)
  })
  app.addHook('onResponse', async (request) => {
    running.delete(request)
  })
  app.addHook('preClose', async () => {
    const latest = Date.now() + LONGEST_WAIT_MS
    while (running.size > 0 && Date.now() < latest) await wait(20)
  })
}
