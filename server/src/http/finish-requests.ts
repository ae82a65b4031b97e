import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { onRequestEnd } from './request-end.ts'

/** Fastify gives up a hook after 10 seconds and then fails to close. */
const LONGEST_WAIT_MS = 8_000

/**
 * Lets running requests finish when the application closes. What is left then are connections that only wait for a
 * next request, and would hold the closing up for over a minute: `forceCloseConnections` ends them.
 */
export function finishRequests(app: FastifyInstance, longestWaitMs = LONGEST_WAIT_MS) {
  const running = new Set<FastifyRequest>()
  app.addHook('onRequest', async (request) => {
    running.add(request)
  })
  onRequestEnd(app, ({ request }) => running.delete(request))
  app.addHook('preClose', async () => {
    const latest = Date.now() + longestWaitMs
    while (running.size > 0 && Date.now() < latest) await wait(20)
  })
}
