import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { watchPace } from './body-limits.ts'

/** A refused body is read and thrown away so far: a little more than the largest form, at a pace that forms must keep. */
const MOST_BYTES = 48 * 1024 * 1024
const LONGEST_MS = 120_000
const PACE = { windowMs: 5_000, bytesASecond: 4_000 }
/** After that, the connection is closed for writing, and its client has this long to read the answer. */
const LINGER_MS = 2_000

/**
 * Lets every client hear an answer that is given while its body still arrives. A connection that is closed with unread
 * bytes is reset, and most clients and proxies then lose the answer: so the rest is read first, within bounds.
 */
export function drainBodies(app: FastifyInstance) {
  const draining = new WeakSet<IncomingMessage>()
  app.addHook('onSend', (request, reply, payload, next) => {
    if (isArriving(request.raw) && !draining.has(request.raw)) {
      draining.add(request.raw)
      // Set by Fastify on errors, so that the rest of the body is not taken for another request; it is read instead.
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
    held.letGo()
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
  // A body whose request was answered is not told that its connection has closed.
  body.socket.once('close', stop)
  body.resume()
}

/** Node destroys a connection that is to be closed as soon as the answer is written; until `letGo` it is closed for writing only. */
function holdOpen(socket: Socket): { letGo(): void } {
  const { destroySoon } = socket
  let isOver = false
  socket.destroySoon = () => {
    isOver = true
    socket.end()
  }
  return {
    letGo() {
      socket.destroySoon = destroySoon
      if (isOver) socket.destroySoon()
    },
  }
}

/** Closes the connection for writing, reads on for a moment without keeping anything, and then destroys it. */
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
