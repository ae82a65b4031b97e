import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ByteCache } from '../http/byte-cache.ts'
import { pageHeaders } from './page-headers.ts'

const compress = promisify(brotliCompress)

export type RenderedPage = { status: number; location: string | undefined; type: string; body: Buffer }
type Kept = {
  page: RenderedPage
  brotli: Buffer
  etag: string
  headers: Record<string, string>
}
type Render = (url: string) => Promise<RenderedPage>

const MAX_AGE_MS = 60_000
const MAX_BYTES = 64 * 1024 * 1024
const LONGEST_URL = 500
const SHARED = 'public, max-age=0, s-maxage=30, stale-while-revalidate=60'
/** What a page takes beside its bytes: address, headers, entry. */
const BESIDE_BYTES = 4096

/** Whole pages in memory: bounded in bytes and age, dropped on every change of what they show. */
export class PageCache {
  readonly #kept = new ByteCache<Kept>({ maxBytes: MAX_BYTES, maxAgeMs: MAX_AGE_MS })
  readonly #rendering = new Map<string, Promise<Kept>>()
  readonly #isTrusted: () => boolean
  #generation = 0

  /** `isTrusted` is false while nothing would be heard of a change. */
  constructor(isTrusted: () => boolean) {
    this.#isTrusted = isTrusted
  }

  /** Forgets everything; called when public data changed. */
  clear() {
    this.#kept.deleteWhere(() => true)
    this.#generation++
    this.#rendering.clear()
  }

  async answer(request: FastifyRequest, reply: FastifyReply, render: Render): Promise<void> {
    const url = canonicalUrl(request.url)
    const kept = (this.#isTrusted() && this.#kept.get(url)) || (await this.#renderOnce(url, render))
    this.#send(url, kept, request, reply)
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
    const page = await render(url)
    const kept: Kept = {
      page,
      brotli: await compress(page.body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
      etag: `W/"${createHash('sha256').update(page.body).digest('base64url').slice(0, 22)}"`,
      headers: pageHeaders(page.body, 'on'),
    }
    // Rendered from data that changed meanwhile: good for this visitor, not for the next.
    if (page.status === 200 && generation === this.#generation && mayBeKept(url)) {
      this.#kept.set(url, kept, page.body.length + kept.brotli.length + BESIDE_BYTES)
    }
    return kept
  }
}

/** A list for chosen dates changes with every booking, and a long address is nobody else's: both are drawn anew. */
function mayBeKept(url: string): boolean {
  return url.length <= LONGEST_URL && !url.includes('startDate=')
}

/** Query parameters in one order, so that the same page is kept once. */
function canonicalUrl(url: string): string {
  const at = url.indexOf('?')
  if (at < 0) return url
  const search = new URLSearchParams(url.slice(at + 1))
  search.sort()
  return `${url.slice(0, at)}${search.size > 0 ? `?${search}` : ''}`
}
