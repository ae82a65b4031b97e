import { ApiError } from '@twende/contract/http/call.ts'
import { m } from '@twende/messages'
import { FreshProofs } from '@twende/ui/accounts/fresh-proofs.tsx'
import { currentSession, isStaff } from '@twende/ui/accounts/session.ts'
import { accessRefused, call } from '@twende/ui/api/call.ts'
import { IconButton } from '@twende/ui/controls/button.tsx'
import { Logo } from '@twende/ui/controls/logo.tsx'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { Menu, Search } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { data, Link, Outlet, redirectDocument, useLocation, useRevalidator } from 'react-router'
import { links, siteLinks } from '../links.ts'
import { SearchHost } from '../search/search-button.tsx'
import { rightOfAddress } from '../sections.ts'
import type { Route } from './+types/admin-page'
import { ErrorPage, errorTitle, isAboutAccess, useReloadOnLogin } from './admin-states.tsx'
import { pageTitle } from './page.tsx'
import { RightMissing, type Worker } from './rights.tsx'
import { PersonAtWork, SectionLinks, SideNavigation } from './side-navigation.tsx'

const Sheet = lazyWithRetry(() => import('@twende/ui/controls/dialog.tsx').then((module) => module.Sheet))

const loginNeeded = () => data(null, { status: 401 })
const noAccess = () => data(null, { status: 403 })

/** Runs before every loader, so that no page asks the API for what it would refuse. The server decides; this only spares requests. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  () => {
    const session = currentSession()
    if (!session) throw loginNeeded()
    if (!isStaff(session)) throw noAccess()
  },
]

/** The token that the server has agreed to. */
let admitted: string | undefined

export async function clientLoader() {
  const token = currentSession()?.token
  try {
    const { data: account } = await call('GET /api/user/me', {})
    if (account.role === 'user') throw noAccess()
    if (account.role === 'admin' && (await lacksFactor())) throw redirectDocument(siteLinks.account)
    admitted = token
    return { name: account.name, role: account.role, rights: account.rights }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_signed_in') throw loginNeeded()
    if (error instanceof ApiError && error.code === 'forbidden') throw noAccess()
    throw error
  }
}

/** Whether the server keeps everything here closed until this person has added a second factor. */
async function lacksFactor(): Promise<boolean> {
  const { required, app, passkeys } = (await call('GET /api/user/second-factors', {})).data
  return required && app === null && passkeys.length === 0
}

/** Who is signed in is asked once a visit, and again when what they may do has changed. */
export const shouldRevalidate = () => currentSession()?.token !== admitted

export const meta: Route.MetaFunction = ({ error }) => pageTitle(errorTitle(error))

export default function AdminPage({ loaderData: person }: Route.ComponentProps) {
  useReloadOnLogin()
  const needed = rightOfAddress(useLocation().pathname)
  return (
    <AdminFrame person={person}>
      {needed && !person.rights.includes(needed) ? <RightMissing /> : <Outlet />}
    </AdminFrame>
  )
}

/** An admin took the right away after the frame asked for it: the next page asks again, and the menu follows. */
const isRightMissing = (error: unknown) => error instanceof ApiError && error.code === 'right_needed'

/** An error of a page stands beside the menu, if the person at work is known. */
export function ErrorBoundary({ error, loaderData: person }: Route.ErrorBoundaryProps) {
  if (!person || isAboutAccess(error)) {
    return (
      <main id="content" tabIndex={-1} className="outline-none">
        <ErrorPage error={error} />
      </main>
    )
  }
  if (isRightMissing(error)) admitted = undefined
  return (
    <AdminFrame person={person}>
      {isRightMissing(error) ? <RightMissing /> : <ErrorPage error={error} />}
    </AdminFrame>
  )
}

/**
 * Asks what the person may do when the server refused something, and when they come back to this tab. Only what changed is loaded
 * again, or a page that is refused would be loaded without end.
 */
function useRightsOfNow({ role, rights }: Worker) {
  const { revalidate } = useRevalidator()
  const known = JSON.stringify([role, [...rights].sort()])
  useEffect(() => {
    async function follow() {
      const { data: account } = await call('GET /api/user/me', {})
      if (JSON.stringify([account.role, [...account.rights].sort()]) === known) return
      admitted = undefined
      await revalidate()
    }
    // Whatever needs the answer asks for itself, and says why it got none.
    const ask = () => void follow().catch(() => {})
    const askWhenSeen = () => document.visibilityState === 'visible' && ask()
    accessRefused.tell = ask
    document.addEventListener('visibilitychange', askWhenSeen)
    return () => {
      accessRefused.tell = undefined
      document.removeEventListener('visibilitychange', askWhenSeen)
    }
  }, [known, revalidate])
}

/** The frame of every page: the navigation, and the place for the page. */
function AdminFrame({ person, children }: { person: Worker; children: ReactNode }) {
  useRightsOfNow(person)
  const [searching, setSearching] = useState(false)
  const search = () => setSearching(true)
  return (
    <div className="lg:grid lg:min-h-dvh print:block lg:grid-cols-[15rem_minmax(0,1fr)]">
      <TopNavigation person={person} onSearch={search} />
      <SideNavigation person={person} onSearch={search} />
      <main id="content" tabIndex={-1} className="min-w-0 px-4 py-6 outline-none sm:px-6 lg:px-8 lg:py-8">
        {children}
      </main>
      <SearchHost person={person} open={searching} onOpenChange={setSearching} />
      <FreshProofs />
    </div>
  )
}

/** The bar on phones and tablets, with the navigation behind its menu. */
function TopNavigation({ person, onSearch }: { person: Worker; onSearch: () => void }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <header className="sticky top-0 z-40 flex h-16 items-center gap-3 border-b border-line bg-card px-4 sm:px-6 lg:hidden no-print">
      <Link to={links.today} aria-label={m.admin_menu_home_label()} className="rounded-sm py-2">
        <Logo className="h-7 w-auto" />
      </Link>
      <p className="border-l border-line pl-3 text-sm font-semibold text-soft max-[24rem]:sr-only">
        {m.admin_menu_label()}
      </p>
      <IconButton
        label={m.admin_search_title()}
        aria-haspopup="dialog"
        onClick={onSearch}
        className="ml-auto"
      >
        <Search aria-hidden="true" className="size-6" />
      </IconButton>
      <IconButton
        label={m.admin_menu_open()}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <Menu aria-hidden="true" className="size-6" />
      </IconButton>
      <WhenOpen open={open}>
        <Sheet open={open} onOpenChange={setOpen} title={m.admin_menu_label()}>
          <nav aria-label={m.admin_menu_label()}>
            <SectionLinks person={person} onFollow={close} />
          </nav>
          <PersonAtWork person={person} />
        </Sheet>
      </WhenOpen>
    </header>
  )
}
