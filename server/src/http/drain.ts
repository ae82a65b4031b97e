import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Whether this process is about to close: it still answers, but is not ready for new connections. */
export type Drain = { isDraining: boolean }

/** Every answer while draining asks its client to open a new connection, which a load balancer leads to another process. */
export function closeConnectionsWhileDraining(app: FastifyInstance, drain: Drain) {
  app.addHook('onRequest', (_request, reply, next) => {
    if (drain.isDraining) reply.raw.shouldKeepAlive = false
    next()
  })
}

/**
 * Lets load balancers notice that this process is not ready before it closes its port. A request that arrives on a kept
 * connection at the moment of closing is lost, and a load balancer may not repeat one that writes.
 */
export async function drainFor(drain: Drain, seconds: number): Promise<void> {
  drain.isDraining = true
  await sleep(seconds * 1000)
}
