import type { Call } from '@twende/contract/http/call.ts'
import { m } from '@twende/messages'
import { getLocale } from '@twende/messages/runtime'
import { call, requestIdOf } from '@twende/ui/api/call.ts'
import { areOutdated, freshSettings, type RootData, useSettings } from '@twende/ui/api/settings.ts'
import { LastBoundary } from '@twende/ui/controls/app-frame.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { type ReactNode, Suspense } from 'react'
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
} from 'react-router'
import type { Route } from './+types/root'
import type { ownPage } from './accounts/own-page-styles.ts'
import { loadCatalogNames } from './content/catalog-name.ts'
import { ErrorScreen } from './frame/error-screen.tsx'
import { PageFrame } from './frame/page-frame.tsx'
import { pageMeta } from './frame/page-meta.ts'
import { callContext } from './frame/render-contexts.ts'
import ownSheet from './own-pages.css?inline'
import ownStylesheet from './own-pages.css?url'
import sheet from './site.css?inline'
import stylesheet from './site.css?url'

const NotFound = lazyWithRetry(() => import('./frame/not-found.tsx').then((module) => module.NotFound))

async function load(api: Call): Promise<RootData> {
  const [{ data }, catalogNames] = await Promise.all([api('GET /api/settings', {}), loadCatalogNames(api)])
  return { settings: data, catalogNames }
}

export const loader = ({ context }: Route.LoaderArgs) => load(context.get(callContext))
export const clientLoader = () => freshSettings(() => load(call))
/** Settings change rarely: they are read once a visit, unless a page learns of other ones. */
export const shouldRevalidate = areOutdated

export function links() {
  return [
    ...(import.meta.env.DEV ? [{ rel: 'stylesheet', href: ownStylesheet }] : []),
    { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
    { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
    { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
    { rel: 'manifest', href: '/site.webmanifest' },
  ]
}

/** Of what no page speaks for: every page has words of its own. */
export const meta: Route.MetaFunction = ({ error, location, matches }) =>
  pageMeta({
    title:
      isRouteErrorResponse(error) && error.status === 404
        ? m.error_not_found_title()
        : m.common_page_failed_title(),
    description: m.error_page_text(),
    path: location.pathname,
    hidden: true,
    matches,
  })

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang={getLocale()}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#faf7f1" />
        {import.meta.env.PROD &&
          (import.meta.env.SSR ? <SheetInPage /> : <style href={stylesheet} precedence="first" />)}
        {/* The words of a page can break over a broken answer; its error is told in the page itself. */}
        <LastBoundary silent>
          <Meta />
        </LastBoundary>
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        {/* Left out of the browser's code: a page that came from the server has its scripts. */}
        {import.meta.env.SSR && <Scripts />}
      </body>
    </html>
  )
}

export default function App() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const missing = isRouteErrorResponse(error) && error.status === 404
  return (
    <LastBoundary>
      <Frame>
        {missing ? (
          <Suspense fallback={null}>
            <NotFound />
          </Suspense>
        ) : (
          <ErrorScreen requestId={requestIdOf(error)} offline={Object(error).code === 'unreachable'} />
        )}
      </Frame>
    </LastBoundary>
  )
}

function Frame({ children }: { children: ReactNode }) {
  const { whatsappNumber } = useSettings()
  return (
    <PageFrame contact={{ phone: whatsappNumber, whatsapp: whatsappNumber }} year={new Date().getFullYear()}>
      {children}
    </PageFrame>
  )
}

/**
 * The whole style sheet inside the page, before everything else: on a slow line asking for it
 * would cost a round trip before the first paint. The browser keeps the server's copy, so the
 * scripts need none.
 */
function SheetInPage() {
  // Written out: what the root imports is in the first load of every page.
  const isOwn = useMatches().some(({ handle }) => handle === ('own page' satisfies typeof ownPage))
  return (
    <style href={isOwn ? ownStylesheet : stylesheet} precedence="first">
      {isOwn ? ownSheet : sheet}
    </style>
  )
}
