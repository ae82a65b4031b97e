import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { type BrotliOptions, brotliCompress, brotliCompressSync, constants } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ChangeFeed, NOUNS, type Noun } from '../db/change-feed.ts'
import { byteCache } from './byte-cache.ts'
import { type FinishedByEncoding, keepFinished, takesBrotli } from './finished-answers.ts'

/** Routes whose answers are the same for everybody; each is cached until the data it shows changes. */
export const publicAnswers: Readonly<Record<string, CachedRoute>> = {
  '/api/car/list': {
    shows: ['cars', 'content'],
    never: (query) => 'startDate' in query || 'endDate' in query,
  },
  '/api/car/get/:carId': { shows: ['cars', 'content'] },
  '/api/car/reviews/:carId': { shows: ['cars'] },
  '/api/sell/list': { shows: ['listings', 'content'] },
  '/api/sell/filter-counts': { shows: ['listings', 'content'] },
  '/api/food/list': { shows: ['shop', 'content'] },
  '/api/product/list': { shows: ['shop', 'content'] },
  '/api/product/get/:productId': { shows: ['shop', 'content'] },
  '/api/category/list': { shows: ['content'] },
  '/api/location/list': { shows: ['content'] },
  '/api/catalog/names': { shows: ['content'] },
  '/api/service/list': { shows: ['content'] },
  '/api/settings': { shows: ['content'] },
  '/api/banner/list': { shows: ['content'] },
}

const nounsByPath = {
  car: ['cars', 'content'],
  sell: ['listings', 'content'],
  food: ['shop', 'content'],
  product: ['shop', 'content'],
  catalog: ['content'],
  category: ['content'],
  location: ['content'],
  service: ['content'],
  settings: ['content'],
  banner: ['content'],
} as const satisfies Record<string, readonly Noun[]>

/** The nouns whose public data an answer at this address shows; all of them if that is not known. */
export function nounsShownAt(url: string): readonly Noun[] {
  const [, noun = ''] = /^\/api\/(\w+)/.exec(url) ?? []
  return Object.hasOwn(nounsByPath, noun) ? nounsByPath[noun as keyof typeof nounsByPath] : NOUNS
}

const MAX_AGE_MS = 30_000
const MAX_BYTES = 64 * 1024 * 1024
const LONGEST_URL = 500
const WORTH_COMPRESSING = 1024

/** The nouns that an answer shows; `never` names queries that are not cached. */
export type CachedRoute = { shows: readonly Noun[]; never?: (query: object) => boolean }

type Miss = {
  route: CachedRoute
  /** The data changed since the reading began. */
  isChanged: boolean
  answer: PromiseWithResolvers<Answer | undefined>
}

type Answer = {
  shows: readonly Noun[]
  body: Buffer
  etag: string
  /** The header `link`, which leads to the next page. */
  link: string | undefined
  /** With a query, so that it is rarely asked for again before it is dropped. */
  isSearch: boolean
  brotli: Promise<Buffer> | Buffer | undefined
  finished: FinishedByEncoding
}

const compress = promisify(brotliCompress)

/**
 * Caches the answers of public GET routes as bytes, by URL, until the data they show changes. An answer must not depend
 * on who asks. Routes are named by their pattern, for example `/api/car/get/:carId`.
 */
