import { m } from '@twende/messages'
import { baseLocale, getLocale, type Locale } from '@twende/messages/runtime'
import { ContactProofHost } from '@twende/ui/accounts/contact-proof-host.tsx'
import { useLoginRequest } from '@twende/ui/accounts/login-prompt.ts'
import { call } from '@twende/ui/api/call.ts'
import { areOutdated, freshSettings } from '@twende/ui/api/settings.ts'
import {
  AskHost,
  LastBoundary,
  OfflineBanner,
  SkipLink,
  useFocusNewPage,
} from '@twende/ui/controls/app-frame.tsx'
import { buttonClasses } from '@twende/ui/controls/button.tsx'
import { Spinner } from '@twende/ui/controls/spinner.tsx'
import { ToastHost } from '@twende/ui/controls/toast-host.tsx'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { type ReactNode, useSyncExternalStore } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import type { Route } from './+types/root'
import stylesheet from './admin.css?url'
import { ErrorPage, errorTitle } from './frame/admin-states.tsx'
import { pageTitle } from './frame/page.tsx'

const LoginPopup = lazyWithRetry(() =>
  import('@twende/ui/accounts/login-popup.tsx').then((m) => m.LoginPopup),
)

export const clientLoader = () =>
  freshSettings(async () => ({ settings: (await call('GET /api/settings', {})).data }))
/** Settings change rarely: they are read once a visit, unless a page learns of other ones. */
export const shouldRevalidate = areOutdated

export const meta: Route.MetaFunction = ({ error }) => pageTitle(errorTitle(error))

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
    <html lang={getLocale()}>
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
  // The shell that the server sends is in English: its first render in the browser must be the same.
  const locale = useSyncExternalStore<Locale>(noSubscription, getLocale, () => baseLocale)
  return (
    <main id="content" tabIndex={-1} className="grid min-h-dvh place-content-center justify-items-center">
      <p role="status" className="text-acacia">
        <Spinner />
        <span className="sr-only">{m.admin_common_loading({}, { locale })}</span>
      </p>
      {/* Needs no script: it may be the scripts that do not arrive. */}
      <div className="appear-late text-center">
        <h1 className="mt-4 text-2xl">{m.admin_common_load_failed_title({}, { locale })}</h1>
        <p className="mt-2 text-soft">{m.admin_common_load_failed_text({}, { locale })}</p>
        <p className="mt-4">
          {/* biome-ignore lint/a11y/useValidAnchor: an empty address is the page itself, filters included */}
          <a href="" className={buttonClasses({})}>
            {m.admin_common_try_again({}, { locale })}
          </a>
        </p>
      </div>
    </main>
  )
}

const noSubscription = () => () => {}

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
          <ErrorPage error={error} />
        </main>
      </Hosts>
    </LastBoundary>
  )
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
      <ContactProofHost />
      <AskHost />
      <ToastHost />
    </>
  )
}

/** Where the login popup appears. Nobody signs up here. */
function LoginHost() {
  const open = useLoginRequest() !== null
  return (
    <WhenOpen open={open}>
      <LoginPopup />
    </WhenOpen>
  )
}
