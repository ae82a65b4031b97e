import type { Reply } from '@twende/ui/api/call.ts'
import { Pagination } from '@twende/ui/list/pagination.tsx'
import { EmptyQueue } from '../empty-queue.tsx'
import { FoundCount } from '../found-count.tsx'
import { ShortcutsNote } from '../shortcuts-note.tsx'
import { useRowKeys } from '../use-row-keys.ts'
import { DeskCards } from './desk-cards.tsx'
import { type DeskSearch, deskHref } from './desk-search.ts'
import { DeskTable } from './desk-table.tsx'

type FoundBookings = Reply<'GET /api/admin/bookings'>

type DeskListProps = { search: DeskSearch; found: FoundBookings }

/** One page of bookings: a table where there is room for one, else cards. */
export function DeskList({ search, found: { data: bookings, pagination } }: DeskListProps) {
  useRowKeys()
  if (bookings.length === 0) return <NoBookings search={search} />
  return (
    <div className="mt-5">
      <FoundCount {...pagination} what="booking(s)" />
      <DeskCards bookings={bookings} hrefOf={(id) => deskHref(search, id)} />
      <DeskTable bookings={bookings} hrefOf={(id) => deskHref(search, id)} />
      <Pagination
        {...pagination}
        hrefFor={(page) => deskHref({ ...search, page })}
        label="Pages of bookings"
      />
      <ShortcutsNote
        keys={[
          ['J', 'next'],
          ['K', 'previous'],
          ['/', 'search'],
        ]}
      />
    </div>
  )
}

const nothingWaits: Readonly<Record<DeskSearch['queue'], string>> = {
  toConfirm: 'No booking waits to be confirmed.',
  pickups: 'Nobody else fetches a car today.',
  returns: 'No other car comes back today.',
  overdue: 'Every car came back in time.',
  notHandedOver: 'Every booking that is over was handed over.',
  all: 'There are no bookings yet.',
}

function NoBookings({ search }: { search: DeskSearch }) {
  const { queue, page: _, ...filters } = search
  return (
    <div className="mt-5">
      <EmptyQueue thing="booking" narrowed={Object.values(filters).some(Boolean)} whole={deskHref({ queue })}>
        {nothingWaits[queue]}
      </EmptyQueue>
    </div>
  )
}
