import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyServerFactory } from 'fastify'
import { isTracing } from '../tracing/tracing.ts'
import type { Drain } from './drain.ts'
import { boundPipelining, LONGEST_SILENCE_MS } from './limits/bound-pipelining.ts'
import { LONGEST_UPLOAD_MS } from './uploads/body-limits.ts'

/** A whole answer with status 200, as it was sent before: its bytes and headers are the same for everybody. */
export type FinishedAnswer = {
  /** The pattern of its route. */
  route: string
  /** Names and values in turns, without those that Node.js adds. */
  headers: string[]
  body: Buffer
}

/** The finished answers of one cached thing, by their encoding. */
export type FinishedByEncoding = { br?: FinishedAnswer; identity?: FinishedAnswer }

type FindFinished = (request: IncomingMessage) => FinishedByEncoding | undefined

export type FinishedAnswerEnd = { route: string; how: 'answered' | 'aborted'; milliseconds: number }
type Ended = (end: FinishedAnswerEnd) => void

/**
 * Sends finished answers before Fastify sees the request, which takes several times as long as sending the bytes. Caches
 * add where they find them; whoever counts or waits for requests is told of the end of each.
 */
export type FinishedAnswers = {
  from(find: FindFinished): void
  onEnd(ended: Ended): void
  /** The number of answers that are being sent. */
  running(): number
}

declare module 'fastify' {
  interface FastifyInstance {
    finishedAnswers: FinishedAnswers
  }
}

type Deps = { drain: Drain; logger: { isLevelEnabled(level: 'debug'): boolean } }

const HEADERS_WITHIN_MS = 30_000
/** Longer than proxies keep a connection that they may use again. */
const KEEP_ALIVE_MS = 72_000

/** The server under Fastify, which sends finished answers itself and gives Fastify every other request. */
export function finishedAnswersServer({ drain, logger }: Deps): {
  serverFactory: FastifyServerFactory
  /** Gives the application that was made with this server its `finishedAnswers`. */
  attachTo(app: FastifyInstance): void
} {
  const finds: FindFinished[] = []
  const listeners: Ended[] = []
  let running = 0

  // While draining every answer closes its connection, a trace has a span for each read, and at this level each is logged.
  const isForFastify = () => drain.isDraining || isTracing() || logger.isLevelEnabled('debug')

  const find = (request: IncomingMessage): FinishedAnswer | undefined => {
    if (!isPlainRead(request) || isForFastify()) return undefined
    const encoding = encodingFor(request.headers)
    for (const findIn of finds) {
      const answer = findIn(request)?.[encoding]
      if (answer) return answer
    }
    return undefined
  }

  const send = ({ route, headers, body }: FinishedAnswer, response: ServerResponse) => {
    const startedAt = performance.now()
    running += 1
    response.once('close', () => {
      running -= 1
      const how = response.writableFinished ? 'answered' : 'aborted'
      const end = { route, how, milliseconds: performance.now() - startedAt } as const
      for (const ended of listeners) ended(end)
    })
    response.writeHead(200, headers)
    response.end(body)
  }

  const mayBegin = boundPipelining()
  const serverFactory: FastifyServerFactory = (answerByFastify) => {
    const server = createServer({ headersTimeout: HEADERS_WITHIN_MS }, (request, response) => {
      if (!mayBegin(request, response)) return
      // A pipelined request that waits for an earlier one is not told when its connection closes.
      const finished = response.socket ? find(request) : undefined
      if (finished) send(finished, response)
      else answerByFastify(request, response)
    })
    server.keepAliveTimeout = KEEP_ALIVE_MS
    server.requestTimeout = LONGEST_UPLOAD_MS
    return server.setTimeout(LONGEST_SILENCE_MS)
  }
  const finishedAnswers: FinishedAnswers = {
    from: (findIn) => void finds.push(findIn),
    onEnd: (ended) => void listeners.push(ended),
    running: () => running,
  }
  const attachTo = (app: FastifyInstance) => {
    app.decorate('finishedAnswers', finishedAnswers)
    // Fastify closes such a server only where it listens; otherwise its timer would keep the application in memory.
    app.addHook('onClose', async () => void app.server.close())
  }
  return { serverFactory, attachTo }
}

/** A read without conditions or a body: only such a request gets the same answer as everybody. */
function isPlainRead({ method, headers }: IncomingMessage): boolean {
  return (
    method === 'GET' &&
    headers['if-none-match'] === undefined &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined
  )
}

export function takesBrotli({ 'accept-encoding': encodings = '' }: IncomingHttpHeaders): boolean {
  return /\bbr\b/.test(String(encodings))
}

/** Of what a client takes; a short answer is the same in both. */
function encodingFor(headers: IncomingHttpHeaders): keyof FinishedByEncoding {
  return takesBrotli(headers) ? 'br' : 'identity'
}

/** Keeps what `reply` sends, once it was sent, for the next who asks. */
export function keepFinished(kept: FinishedByEncoding, reply: FastifyReply, body: Buffer): void {
  reply.raw.once('finish', () => {
    if (reply.statusCode !== 200 || reply.request.method !== 'GET') return
    const headers = Object.entries(reply.getHeaders()).flatMap(([name, value]) => [name, String(value)])
    kept[encodingFor(reply.request.headers)] = {
      route: reply.request.routeOptions.url ?? 'none',
      headers,
      body,
    }
  })
}
