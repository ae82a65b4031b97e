import { AsyncResource } from 'node:async_hooks'
import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { m } from '@twende/messages'
import { localePrefix, readLocale } from '@twende/messages/address.ts'
import { type Locale, locales } from '@twende/messages/runtime'
import type { FastifyReply, FastifyRequest } from 'fastify'
import PQueue from 'p-queue'
import type { Noun } from '../db/change-feed.ts'
import { AppError } from '../http/app-error.ts'
import { byteCache } from '../http/byte-cache.ts'
import { type FinishedByEncoding, keepFinished, takesBrotli } from '../http/finished-answers.ts'
import { serverBusy } from '../http/limits/bounded-queue.ts'
import { pageHeaders } from '../http/security-headers.ts'
import { canonicalUrl } from './page-url.ts'
import type { CompressedPage, PageRequest } from './render-page.ts'

/** Renders a page and names the nouns whose public data it read. */
export type Render = (request: PageRequest) => Promise<{ page: CompressedPage; shows: ReadonlySet<Noun> }>

type CachedPage = {
  page: Omit<CompressedPage, 'body' | 'brotli'>
  body: Buffer
  brotli: Buffer
  etag: string
  headers: Record<string, string>
  finished: FinishedByEncoding
  shows: ReadonlySet<Noun>
  /** Requests since it was rendered. */
  requests: number
  /** In milliseconds since 1970, as `staleAt`. */
  renderedAt: number
  /** From when it may not show what is true, because its data changed or it is too old; in milliseconds since 1970. */
  staleAt: number
  isChanged: boolean
}

type Rendering = {
  id: string
  priority: number
  /** The changes of public data before it started; nothing while it waits. */
  startedAfter: number | undefined
  cached: Promise<CachedPage> | undefined
}

type Options = {
  render: Render
  /** False while the process receives no notifications of changes. */
  isTrusted: () => boolean
  publicUrl: string
  now?: () => number
  random?: () => number
}

/** Pages rendered together are not too old together: each keeps for 45 to 75 seconds. */
const LEAST_AGE_MS = 45_000
const SPREAD_OF_AGE_MS = 30_000
/** How long a page that is no longer current may be sent while it is rendered again. */
const LONGEST_STALE_MS = 10_000
/** With so few pages waiting to be rendered, a request for a changed page waits for it, at most this long. */
const FEW_WAITING = 2
const LONGEST_WAIT_MS = 1_000
/** With more requests for pages than this in a second, none waits for a changed page. */
const MANY_REQUESTS_A_SECOND = 30
/** After a change, a page with fewer requests since it was rendered is rendered only when it is requested again, and dropped unless many are requested. */
const WANTED_REQUESTS = 2
/** Pages are rendered again at most once in this time, however many changes there are. */
const REFRESH_PAUSE_MS = 500
const MAX_BYTES = 64 * 1024 * 1024
/** About a hundred pages. */
const KEPT_AT_REST_BYTES = 8 * 1024 * 1024
const MAX_MISSING_BYTES = 8 * 1024 * 1024
const LONGEST_URL = 500
const SHARED = 'public, max-age=0, s-maxage=30, stale-while-revalidate=60'
/** Limits how many pages are rendered at a time and how many requests wait, a few seconds at most; more are refused. */
const CONCURRENT_RENDERS = 4
const MAX_WAITING = 240
/** The status of a page whose data are away, such as while the database restarts, and when to ask for it again. */
const AWAY = 503
const AWAY_SECONDS = 2
/** Memory for the address, the headers and the cache entry of a page. */
const ENTRY_BYTES = 4096
/** The home page features cars by chance: so many drawings of it are kept, and sent in turn. */
const DRAWINGS = 5
const DRAWN_BY_CHANCE = new Set(locales.map((locale) => localePrefix(locale) || '/'))
/** Before every page that is rendered again without anybody waiting for it. */
const REQUESTED = Number.MAX_SAFE_INTEGER

