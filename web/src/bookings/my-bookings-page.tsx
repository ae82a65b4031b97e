import { call } from '@twende/ui/api/call.ts'
import { loadOwn } from '../accounts/load-own.ts'
import { OwnFrame, OwnPage } from '../accounts/own-page.tsx'
import { pageMeta } from '../frame/page-meta.ts'
import { links } from '../links.ts'
import type { Route } from './+types/my-bookings-page'
import { BookingsHeading } from './bookings-heading.tsx'
import { bookingsQuery, readBookingsSearch } from './bookings-search.ts'
import { BookingsSkeleton } from './bookings-skeleton.tsx'
import { BookingsView } from './bookings-view.tsx'

async function load(request: Request) {
  const search = readBookingsSearch(new URL(request.url).searchParams)
  const [{ bookings, pagination }, { stats }] = await Promise.all([
    call('GET /api/booking/user', { query: bookingsQuery(search) }),
    call('GET /api/booking/stats', {}),
  ])
  return { search, stats, bookings, pagination }
}

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => loadOwn('bookings', () => load(request))

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
    <OwnFrame>
      <BookingsSkeleton />
    </OwnFrame>
  )
}

export default function MyBookingsPage({ loaderData }: Route.ComponentProps) {
  return (
    <OwnPage
      loaded={loaderData}
      heading={<BookingsHeading />}
      waiting={<BookingsSkeleton />}
      prompt="Please log in to view your bookings"
      kept="Everything you have rented is kept with your account."
    >
      {(loaded, refresh) => <BookingsView {...loaded} onRefresh={refresh} />}
    </OwnPage>
  )
}
