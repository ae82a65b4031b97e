import { useAddressSearch } from '@twende/ui/list/use-address-search.ts'
import { SearchBar } from '../list-toolbar.tsx'
import { QueueTabs } from '../queue-tabs.tsx'
import { saveCsv } from '../save-csv.ts'
import { WhoseChip } from '../whose-chip.tsx'
import { type LoadedQueue, queueHref, queueTabs, readQueueSearch } from './queue-search.ts'

/** The queues with how many wait in each, the search in the chosen one, and the way to take it home. */
export function QueueToolbar({ queue: { search, counts, whose } }: { queue: LoadedQueue }) {
  const { change } = useAddressSearch((query) => ({
    ...readQueueSearch(query),
    queue: query.get('queue') ?? undefined,
  }))
  const { page: _, ...wish } = search
  return (
    <>
      <div className="mt-4 grid gap-x-4 2xl:grid-cols-[minmax(0,1fr)_29rem] 2xl:items-end">
        <QueueTabs
          urgent
          tabs={queueTabs.map(({ queue, label }) => ({
            to: queueHref({ queue }),
            label,
            current: queue === search.queue,
            count: queue === 'all' ? undefined : counts[queue],
          }))}
        />
        <SearchBar
          label="Search listings"
          placeholder="Car, seller, code or CAR number"
          words={search.search}
          onSearch={(words) => change({ search: words })}
          save={() => saveCsv('GET /api/admin/listings.csv', wish)}
        />
      </div>
      <WhoseChip accountId={search.accountId} found={{ whose }} change={change} />
    </>
  )
}
