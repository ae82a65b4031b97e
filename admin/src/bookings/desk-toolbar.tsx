import type { Reply } from '@twende/ui/api/call.ts'
import { useAddressSearch } from '@twende/ui/list/use-address-search.ts'
import { ListToolbar } from '../list-toolbar.tsx'
import { ComingCount, QueueTabs } from '../queue-tabs.tsx'
import { saveCsv } from '../save-csv.ts'
import { WhoseChip } from '../whose-chip.tsx'
import { DeskFilters } from './desk-filters.tsx'
import { type DeskSearch, deskHref, deskTabs, readDeskSearch } from './desk-search.ts'

type FoundBookings = Reply<'GET /api/admin/bookings'>

type DeskToolbarProps = { search: DeskSearch; found: Promise<FoundBookings> }

/** The queues with how many wait in each, the search and the filters, and the way to take the list home. */
export function DeskToolbar({ search, found }: DeskToolbarProps) {
  const { change } = useAddressSearch((query) => ({
    ...readDeskSearch(query),
    queue: query.get('queue') ?? undefined,
  }))
  const { page: _, ...wish } = search
  return (
    <>
      <QueueTabs
        className="mt-4"
        tabs={deskTabs.map(({ queue, label }) => ({
          to: deskHref({ queue }),
          label,
          current: queue === search.queue,
          count:
            queue === 'all' ? undefined : (
              <ComingCount
                from={found}
                of={({ counts }) => counts[queue]}
                look={queue === 'overdue' || queue === 'notHandedOver' ? 'late' : 'waiting'}
              />
            ),
        }))}
      />
      <ListToolbar
        label="Search bookings"
        placeholder="Reference, name, phone or car"
        words={search.search}
        onSearch={(words) => change({ search: words })}
        inForce={[search.status, search.carId, search.fromDay, search.toDay].filter(Boolean).length}
        filters={(id) => <DeskFilters id={id} search={search} onChange={change} />}
        save={() => saveCsv('GET /api/admin/bookings.csv', wish)}
      />
      <WhoseChip accountId={search.accountId} found={found} change={change} />
    </>
  )
}
