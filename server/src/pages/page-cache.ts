import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../http/app-error.ts'
import { byteCache } from '../http/byte-cache.ts'
import { boundedQueue } from '../http/limits/bounded-queue.ts'
import { pageHeaders } from './page-headers.ts'
import { canonicalUrl } from './page-url.ts'

const compress = promisify(brotliCompress)

export type RenderedPage = {
  status: number
  location: string | undefined
  type: string
  body: Buffer
  scriptHashes: readonly string[]
  /** Set for a page that does not exist: its kind. All missing pages of a kind look alike. */
  missing?: string | undefined
}
type CachedPage = {
  page: RenderedPage
  brotli: Buffer
  etag: string
  headers: Record<string, string>
}
/** May leave the body empty for a missing page whose kind is already cached. */
export type Render = (url: string, isFinished: (missing: string) => boolean) => Promise<RenderedPage>

const MAX_AGE_MS = 60_000
const MAX_BYTES = 64 * 1024 * 1024
const MAX_MISSING_BYTES = 8 * 1024 * 1024
const LONGEST_URL = 500
const SHARED = 'public, max-age=0, s-maxage=30, stale-while-revalidate=60'
/** Limits how many pages are rendered at a time and how many wait, a few seconds at most; more requests are refused. */
const CONCURRENT_RENDERS = 4
const MAX_WAITING = 240
/** Memory for the address, the headers and the cache entry of a page. */
const ENTRY_BYTES = 4096

/** Caches whole pages in memory, limited in bytes and age; cleared on every change of public data. */
export class PageCache {
  readonly #pages = byteCache<CachedPage>({ maxBytes: MAX_BYTES, maxAgeMs: MAX_AGE_MS })
  /** One page of each kind that does not exist, so that random addresses do not displace other pages. */
  readonly #missing = byteCache<CachedPage>({ maxBytes: MAX_MISSING_BYTES, maxAgeMs: MAX_AGE_MS })
  readonly #rendering = new Map<string, Promise<CachedPage>>()
  readonly #isTrusted: () => boolean
  readonly #publicUrl: string
  readonly #runLimited = boundedQueue({ concurrency: CONCURRENT_RENDERS, maxWaiting: MAX_WAITING })
  #generation = 0

  /** `isTrusted` is false while the process receives no notifications of changes. */
  constructor({ isTrusted, publicUrl }: { isTrusted: () => boolean; publicUrl: string }) {
    this.#isTrusted = isTrusted
    this.#publicUrl = publicUrl
  }

  /** Called when public data changed. */
  clear() {
    this.#pages.clear()
    this.#missing.clear()
    this.#generation++
    this.#rendering.clear()
  }

  async answer(request: FastifyRequest, reply: FastifyReply, render: Render): Promise<void> {
    const url = canonicalUrl(request.url)
    try {
      const cached = (this.#isTrusted() && this.#pages.get(url)) || (await this.#renderOnce(url, render))
      this.#send(url, cached, request, reply)
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'unavailable')) throw error
      sendBusy(reply, error.retryAfterSeconds ?? 1, this.#publicUrl)
    }
  }

  #send(url: string, cached: CachedPage, request: FastifyRequest, reply: FastifyReply) {
    const { page } = cached
    if (page.location) return reply.redirect(page.location, page.status)
    reply.code(page.status).headers(cached.headers).header('vary', 'accept-encoding')
    if (page.status !== 200) reply.header('cache-control', 'no-store')
    else reply.header('cache-control', isCacheable(url) ? SHARED : 'no-cache')
    reply.header('etag', cached.etag)
    if (page.status === 200 && request.headers['if-none-match'] === cached.etag) return reply.code(304).send()
    reply.type(page.type)
    if (/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) {
      return reply.header('content-encoding', 'br').send(cached.brotli)
    }
    return reply.send(page.body)
  }

  #renderOnce(url: string, render: Render): Promise<CachedPage> {
    const running = this.#rendering.get(url)
    if (running) return running
    const generation = this.#generation
    const started = this.#renderAndCache(url, render, generation).finally(() => {
      if (this.#rendering.get(url) === started) this.#rendering.delete(url)
    })
    this.#rendering.set(url, started)
    return started
  }

  async #renderAndCache(url: string, render: Render, generation: number): Promise<CachedPage> {
    let finished: CachedPage | undefined
    const isFinished = (missing: string) => {
      finished = this.#isTrusted() ? this.#missing.get(missing) : undefined
      return finished !== undefined
    }
    const page = await this.#runLimited(() => render(url, isFinished))
    if (finished) return finished
    const cached: CachedPage = {
      page,
      brotli: await compress(page.body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
      etag: `W/"${createHash('sha256').update(page.body).digest('base64url').slice(0, 22)}"`,
      headers: pageHeaders({ ...page, publicUrl: this.#publicUrl }, 'on'),
    }
    // The data changed while this page was rendered: it is sent to this visitor, but not cached.
    if (generation !== this.#generation) return cached
    const size = page.body.length + cached.brotli.length + ENTRY_BYTES
    if (page.missing !== undefined) this.#missing.set(page.missing, cached, { size })
    else if (page.status === 200 && isCacheable(url)) this.#pages.set(url, cached, { size })
    return cached
  }
}

const BUSY = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>One moment, please</title><p>Many people are here just now. Please load this page again in a moment.</p></html>`

function sendBusy(reply: FastifyReply, seconds: number, publicUrl: string) {
  reply.code(503).header('retry-after', seconds).header('cache-control', 'no-store')
  reply
    .headers(pageHeaders({ scriptHashes: [], publicUrl }, 'on'))
    .type('text/html; charset=utf-8')
    .send(BUSY)
}

/** A list for chosen dates changes with every booking, and a long address is hardly requested twice. */
function isCacheable(url: string): boolean {
  return url.length <= LONGEST_URL && !url.includes('startDate=')
}
