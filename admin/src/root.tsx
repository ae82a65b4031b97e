import { call } from '@twende/ui/api/call.ts'
import { requestIdOf } from '@twende/ui/api/error-request-id.ts'
import { areOutdated, freshSettings } from '@twende/ui/api/settings.ts'
import { AskHost } from '@twende/ui/controls/ask-host.tsx'
import { buttonClasses } from '@twende/ui/controls/button.tsx'
import { LastBoundary } from '@twende/ui/controls/last-boundary.tsx'
import { OfflineBanner } from '@twende/ui/controls/offline-banner.tsx'
import { SkipLink } from '@twende/ui/controls/skip-link.tsx'
import { Spinner } from '@twende/ui/controls/spinner.tsx'
import { ToastHost } from '@twende/ui/controls/toast-host.tsx'
import { useFocusNewPage } from '@twende/ui/controls/use-focus-new-page.ts'
import type { ReactNode } from 'react'
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import type { Route } from './+types/root'
import stylesheet from './admin.css?url'
import { AdminError, LoginNeeded, NoAccess, NotFound } from './admin-states.tsx'
import { LoginHost } from './login-host.tsx'
import { pageTitle } from './page-title.ts'

export const clientLoader = () =>
  freshSettings(async () => ({ settings: (await call('GET /api/settings', {})).data }))
/** Settings change rarely: they are read once a visit, unless a page learns of other ones. */
export const shouldRevalidate = areOutdated

export const meta: Route.MetaFunction = ({ error }) => pageTitle(titles[statusOf(error)])

const titles: Readonly<Record<number, string>> = {
  401: 'Log in',
  403: 'No access',
  404: 'Page not found',
  500: 'Unexpected Application Error!',
}

function statusOf(error: unknown): number {
  if (!error) return 200
  return isRouteErrorResponse(error) ? error.status : 500
}

export function links() {
  return [
    { rel: 'stylesheet', href: stylesheet },
    { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
    { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
    { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  ]
}

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#faf7f1" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

/** What the server sends for every address of the app, until the page's data is there. */
export function HydrateFallback() {
  return (
    <main id="content" tabIndex={-1} className="grid min-h-dvh place-content-center justify-items-center">
      <p role="status" className="text-acacia">
        <Spinner />
        <span className="sr-only">Loading</span>
      </p>
      {/* Needs no script: it may be the scripts that do not arrive. */}
      <div className="appear-late text-center">
        <h1 className="mt-4 text-2xl">This page could not be loaded</h1>
        <p className="mt-2 text-soft">Please check your connection.</p>
        <p className="mt-4">
          {/* biome-ignore lint/a11y/useValidAnchor: an empty address is the page itself, filters included */}
          <a href="" className={buttonClasses({})}>
            Try again
          </a>
        </p>
      </div>
    </main>
  )
}

export default function App() {
  return (
    <Hosts>
      <Outlet />
    </Hosts>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <LastBoundary>
      <Hosts>
        <main id="content" tabIndex={-1} className="outline-none">
          <Problem error={error} />
        </main>
      </Hosts>
    </LastBoundary>
  )
}

function Problem({ error }: { error: unknown }) {
  const status = statusOf(error)
  if (status === 401) return <LoginNeeded />
  if (status === 403) return <NoAccess />
  if (status === 404) return <NotFound />
  return <AdminError requestId={requestIdOf(error)} />
}

/** What stands around every page, errors included: dialogs, messages, the login popup. */
function Hosts({ children }: { children: ReactNode }) {
  useFocusNewPage()
  return (
    <>
      <SkipLink />
      <OfflineBanner />
      {children}
      <LoginHost />
      <AskHost />
      <ToastHost />
    </>
  )
}
