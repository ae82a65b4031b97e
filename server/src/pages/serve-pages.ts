import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { localePrefix } from '@twende/messages/address.ts'
import { baseLocale, type Locale, locales } from '@twende/messages/runtime'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { projectPath } from '../config/folders.ts'
import type { Noun } from '../db/change-feed.ts'
import type { AppDeps } from '../deps.ts'
import { nounsShownAt } from '../http/cache-answers.ts'
import { pageHeaders } from '../http/security-headers.ts'
import { tracerSettings } from '../tracing/start-tracing.ts'
import { traceToStore } from '../tracing/tracing.ts'
import { PageCache } from './page-cache.ts'
import type { ReadApi, RenderedPage, RendererOptions } from './render-page.ts'
import { startRenderThread } from './render-thread.ts'
import { serveAssets } from './serve-assets.ts'

/** Rendered first of all, in every language. */
const KNOWN_PAGES = ['/', '/rent', '/buy', '/shop']
/** The first things of these lists are what most visitors open next; their pages are rendered too. */
const KNOWN_LISTS = [
  { list: '/api/car/list?page=1&limit=12', page: '/rent/' },
  { list: '/api/sell/list?page=1&limit=12', page: '/buy/' },
  { list: '/api/product/list?page=1&limit=12', page: '/product/' },
]
/** So many searches of each kind make Node.js compile what answers them; in a market so large that they are slow, fewer do. */
const WARM_UP_SEARCHES = 50
const LONGEST_WARM_UP_MS = 2_000

/**
 * Serves the built assets, and every page that is not under `/api`, rendered on a thread of its own and cached. `warmUp`
 * renders the pages that most visitors begin with; `dropUnwanted` leaves few of the others.
 */
export async function servePages(
  app: FastifyInstance,
  { changeFeed, logger, config, tokenSecret, drain }: AppDeps,
  { publicUrl, isDemo }: RendererOptions,
) {
  const root = projectPath('build/site/client')
  await serveAssets(app, { folder: join(root, 'assets'), prefix: '/assets/' })
  await app.register(fastifyStatic, {
    root,
    globIgnore: ['assets/**'],
    decorateReply: false,
    wildcard: false,
    preCompressed: true,
    maxAge: '1h',
  })
  const tracing = tracerSettings(config.tracing, tokenSecret)
  const thread = startRenderThread({ publicUrl, isDemo, logger, tracing })
  app.addHook('onClose', thread.close)
  const readApi = apiReader(app)
  const cache = new PageCache({
    isTrusted: changeFeed.isListening,
    publicUrl,
    async render(request) {
      const shows = new Set<Noun>()
      let isAway = false
      const traced = { ...request, traceparent: traceToStore() }
      const page = await thread.renderPage(traced, async (url, locale, traceparent) => {
        for (const noun of nounsShownAt(url)) shows.add(noun)
        const answer = await readApi(url, locale, traceparent)
        isAway ||= answer.status === 503
        return answer
      })
      // The page broke because its data are away, not by a fault of its own.
      return { page: isAway && page.status === 500 ? { ...page, status: 503 } : page, shows }
    },
  })
  const stopListening = changeFeed.on((noun) => cache.changed(noun))
  app.addHook('onClose', async () => void stopListening())
  app.finishedAnswers.from((request) => cache.findFinished(request.url ?? ''))
  // Not an async handler, because awaiting a reply costs as much time as sending it.
  app.get('/*', (request, reply) => {
    cache.answer(request, reply).catch((error: unknown) => reply.send(error))
  })
  return {
    async warmUp() {
      const isOver = () => drain.isDraining
      await cache.warmUp(locales.flatMap(knownPages), isOver)
      if (isOver()) return
      const lists = await Promise.all(KNOWN_LISTS.map((known) => pagesOfList(readApi, known)))
      await cache.warmUp(lists.flat(), isOver)
      await searchOften(readApi, isOver)
    },
    dropUnwanted: () => cache.dropUnwanted(),
  }
}

async function pagesOfList(
  readApi: ReadApi,
  { list, page }: (typeof KNOWN_LISTS)[number],
): Promise<string[]> {
  const { status, body } = await readApi(list, baseLocale)
  if (status !== 200) return []
  return (JSON.parse(body) as { data: { _id: string }[] }).data.map(({ _id }) => `${page}${_id}`)
}

/** Searches that nobody makes, so that the first visitors do not wait until their code is compiled. */
async function searchOften(readApi: ReadApi, isOver: () => boolean): Promise<void> {
  const latest = performance.now() + LONGEST_WARM_UP_MS
  for (let least = 1; least <= WARM_UP_SEARCHES && performance.now() < latest && !isOver(); least += 1) {
    const query = `?page=1&limit=12&minPrice=${least}`
    await Promise.all(KNOWN_LISTS.map(({ list }) => readApi(list.replace(/\?.*/, query), baseLocale)))
  }
}

function knownPages(locale: Locale): string[] {
  const prefix = localePrefix(locale)
  return KNOWN_PAGES.map((path) => (prefix && path === '/' ? prefix : `${prefix}${path}`))
}

/** Serves pages in development: rendered anew for each request, in the process itself. */
export async function servePagesInDevelopment(app: FastifyInstance, options: RendererOptions) {
  // In the built program only the thread has the code that renders.
  const { createPageRenderer } = await import('./render-page.ts')
  const renderPage = createPageRenderer(options)
  const readApi = apiReader(app)
  app.get('/*', async (request, reply) => {
    const page = await renderPage({ url: request.url, cachedMissing: [] }, readApi)
    return answerUncached(reply, page, options.publicUrl)
  })
}

function apiReader(app: FastifyInstance): ReadApi {
  return async (url, locale, traceparent) => {
    const response = await app.inject({
      method: 'GET',
      url,
      headers: {
        accept: 'application/json',
        'accept-language': locale,
        ...(traceparent === undefined ? {} : { traceparent }),
      },
    })
    return { status: response.statusCode, body: response.payload }
  }
}

function answerUncached(reply: FastifyReply, page: RenderedPage, publicUrl: string) {
  if (page.location) return reply.redirect(page.location, page.status)
  const headers = pageHeaders({ ...page, publicUrl }, 'off')
  return reply.code(page.status).headers(headers).type(page.type).send(page.body)
}
