import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** A stop takes 3 seconds at most; whoever waits longer for an answer asks the next process again. */
const LONGEST_WAIT_MS = 1_500

export type RequestEnd = {
  request: FastifyRequest
  reply: FastifyReply
  /** `aborted`: the client closed the connection before it had the whole answer. */
  how: 'answered' | 'aborted'
  milliseconds: number
}

/** The requests of each connection: Node does not tell a pipelined request that its connection has closed. */
const endsOf = new WeakMap<Socket, Set<() => void>>()

/** Those who are told of the ends of an application's requests. Each request listens once for all of them. */
const toldOf = new WeakMap<FastifyInstance, ((end: RequestEnd) => void)[]>()

/**
 * Calls `ended` exactly once for each request: when its answer was sent, or when its connection closed. Fastify's own
 * `onResponse` is not called when the client disconnects before the answer.
 */
export function onRequestEnd(app: FastifyInstance, ended: (end: RequestEnd) => void) {
  const told = toldOf.get(app)
  if (told) return void told.push(ended)
  const all = [ended]
  toldOf.set(app, all)
  app.addHook('onRequest', (request, reply, next) => {
    const startedAt = performance.now()
    const answer = reply.raw
    const { socket } = request.raw
    const endAs = (isAnswered: boolean) => {
      answer.off('finish', finished).off('close', closed)
      forget()
      const how = isAnswered ? 'answered' : 'aborted'
      const end = { request, reply, how, milliseconds: performance.now() - startedAt } as const
      for (const tell of all) tell(end)
    }
    const closed = () => endAs(answer.writableFinished)
    // The socket of a request that the program makes itself never reports that it is empty.
    const finished = () => endAs(answer.writableFinished || !socket.destroyed)
    const forget = callAtEndOf(socket, closed)
    answer.once('finish', finished).once('close', closed)
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
 * Waits for running requests when the application closes. `forceCloseConnections` then ends the idle keep-alive
 * connections, which would delay closing by more than a minute.
 */
export function finishRequests(app: FastifyInstance, longestWaitMs = LONGEST_WAIT_MS) {
  const running = new Set<FastifyRequest>()
  app.addHook('onRequest', async (request) => {
    running.add(request)
  })
  onRequestEnd(app, ({ request }) => running.delete(request))
  app.addHook('preClose', async () => {
    const latest = Date.now() + longestWaitMs
    while ((running.size > 0 || app.finishedAnswers.running() > 0) && Date.now() < latest) await wait(20)
  })
}
