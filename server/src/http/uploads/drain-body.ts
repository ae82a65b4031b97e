import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { watchPace } from './body-limits.ts'

/** How much of a refused body is read and discarded: slightly more than the largest form, at the pace forms must keep. */
const MOST_BYTES = 48 * 1024 * 1024
const LONGEST_MS = 120_000
const PACE = { windowMs: 5_000, bytesASecond: 4_000 }
/** After that, the connection is closed for writing, and the client has this long to read the answer. */
const LINGER_MS = 2_000

/**
 * Makes sure that a client receives an answer that was sent before its body had arrived. Closing a connection with unread
 * bytes resets it, and most clients and proxies then lose the answer; so the rest is read first, within limits.
 */
export function drainBodies(app: FastifyInstance) {
  const draining = new WeakSet<IncomingMessage>()
  app.addHook('onSend', (request, reply, payload, next) => {
    if (isArriving(request.raw) && !draining.has(request.raw)) {
      draining.add(request.raw)
      // Fastify sets it on errors, because unread bytes would be taken for the next request; here they are read.
      reply.removeHeader('connection')
      drain(request.raw, reply.raw)
    }
    next(null, payload)
  })
}

function isArriving({ complete, headers, socket }: IncomingMessage): boolean {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  return hasBody && complete === false && !socket.destroyed
}

function drain(body: IncomingMessage, answer: ServerResponse) {
  const held = holdOpen(body.socket)
  body.unpipe()
  let bytes = 0
  const stop = () => {
    clearTimeout(timer)
    pace.stop()
    body.off('data', count).off('end', finish)
    body.socket.off('close', stop)
  }
  const finish = () => {
    stop()
    held.release()
  }
  const giveUp = () => {
    stop()
    linger(body, answer)
  }
  const count = (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MOST_BYTES) giveUp()
  }
  const timer = setTimeout(giveUp, LONGEST_MS)
  const pace = watchPace(body, PACE, giveUp)
  body.on('data', count).once('end', finish)
  // After the answer, the body gets no event when the connection closes.
  body.socket.once('close', stop)
  body.resume()
}

/** Node destroys such a connection once the answer is written; until `release` it is only closed for writing. */
function holdOpen(socket: Socket): { release(): void } {
  const { destroySoon } = socket
  let isOver = false
  socket.destroySoon = () => {
    isOver = true
    socket.end()
  }
  return {
    release() {
      socket.destroySoon = destroySoon
      if (isOver) socket.destroySoon()
    },
  }
}

/** Closes the connection for writing, discards what still arrives for a moment, and then destroys it. */
function linger(body: IncomingMessage, answer: ServerResponse) {
  const { socket } = body
  const end = () => {
    if (!socket.writableEnded) socket.end()
  }
  if (answer.writableFinished || answer.destroyed) end()
  else answer.once('finish', end)
  body.resume()
  const timer = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => clearTimeout(timer))
}
