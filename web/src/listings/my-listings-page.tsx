import { ApiError } from '@twende/contract/http/call.ts'
import { openLogin } from '@twende/ui/accounts/login-prompt.ts'
import { currentSession, useSession } from '@twende/ui/accounts/session.ts'
import { call } from '@twende/ui/api/call.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { Container } from '@twende/ui/controls/layout.tsx'
import { EmptyState, ErrorState } from '@twende/ui/controls/page-states.tsx'
import { LogIn } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { pageMeta } from '../frame/page-meta.ts'
import { links } from '../links.ts'
import type { Route } from './+types/my-listings-page'
import { MyListingsHeading } from './my-listings-heading.tsx'
import { MyListingsSkeleton } from './my-listings-skeleton.tsx'
import { MyListingsView } from './my-listings-view.tsx'

export async function clientLoader() {
  const session = currentSession()
  if (!session) return { state: 'signed out' as const }
  if (!session.owner) return { state: 'unreadable token' as const }
  try {
    const params = { userId: session.owner.id }
    const { data } = await call('GET /api/sell/user/:userId', { params })
    return { state: 'here' as const, listings: data }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'not_signed_in') return { state: 'signed out' as const }
    return { state: 'refused' as const, ...whyNot(error) }
  }
}

/** Specification, section 8: its own words for what failed, and the server's for why. */
function whyNot({ code, status, message }: ApiError): { message: string; advice: string | undefined } {
  if (code === 'unreachable') return { message: 'Error loading your listings', advice: undefined }
  if (status === 404) return { message: 'Endpoint not found. Please check the API route.', advice: undefined }
  return { message: 'Failed to fetch your listings', advice: message }
}

type Loaded = Awaited<ReturnType<typeof clientLoader>>

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'My Listings',
    description: 'The cars you sell: what is live, paid and seen.',
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
          message="Invalid token"
          advice="Please log in again."
          action={<Button onClick={() => openLogin()}>Log in</Button>}
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
        title="Please log in to view your listings"
        action={<Button onClick={() => openLogin()}>Log in</Button>}
      >
        The cars you sell are kept with your account.
      </EmptyState>
    </>
  )
}

function Frame({ children }: { children: ReactNode }) {
  return <Container className="pt-6 pb-12 md:pt-10 md:pb-20">{children}</Container>
}
