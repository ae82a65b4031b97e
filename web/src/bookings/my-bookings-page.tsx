import { CallRefused } from '@twende/contract/http/call.ts'
import { LogIn } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { openLogin } from '../accounts/login-prompt.ts'
import { currentSession, useSession } from '../accounts/session.ts'
import { call } from '../api.ts'
import { pageMeta } from '../frame/page-meta.ts'
import { links } from '../links.ts'
import { Button } from '../ui/button.tsx'
import { Container } from '../ui/layout.tsx'
import { EmptyState, ErrorState } from '../ui/page-states.tsx'
import type { Route } from './+types/my-bookings-page'
import { BookingsHeading } from './bookings-heading.tsx'
import { bookingsQuery, readBookingsSearch } from './bookings-search.ts'
import { BookingsSkeleton } from './bookings-skeleton.tsx'
import { BookingsView } from './bookings-view.tsx'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const search = readBookingsSearch(new URL(request.url).searchParams)
  if (!currentSession()) return { state: 'signed out' as const }
  try {
    const [list, { stats }] = await Promise.all([
      call('GET /api/booking/user', { query: bookingsQuery(search) }),
      call('GET /api/booking/stats', {}),
    ])
    return { state: 'here' as const, search, stats, bookings: list.bookings, pagination: list.pagination }
  } catch (error) {
    if (!(error instanceof CallRefused)) throw error
    if (error.code === 'not_signed_in') return { state: 'signed out' as const }
    const message = error.code === 'unreachable' ? 'Failed to load bookings' : 'Failed to fetch bookings'
    return { state: 'refused' as const, message }
  }
}

export type LoadedBookings = Extract<Awaited<ReturnType<typeof clientLoader>>, { state: 'here' }>

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'My Bookings',
    description: 'Your rented cars: what is booked, paid and done.',
    path: links.myBookings(),
    hidden: true,
    matches,
  })

export function HydrateFallback() {
  return (
    <Frame>
      <BookingsSkeleton />
    </Frame>
  )
}

export default function MyBookingsPage({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const session = useSession()
  const token = useRef(session?.token)
  // Signing in, out, or in as somebody else, here or in another tab.
  useEffect(() => {
    if (token.current === session?.token) return
    token.current = session?.token
    void revalidate()
  }, [session, revalidate])

  return (
    <Frame>{session ? <SignedIn {...loaderData} onRetry={() => void revalidate()} /> : <SignedOut />}</Frame>
  )
}

function SignedIn({
  onRetry,
  ...loaded
}: Awaited<ReturnType<typeof clientLoader>> & { onRetry: () => void }) {
  if (loaded.state === 'here') return <BookingsView {...loaded} onRefresh={onRetry} />
  if (loaded.state === 'signed out') return <BookingsSkeleton />
  return (
    <>
      <BookingsHeading />
      <ErrorState message={loaded.message} onRetry={onRetry} />
    </>
  )
}

function SignedOut() {
  return (
    <>
      <BookingsHeading />
      <EmptyState
        icon={<LogIn />}
        title="Please log in to view your bookings"
        action={<Button onClick={() => openLogin()}>Log in</Button>}
      >
        Everything you have rented is kept with your account.
      </EmptyState>
    </>
  )
}

function Frame({ children }: { children: ReactNode }) {
  return <Container className="pt-6 pb-12 md:pt-10 md:pb-20">{children}</Container>
}
