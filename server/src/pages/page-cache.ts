import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../http/app-error.ts'
import { ByteCache } from '../http/byte-cache.ts'
import { boundedWork } from '../media/bounded-work.ts'
import { pageHeaders } from './page-headers.ts'
import { canonicalUrl } from './page-url.ts'

const compress = promisify(brotliCompress)

export type RenderedPage = {
  status: number
  location: string | undefined
  type: string
  body: Buffer
  scriptHashes: readonly string[]
  /** Set for a page that is not there: which kind of page, all of which look alike. */
  missing?: string | undefined
}
type Kept = {
  page: RenderedPage
  brotli: Buffer
  etag: string
  headers: Record<string, string>
}
/** May leave the body empty for a missing page of a kind that is finished. */
export type Render = (url: string, isFinished: (missing: string) => boolean) => Promise<RenderedPage>

const MAX_AGE_MS = 60_000
const MAX_BYTES = 64 * 1024 * 1024
/** There are a few dozen kinds of missing pages. */
const MAX_MISSING_BYTES = 8 * 1024 * 1024
const LONGEST_URL = 500
const SHARED = 'public, max-age=0, s-maxage=30, stale-while-revalidate=60'
/** So many pages are drawn at once, and so many wait, some seconds at most: a stranger who asks for thousands is sent away. */
const DRAWN_AT_ONCE = 4
const MOST_WAITING = 240
/** What a page takes beside its bytes: address, headers, entry. */
const BESIDE_BYTES = 4096

/** Whole pages in memory: bounded in bytes and age, dropped on every change of what they show. */
export class PageCache {
  readonly #kept = new ByteCache<Kept>({ maxBytes: MAX_BYTES, maxAgeMs: MAX_AGE_MS })
  /** One page of each kind that is not there: random addresses take no place of good pages. */
  readonly #missing = new ByteCache<Kept>({ maxBytes: MAX_MISSING_BYTES, maxAgeMs: MAX_AGE_MS })
  readonly #rendering = new Map<string, Promise<Kept>>()
  readonly #isTrusted: () => boolean
  readonly #publicUrl: string
  readonly #work = boundedWork(DRAWN_AT_ONCE, { mostWaiting: MOST_WAITING })
  #generation = 0

  /** `isTrusted` is false while nothing would be heard of a change. */
  constructor({ isTrusted, publicUrl }: { isTrusted: () => boolean; publicUrl: string }) {
    this.#isTrusted = isTrusted
    this.#publicUrl = publicUrl
  }

  /** Forgets everything; called when public data changed. */
  clear() {
    this.#kept.deleteWhere(() => true)
    this.#missing.deleteWhere(() => true)
    this.#generation++
    this.#rendering.clear()
  }

  async answer(request: FastifyRequest, reply: FastifyReply, render: Render): Promise<void> {
    const url = canonicalUrl(request.url)
    try {
      const kept = (this.#isTrusted() && this.#kept.get(url)) || (await this.#renderOnce(url, render))
      this.#send(url, kept, request, reply)
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'unavailable')) throw error
      sendBusy(reply, error.retryAfterSeconds ?? 1, this.#publicUrl)
    }
  }

  #send(url: string, kept: Kept, request: FastifyRequest, reply: FastifyReply) {
    const { page } = kept
    if (page.location) return reply.redirect(page.location, page.status)
    reply.code(page.status).headers(kept.headers).header('vary', 'accept-encoding')
    if (page.status !== 200) reply.header('cache-control', 'no-store')
    else reply.header('cache-control', mayBeKept(url) ? SHARED : 'no-cache')
    reply.header('etag', kept.etag)
    if (page.status === 200 && request.headers['if-none-match'] === kept.etag) return reply.code(304).send()
    reply.type(page.type)
    if (/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) {
      return reply.header('content-encoding', 'br').send(kept.brotli)
    }
    return reply.send(page.body)
  }

  #renderOnce(url: string, render: Render): Promise<Kept> {
    const running = this.#rendering.get(url)
    if (running) return running
    const generation = this.#generation
    const started = this.#renderAndKeep(url, render, generation).finally(() => {
      if (this.#rendering.get(url) === started) this.#rendering.delete(url)
    })
    this.#rendering.set(url, started)
    return started
  }

  async #renderAndKeep(url: string, render: Render, generation: number): Promise<Kept> {
    let finished: Kept | undefined
    const isFinished = (missing: string) => {
      finished = this.#isTrusted() ? this.#missing.get(missing) : undefined
      return finished !== undefined
    }
    const page = await this.#work.run(() => render(url, isFinished))
    if (finished) return finished
    const kept: Kept = {
      page,
      brotli: await compress(page.body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
      etag: `W/"${createHash('sha256').update(page.body).digest('base64url').slice(0, 22)}"`,
      headers: pageHeaders({ ...page, publicUrl: this.#publicUrl }, 'on'),
    }
    // Rendered from data that changed meanwhile: good for this visitor, not for the next.
    if (generation !== this.#generation) return kept
    const bytes = page.body.length + kept.brotli.length + BESIDE_BYTES
    if (page.missing !== undefined) this.#missing.set(page.missing, kept, bytes)
    else if (page.status === 200 && mayBeKept(url)) this.#kept.set(url, kept, bytes)
    return kept
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

/** A list for chosen dates changes with every booking, and a long address is nobody else's: both are drawn anew. */
function mayBeKept(url: string): boolean {
  return url.length <= LONGEST_URL && !url.includes('startDate=')
}