export function cacheAnswers(
  app: FastifyInstance,
  changeFeed: ChangeFeed,
  cachedRoutes: Readonly<Record<string, CachedRoute>>,
) {
  const answers = byteCache<Answer>({ maxBytes: MAX_BYTES, maxAgeMs: MAX_AGE_MS })
  const misses = new WeakMap<FastifyRequest, Miss>()
  /** What is being read for a first request, for the others that ask the same meanwhile. */
  const reading = new Map<string, Miss>()
  changeFeed.on((noun) => {
    for (const [url, answer] of [...answers]) if (answer.shows.includes(noun)) answers.delete(url)
    for (const [url, miss] of [...reading]) {
      if (!miss.route.shows.includes(noun)) continue
      miss.isChanged = true
      reading.delete(url)
    }
  })

  app.finishedAnswers.from((request) =>
    changeFeed.isListening() ? answers.get(request.url ?? '')?.finished : undefined,
  )

  // Not an async hook, because awaiting a reply costs as much time as sending it.
  app.addHook('onRequest', (request, reply, next) => {
    // HEAD is answered like GET; Fastify leaves out the body.
    const reads = request.method === 'GET' || request.method === 'HEAD'
    const route = reads ? cachedRoutes[request.routeOptions.url ?? ''] : undefined
    if (!route) return next()
    const cached = answers.get(request.url)
    if (cached && changeFeed.isListening()) return void sendBytes(request, reply, cached).catch(next)
    const first = reading.get(request.url)
    if (first && changeFeed.isListening()) {
      first.answer.promise.then((answer) => (answer ? sendBytes(request, reply, answer) : next())).catch(next)
      return
    }
    const miss = { route, isChanged: false, answer: Promise.withResolvers<Answer | undefined>() }
    misses.set(request, miss)
    reading.set(request.url, miss)
    next()
  })

  // After a refusal or an abort, those who waited ask for themselves.
  const endReading = async (request: FastifyRequest) => {
    const miss = misses.get(request)
    if (!miss) return
    miss.answer.resolve(undefined)
    if (reading.get(request.url) === miss) reading.delete(request.url)
  }
  app.addHook('onResponse', endReading)
  app.addHook('onRequestAbort', endReading)

  app.addHook('onSend', async (request, reply, payload) => {
    const miss = misses.get(request)
    if (!miss || reply.statusCode !== 200 || typeof payload !== 'string') return payload
    const answer = {
      shows: miss.route.shows,
      body: Buffer.from(payload),
      etag: etagOf(payload),
      link: reply.getHeader('link')?.toString(),
      isSearch: request.url.includes('?'),
      brotli: undefined,
      finished: {},
    }
    // The data changed while it was read: the answer is sent, but not cached.
    const isFresh = !miss.isChanged && changeFeed.isListening()
    if (isFresh && !miss.route.never?.(request.query ?? {}) && request.url.length <= LONGEST_URL) {
      answers.set(request.url, answer, {
        size: Math.ceil(answer.body.length * 1.3) + request.url.length,
      })
    }
    // Those who wait for it asked before the change.
    miss.answer.resolve(answer)
    return bytesFor(request, reply, answer)
  })
}

async function sendBytes(request: FastifyRequest, reply: FastifyReply, answer: Answer): Promise<void> {
  const bytes = await bytesFor(request, reply, answer)
  if (bytes === null) return void reply.send()
  keepFinished(answer.finished, reply, bytes)
  reply.type('application/json; charset=utf-8').send(bytes)
}

/** Sets the headers and returns the body: plain, compressed, or null when the client's copy is current (304). */
async function bytesFor(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
): Promise<Buffer | null> {
  reply
    .header('cache-control', 'public, max-age=0, must-revalidate')
    .header('etag', answer.etag)
    .header('vary', 'accept-encoding')
  if (answer.link !== undefined) reply.header('link', answer.link)
  if (request.headers['if-none-match'] === answer.etag) {
    reply.code(304)
    return null
  }
  if (!takesBrotli(request.headers) || answer.body.length < WORTH_COMPRESSING) return answer.body
  answer.brotli ??= compressBody(answer)
  reply.header('content-encoding', 'br')
  return answer.brotli
}

const QUALITY = 5
/** 12 % larger, in a quarter of the processor time. */
const QUALITY_OF_SEARCHES = 1
/** In bytes; below it, compressing at once takes less processor time than handing it to another thread. */
const LONGEST_AT_ONCE = 64 * 1024

function compressBody({ body, isSearch }: Answer): Promise<Buffer> | Buffer {
  if (!isSearch) return compress(body, brotliOptions(body.length, QUALITY))
  const options = brotliOptions(body.length, QUALITY_OF_SEARCHES)
  return body.length > LONGEST_AT_ONCE ? compress(body, options) : brotliCompressSync(body, options)
}

/** A window no larger than the answer: the default of 4 MiB takes memory for each short answer. */
function brotliOptions(bytes: number, quality: number): BrotliOptions {
  const window = Math.max(constants.BROTLI_MIN_WINDOW_BITS, Math.ceil(Math.log2(bytes + 16)))
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: Math.min(window, constants.BROTLI_DEFAULT_WINDOW),
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes,
    },
  }
}

/** A weak ETag, because compressed and plain bytes share it. */
function etagOf(body: string): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}
