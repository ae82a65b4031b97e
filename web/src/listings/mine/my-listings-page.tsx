import { ApiError } from '@twende/contract/http/call.ts'
import { m } from '@twende/messages'
import { openLogin } from '@twende/ui/accounts/login-prompt.ts'
import { currentSession, useSession } from '@twende/ui/accounts/session.ts'
import { call } from '@twende/ui/api/call.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { Container } from '@twende/ui/controls/layout.tsx'
import { EmptyState, ErrorState } from '@twende/ui/controls/page-states.tsx'
import { LoadingNote, Skeleton } from '@twende/ui/controls/skeleton.tsx'
import { LogIn } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { ownPage, ownPageLinks } from '../../accounts/own-page-styles.ts'
import { pageMeta } from '../../frame/page-meta.ts'
import { links } from '../../links.ts'
import type { Route } from './+types/my-listings-page'
import { MyListingsHeading, MyListingsView } from './my-listings-view.tsx'
import { withOwnListingDefaults } from './own-listing-format.ts'

export { ownPage as handle, ownPageLinks as links }

export async function clientLoader() {
  const session = currentSession()
  if (!session) return { state: 'signed out' as const }
  if (!session.owner) return { state: 'unreadable token' as const }
  try {
    const params = { userId: session.owner.id }
    const { data } = await call('GET /api/sell/user/:userId', { params })
    if (!Array.isArray(data))
      return { state: 'refused' as const, message: m.my_listings_failed(), advice: m.common_invalid_answer() }
    return { state: 'here' as const, listings: data.map(withOwnListingDefaults) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'not_signed_in') return { state: 'signed out' as const }
    return { state: 'refused' as const, ...loadError(error) }
  }
}

/** Specification, section 8: its own words for what failed, and the server's for why. */
function loadError({ code, status, message }: ApiError): { message: string; advice: string | undefined } {
  if (code === 'unreachable') return { message: m.my_listings_unreachable(), advice: undefined }
  if (status === 404) return { message: m.my_listings_no_endpoint(), advice: undefined }
  return { message: m.my_listings_failed(), advice: message }
}

type Loaded = Awaited<ReturnType<typeof clientLoader>>

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: m.my_listings_link(),
    description: m.my_listings_description(),
    path: links.listings,
    hidden: true,
    matches,
  })

export function HydrateFallback() {
  return (
    <Frame>
      <MyListingsSkeleton />
    </Frame>
  )
}

export default function MyListingsPage({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const session = useSession()
  const token = useRef(session?.token)
  const unreadable = loaderData.state === 'unreadable token'
  // Signing in, out, or in as somebody else, here or in another tab.
  useEffect(() => {
    if (token.current === session?.token) return
    token.current = session?.token
    if (session || !unreadable) void revalidate()
  }, [session, unreadable, revalidate])

  // Any call forgets a token that cannot be read; why there is nothing to see is still to be told.
  const known = session !== null || unreadable
  return <Frame>{known ? <SignedIn loaded={loaderData} onRetry={revalidate} /> : <SignedOut />}</Frame>
}

function SignedIn({ loaded, onRetry }: { loaded: Loaded; onRetry: () => Promise<void> }) {
  if (loaded.state === 'here') return <MyListingsView listings={loaded.listings} onChange={onRetry} />
  if (loaded.state === 'signed out') return <MyListingsSkeleton />
  return (
    <>
      <MyListingsHeading />
      {loaded.state === 'refused' ? (
        <ErrorState message={loaded.message} advice={loaded.advice} onRetry={() => void onRetry()} />
      ) : (
        <ErrorState
          message={m.my_listings_invalid_token()}
          advice={m.my_listings_log_in_again()}
          action={<Button onClick={() => openLogin()}>{m.my_listings_log_in()}</Button>}
        />
      )}
    </>
  )
}

function SignedOut() {
  return (
    <>
      <MyListingsHeading />
      <EmptyState
        icon={<LogIn />}
        title={m.my_listings_signed_out_title()}
        action={<Button onClick={() => openLogin()}>{m.my_listings_log_in()}</Button>}
      >
        {m.my_listings_signed_out_text()}
      </EmptyState>
    </>
  )
}

function Frame({ children }: { children: ReactNode }) {
  return <Container className="pt-6 pb-12 md:pt-10 md:pb-20">{children}</Container>
}

/** My Listings before its cars are there. */
function MyListingsSkeleton() {
  return (
    <div aria-busy="true">
      <MyListingsHeading loading />
      <LoadingNote>{m.my_listings_loading()}</LoadingNote>
      <Skeleton className="mt-6 h-19.5 rounded-lg" />
      <div className="mt-6 grid gap-4">
        {['a', 'b', 'c'].map((card) => (
          <CardSkeleton key={card} />
        ))}
      </div>
    </div>
  )
}

function CardSkeleton() {
  return (
    <div className="panel grid grid-cols-[6.5rem_minmax(0,1fr)] gap-4 p-4 sm:grid-cols-[12rem_minmax(0,1fr)] sm:p-5 lg:grid-cols-[14rem_minmax(0,1fr)_11rem] lg:gap-x-6">
      <Skeleton className="aspect-[4/3] self-start rounded-md sm:row-span-2" />
      <div className="grid content-start gap-3">
        <Skeleton className="h-6 w-24 rounded-full" />
        <Skeleton className="h-6 w-40 max-w-full" />
        <Skeleton className="h-5 w-28" />
      </div>
      <div className="col-span-full grid content-start gap-4 sm:col-span-1 sm:col-start-2">
        <Skeleton className="h-11 w-56 max-w-full" />
        <Skeleton className="h-11 w-48 max-w-full" />
      </div>
      <div className="col-span-full grid grid-cols-2 content-start gap-2 sm:col-start-2 sm:flex sm:flex-wrap lg:col-start-3 lg:row-span-2 lg:row-start-1 lg:flex-col lg:flex-nowrap">
        {['a', 'b', 'c', 'd'].map((door) => (
          <Skeleton key={door} className="h-11 min-w-20 rounded-md" />
        ))}
      </div>
    </div>
  )
}