/**
 * Caches whole pages in memory, limited in bytes and age. A change of public data makes the pages that show it stale: those
 * that are wanted are rendered again, most wanted first. A stale page is sent as it was for some seconds while many pages
 * are requested or wait to be rendered; otherwise its requests wait for the new one.
 */
export class PageCache {
  readonly #pages = byteCache<CachedPage>({
    maxBytes: MAX_BYTES,
    maxAgeMs: LEAST_AGE_MS + SPREAD_OF_AGE_MS + LONGEST_STALE_MS,
  })
  /** One page of each kind that does not exist, so that random addresses do not displace other pages. */
  readonly #missing = byteCache<CachedPage>({ maxBytes: MAX_MISSING_BYTES, maxAgeMs: LEAST_AGE_MS })
  readonly #rendering = new Map<string, Rendering>()
  /** Counts the changes of public data; for each noun, the number of its last change. */
  #changes = 0
  readonly #lastChange = new Map<Noun, number>()
  readonly #queue = new PQueue({ concurrency: CONCURRENT_RENDERS })
  readonly #options: Required<Options>
  #refresh: NodeJS.Timeout | undefined
  #load = { inSecond: 0, requests: 0, requestsBefore: 0 }
  /** Counts the requests for pages. */
  #turn = 0

  constructor(options: Options) {
    this.#options = { now: Date.now, random: Math.random, ...options }
  }

  /** Called when public data of this noun changed. */
  changed(noun: Noun) {
    const now = this.#options.now()
    this.#lastChange.set(noun, ++this.#changes)
    this.#missing.clear()
    // What is being rendered may have read the data before they changed.
    for (const [url, { startedAfter }] of [...this.#rendering])
      if (startedAfter !== undefined) this.#rendering.delete(url)
    const isBusy = this.#isBusy()
    for (const [url, cached] of [...this.#pages]) {
      if (!cached.shows.has(noun)) continue
      // Without the database nothing can be rendered anew: what there is may be asked for until it is back.
      const isWanted = cached.requests >= WANTED_REQUESTS || isBusy || !this.#options.isTrusted()
      if (!isWanted) this.#pages.delete(url)
      else Object.assign(cached, { isChanged: true, staleAt: Math.min(cached.staleAt, now) })
    }
    this.#refresh ??= setTimeout(() => this.#renderChangedPages(), REFRESH_PAUSE_MS).unref()
  }

  /**
   * Renders pages before anybody requests them, one after another, so that a page that a visitor asks for waits for one of
   * them at most; until `isOver`. One that fails is rendered when it is requested.
   */
  async warmUp(urls: readonly string[], isOver: () => boolean = () => false): Promise<void> {
    const drawings = urls.flatMap((url) =>
      Array.from({ length: DRAWINGS }, (_, turn) => drawingOf(url, turn)),
    )
    for (const url of new Set(drawings)) {
      if (isOver()) return
      await this.#renderOnce(url, REQUESTED).catch(() => {})
    }
  }

  /** What was sent of the current page of this address before, if anything. */
  findFinished(address: string): FinishedByEncoding | undefined {
    this.#turn += 1
    const url = drawingOf(canonicalUrl(address), this.#turn)
    const cached = this.#current(url)
    if (!cached?.finished.br && !cached?.finished.identity) return undefined
    this.#countRequest()
    cached.requests += 1
    return cached.finished
  }

  /**
   * Called when the program rests, and all pages take more than this: drops the pages that nobody requested again, and then
   * those that were not requested for longest. Answers how many bytes they took.
   */
  dropUnwanted(keptBytes = KEPT_AT_REST_BYTES): number {
    const before = this.#pages.calculatedSize
    if (before <= keptBytes) return 0
    for (const [url, { requests }] of [...this.#pages])
      if (requests < WANTED_REQUESTS) this.#pages.delete(url)
    while (this.#pages.calculatedSize > keptBytes) this.#pages.pop()
    return before - this.#pages.calculatedSize
  }

  async answer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const url = drawingOf(canonicalUrl(request.url), this.#turn)
    this.#countRequest()
    try {
      const cached = this.#current(url)
      if (cached) cached.requests += 1
      const page = cached ?? (await this.#rendered(url))
      const held = page.page.status === AWAY || !page.page.isWhole ? this.#pages.get(url) : undefined
      if (held) this.#sendHeld(held, reply)
      else this.#send(url, page, request, reply)
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'unavailable')) throw error
      const held = this.#pages.get(url)
      if (held) return this.#sendHeld(held, reply)
      sendBusy(reply, error.retryAfterSeconds ?? 1, { url, publicUrl: this.#options.publicUrl })
    }
  }

  #countRequest() {
    const second = Math.floor(this.#options.now() / 1_000)
    const { inSecond, requests } = this.#load
    if (inSecond === second) this.#load.requests += 1
    else
      this.#load = { inSecond: second, requests: 1, requestsBefore: inSecond === second - 1 ? requests : 0 }
  }

  /** Whether many pages are requested in this second, or were in the one before. */
  #isBusy(): boolean {
    return Math.max(this.#load.requests, this.#load.requestsBefore) > MANY_REQUESTS_A_SECOND
  }

  /** The cached page, if it is current. */
  #current(url: string): CachedPage | undefined {
    const cached = this.#options.isTrusted() ? this.#pages.get(url) : undefined
    return cached && this.#options.now() < cached.staleAt ? cached : undefined
  }

  /** The page rendered anew; or as it was shortly before, if it is only old, or if too many pages wait to be rendered. */
  async #rendered(url: string): Promise<CachedPage> {
    const stale = this.#options.isTrusted() ? this.#pages.get(url) : undefined
    if (!stale || this.#options.now() > stale.staleAt + LONGEST_STALE_MS)
      return this.#renderOnce(url, REQUESTED)
    const waits = stale.isChanged && this.#queue.size <= FEW_WAITING && !this.#isBusy()
    stale.requests += 1
    const rendered = this.#renderOnce(url, stale.requests).catch(() => stale)
    return waits ? Promise.race([rendered, sleep(LONGEST_WAIT_MS, stale, { ref: false })]) : stale
  }

  #renderChangedPages() {
    this.#refresh = undefined
    const changed = [...this.#pages].filter(
      ([, { isChanged, requests }]) => isChanged && requests >= WANTED_REQUESTS,
    )
    changed.sort(([, one], [, other]) => other.requests - one.requests)
    for (const [url, { requests }] of changed)
      this.#renderOnce(url, requests).catch((error: unknown) => {
        // It may be asked for again while it cannot be rendered.
        if (!(error instanceof AppError && error.code === 'unavailable')) this.#pages.delete(url)
      })
  }

  /** A page as it was, while its data are away. */
  #sendHeld({ page, headers, body, renderedAt }: CachedPage, reply: FastifyReply) {
    reply.code(page.status).headers(headers).type(page.type)
    reply.header('age', String(Math.round((this.#options.now() - renderedAt) / 1_000)))
    reply.header('cache-control', 'no-store').send(body)
  }

  #send(url: string, cached: CachedPage, request: FastifyRequest, reply: FastifyReply) {
    const { page } = cached
    if (page.location) return reply.redirect(page.location, page.status)
    reply.code(page.status).headers(cached.headers).header('vary', 'accept-encoding')
    if (page.status === AWAY) reply.header('retry-after', AWAY_SECONDS)
    if (page.status !== 200 || !page.isWhole) reply.header('cache-control', 'no-store')
    else reply.header('cache-control', isCacheable(url) && !url.includes('#') ? SHARED : 'no-cache')
    reply.header('etag', cached.etag)
    if (page.status === 200 && request.headers['if-none-match'] === cached.etag) return reply.code(304).send()
    reply.type(page.type)
    const isCompressed = takesBrotli(request.headers)
    if (isCompressed) reply.header('content-encoding', 'br')
    const body = isCompressed ? cached.brotli : cached.body
    keepFinished(cached.finished, reply, body)
    return reply.send(body)
  }

  /** Renders a page once for all who wait for it; of those that wait, the one with the highest priority comes first. */
  #renderOnce(url: string, priority: number): Promise<CachedPage> {
    const running = this.#rendering.get(url)
    if (running?.cached) {
      if (running.startedAfter === undefined && running.priority < priority) {
        running.priority = priority
        this.#queue.setPriority(running.id, priority)
      }
      return running.cached
    }
    if (this.#queue.size >= MAX_WAITING) return Promise.reject(serverBusy())
    const rendering: Rendering = { id: randomUUID(), priority, startedAfter: undefined, cached: undefined }
    const task = async () => {
      rendering.startedAfter = this.#changes
      return this.#renderAndCache(url, this.#changes)
    }
    // Without `bind`, a task that waited would run in the async context of the task that ended before it.
    const cached = this.#queue.add(AsyncResource.bind(task), { id: rendering.id, priority })
    this.#rendering.set(url, rendering)
    rendering.cached = cached.finally(() => {
      if (this.#rendering.get(url) === rendering) this.#rendering.delete(url)
    })
    return rendering.cached
  }

  async #renderAndCache(url: string, startedAfter: number): Promise<CachedPage> {
    // As it is now: a change that arrives during the rendering empties the cache.
    const missing = new Map(this.#options.isTrusted() ? this.#missing.entries() : [])
    const { page, shows } = await this.#options.render({
      url: url.replace(/#.*/, ''),
      cachedMissing: [...missing.keys()],
    })
    const cachedMissing = missing.get(page.missing ?? '')
    if (cachedMissing && page.body === '') {
      this.#pages.delete(url)
      return cachedMissing
    }
    const cached = this.#finish(page, shows)
    // The data changed while this page was rendered: it is sent to who waits for it, but not cached.
    if ([...shows].some((noun) => (this.#lastChange.get(noun) ?? 0) > startedAfter)) return cached
    const size = cached.body.length + cached.brotli.length + ENTRY_BYTES
    if (page.missing !== undefined) this.#missing.set(page.missing, cached, { size })
    if (page.status === 200 && page.isWhole && isCacheable(url)) this.#pages.set(url, cached, { size })
    // A page that is gone is dropped; one that cannot be rendered now stays as it was.
    else if (page.status < 500 && page.isWhole) this.#pages.delete(url)
    return cached
  }

  #finish({ body: html, brotli, ...page }: CompressedPage, shows: ReadonlySet<Noun>): CachedPage {
    const { now, random, publicUrl } = this.#options
    const body = Buffer.from(html)
    return {
      page,
      body,
      brotli: Buffer.from(brotli.buffer, brotli.byteOffset, brotli.byteLength),
      etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
      headers: pageHeaders({ ...page, publicUrl }, 'on'),
      finished: {},
      shows,
      requests: 0,
      renderedAt: now(),
      staleAt: now() + LEAST_AGE_MS + random() * SPREAD_OF_AGE_MS,
      isChanged: false,
    }
  }
}

function busyPage(locale: Locale): string {
  return `<!doctype html><html lang="${locale}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${m.page_busy_title({}, { locale })}</title><p>${m.page_busy_text({}, { locale })}</p></html>`
}

function sendBusy(
  reply: FastifyReply,
  seconds: number,
  { url, publicUrl }: { url: string; publicUrl: string },
) {
  reply.code(503).header('retry-after', seconds).header('cache-control', 'no-store')
  reply
    .headers(pageHeaders({ scriptHashes: [], publicUrl }, 'on'))
    .type('text/html; charset=utf-8')
    .send(busyPage(readLocale(url).locale))
}

/** Under which address a page is kept: that of one of its drawings, if it has several. */
function drawingOf(url: string, turn: number): string {
  return DRAWN_BY_CHANCE.has(url) ? `${url}#${turn % DRAWINGS}` : url
}

/** A list for chosen dates changes with every booking, and a long address is hardly requested twice. */
function isCacheable(url: string): boolean {
  return url.length <= LONGEST_URL && !url.includes('startDate=')
}
