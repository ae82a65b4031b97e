import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Fastify gives up a hook after 10 seconds and then fails to close. */
const LONGEST_WAIT_MS = 8_000

export type RequestEnd = {
  request: FastifyRequest
  reply: FastifyReply
  /** `aborted`: the client closed the connection before it had the whole answer. */
  how: 'answered' | 'aborted'
  milliseconds: number
}

/** What still runs on a connection: Node tells a request that waits behind another nothing of the connection's end. */
const endsOf = new WeakMap<Socket, Set<() => void>>()

/**
 * Calls `ended` exactly once for each request: with the last byte of its answer, or with the end of its connection.
 * Fastify's own `onResponse` is not called for a request whose client left before the answer.
 */
export function onRequestEnd(app: FastifyInstance, ended: (end: RequestEnd) => void) {
  app.addHook('onRequest', (request, reply, next) => {
    const startedAt = performance.now()
    const answer = reply.raw
    const end = () => {
      answer.off('finish', end).off('close', end)
      forget()
      const how = answer.writableFinished ? 'answered' : 'aborted'
      ended({ request, reply, how, milliseconds: performance.now() - startedAt })
    }
    const forget = callAtEndOf(request.raw.socket, end)
    answer.once('finish', end).once('close', end)
    next()
  })
}

function callAtEndOf(socket: Socket, end: () => void): () => void {
  const ends = endsOf.get(socket) ?? new Set()
  if (!endsOf.has(socket)) {
    endsOf.set(socket, ends)
    socket.once('close', () => {
      for (const callEnd of ends) callEnd()
    })
  }
  ends.add(end)
  return () => ends.delete(end)
}

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
