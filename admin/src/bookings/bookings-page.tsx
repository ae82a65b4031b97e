import { call } from '@twende/ui/api/call.ts'
import { ComingList } from '../coming-list.tsx'
import { pageTitle } from '../page-title.ts'
import { TableSkeleton } from '../table-skeleton.tsx'
import { useFreshLook } from '../use-fresh-look.ts'
import type { Route } from './+types/bookings-page'
import { DeskList } from './desk-list.tsx'
import { readDeskSearch } from './desk-search.ts'
import { DeskToolbar } from './desk-toolbar.tsx'
import { NewBooking } from './new-booking.tsx'

/** The answer is awaited on the page, which shows its shape meanwhile. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const search = readDeskSearch(new URL(request.url).searchParams)
  const found = call('GET /api/admin/bookings', { query: search })
  // Somebody who is gone before the answer misses nothing by its failure.
  found.catch(() => {})
  return { search, found }
}

export const meta = () => pageTitle('Bookings')

/** The bookings: what waits, in queues, and all of them. */
export default function BookingsPage({ loaderData: { search, found } }: Route.ComponentProps) {
  useFreshLook()
  return (
    <div className="mx-auto max-w-7xl">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-3xl">Bookings</h1>
        <NewBooking />
      </div>
      <DeskToolbar search={search} found={found} />
      <ComingList
        found={found}
        waiting={<TableSkeleton words="Loading bookings" />}
        failed="Failed to load bookings"
      >
        {(bookings) => <DeskList search={search} found={bookings} />}
      </ComingList>
    </div>
  )
}
