import { call } from '@twende/ui/api/call.ts'
import { ErrorState } from '@twende/ui/controls/page-states.tsx'
import { LoadingNote, Skeleton } from '@twende/ui/controls/skeleton.tsx'
import { Suspense } from 'react'
import { Await, useLocation, useRevalidator } from 'react-router'
import { NewBooking } from '../bookings/new-booking.tsx'
import { pageTitle } from '../page-title.ts'
import { useFreshLook } from '../use-fresh-look.ts'
import type { Route } from './+types/calendar-page'
import { CalendarBoard } from './calendar-board.tsx'
import { readCalendarSearch } from './calendar-search.ts'
import { CalendarToolbar } from './calendar-toolbar.tsx'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const search = readCalendarSearch(new URL(request.url).searchParams)
  const query = { fromDay: search.from, days: search.weeks * 7, search: search.search, page: search.page }
  const shown = call('GET /api/admin/calendar', { query })
  shown.catch(() => {})
  return { search, shown }
}

/** Cars and what takes them, over the days asked for. */
export const meta = () => pageTitle('Calendar')

/** The fleet, day by day. */
export default function CalendarPage({ loaderData: { search, shown } }: Route.ComponentProps) {
  const { search: address } = useLocation()
  const { revalidate } = useRevalidator()
  useFreshLook()
  return (
    <div className="min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-3xl">Calendar</h1>
        <NewBooking />
      </div>
      <CalendarToolbar search={search} />
      <Suspense key={address} fallback={<CalendarSkeleton />}>
        <Await
          resolve={shown}
          errorElement={
            <ErrorState message="Failed to load the calendar" onRetry={() => void revalidate()} />
          }
        >
          {(calendar) => <CalendarBoard search={search} calendar={calendar} />}
        </Await>
      </Suspense>
    </div>
  )
}

function CalendarSkeleton() {
  return (
    <div className="mt-4">
      <LoadingNote>Loading the calendar</LoadingNote>
      <div className="panel grid gap-px overflow-hidden">
        {Array.from({ length: 9 }, (_, row) => String(row)).map((row) => (
          <Skeleton key={row} className="h-14" />
        ))}
      </div>
    </div>
  )
}
