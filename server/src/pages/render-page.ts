import { readFile } from 'node:fs/promises'
import { createCall } from '@twende/contract/http/call.ts'
import { localePrefix, readLocale } from '@twende/messages/address.ts'
import { baseLocale, type Locale, locales } from '@twende/messages/runtime'
import {
  callContext,
  type MissingPage,
  missingPageContext,
  scriptNonceContext,
} from '@twende/web/frame/render-contexts.ts'
import { createRequestHandler, matchPath, RouterContextProvider, type ServerBuild } from 'react-router'
import { projectPath } from '../config/folders.ts'
import { inLocale } from '../http/request-locale.ts'
import { addFacts, isTracing, traceToStore } from '../tracing/tracing.ts'
import { withDemoNote } from './demo-note.ts'
import { newNonce, takeKnownScripts } from './inline-scripts.ts'
import { pageAddress } from './page-url.ts'

export type PageRequest = {
  url: string
  /** Kinds of pages that do not exist and that need not be rendered again. */
  cachedMissing: readonly string[]
  /** The span of the request that waits for the page. */
  traceparent?: string | undefined
}

export type RenderedPage = {
  status: number
  location: string | undefined
  type: string
  /** Empty for a missing page of a kind in `cachedMissing`. */
  body: string
  scriptHashes: readonly string[]
  /** Whether it has all of its parts: only such a page is kept for others. */
  isWhole: boolean
  /** Set for a page that does not exist: its kind. All missing pages of a kind look alike. */
  missing: string | undefined
}

/** A page as it is cached. */
export type CompressedPage = RenderedPage & {
  /** `body`, compressed with Brotli. */
  brotli: Uint8Array
}

/** Reads an address of the API in this language, as a visitor who is not signed in, for the span of `traceparent`. */
export type ReadApi = (
  url: string,
  locale: Locale,
  traceparent?: string,
) => Promise<{ status: number; body: string }>

export type RendererOptions = {
  publicUrl: string
  /** Adds the demo notice to every page. */
  isDemo: boolean
}

export type RenderPage = (request: PageRequest, readApi: ReadApi) => Promise<RenderedPage>

/** Renders any page of the site as a visitor who is not signed in sees it. */
export function createPageRenderer({ publicUrl, isDemo }: RendererOptions): RenderPage {
  const handlers = createHandlers()
  return async ({ url, cachedMissing }, readApi) => {
    const address = pageAddress(url, publicUrl)
    const { locale } = readLocale(address.pathname)
    if (isTracing()) addFacts({ 'http.route': await findPattern(locale, address) })
    const call = createCall(async ({ url }) => {
      const { status, body } = await readApi(url, locale, traceToStore())
      return { status, body: JSON.parse(body) }
    })
    const context = new RouterContextProvider()
    const nonce = newNonce()
    context.set(callContext, call)
    context.set(scriptNonceContext, nonce)
    const missing: MissingPage = { isFinished: (kind) => cachedMissing.includes(`${locale} ${kind}`) }
    context.set(missingPageContext, missing)
    // No request headers are passed on, because the page is cached for everybody.
    const response = await inLocale(locale, () => handlers[locale](new Request(address), context))
    const html = await response.text()
    const { body, scriptHashes } = takeKnownScripts(missing.kind ? withoutAddress(html) : html, nonce)
    return {
      status: response.status,
      location: response.headers.get('location') ?? undefined,
      type: response.headers.get('content-type') ?? 'text/html; charset=utf-8',
      body: isDemo ? withDemoNote(body, locale) : body,
      scriptHashes,
      isWhole: response.headers.get('cache-control') !== 'no-store',
      missing: missing.kind && `${locale} ${missing.kind}`,
    }
  }
}

type Handler = ReturnType<typeof createRequestHandler>

/** One for each language: the language is the first part of the address, which the routes do not name. */
function createHandlers(): Record<Locale, Handler> {
  const handlers = locales.map((locale) => [
    locale,
    createRequestHandler(() => serverBuild(locale), import.meta.env.MODE),
  ])
  // Object.fromEntries loses the type of the keys.
  return Object.fromEntries(handlers) as Record<Locale, Handler>
}

/** The server build in this language. Options that are undefined must be left out for the request handler. */
async function serverBuild(locale: Locale): Promise<ServerBuild> {
  const {
    basename: _,
    unstable_getCriticalCss,
    allowedActionOrigins,
    ...build
  } = await import('virtual:react-router/server-build')
  return {
    ...build,
    assets: await assetsOf(locale, build.assets),
    basename: localePrefix(locale) || '/',
    ...(allowedActionOrigins === undefined ? {} : { allowedActionOrigins }),
    ...(unstable_getCriticalCss ? { unstable_getCriticalCss } : {}),
  }
}

/** The pattern of the page's address, without its language. */
async function findPattern(locale: Locale, { pathname }: URL): Promise<string> {
  const { routes } = await import('virtual:react-router/server-build')
  const paths = Object.values(routes).map((route) => route?.path ?? '')
  const found = paths.find((path) => path !== '*' && matchPath(`${localePrefix(locale)}/${path}`, pathname))
  return `/${found ?? '*'}`
}

/** The table of the scripts in this language; scripts/short-route-table.ts writes those of the other languages. */
async function assetsOf(locale: Locale, assets: ServerBuild['assets']): Promise<ServerBuild['assets']> {
  if (locale === baseLocale || !import.meta.env.PROD) return assets
  return JSON.parse(await readFile(projectPath(`build/site/server/assets-${locale}.json`), 'utf8'))
}

/** A missing page is cached for all addresses, so it names none. */
function withoutAddress(html: string): string {
  return html.replace(/<link rel="canonical"[^>]*>/, '').replace(/<meta property="og:url"[^>]*>/, '')
}
