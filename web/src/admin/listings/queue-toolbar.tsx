import { Field } from '../../ui/field.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { useAddressSearch } from '../../ui/use-address-search.ts'
import { QueueTabs } from '../queue-tabs.tsx'
import { WhoseChip } from '../whose-chip.tsx'
import type { LoadedQueue } from './listings-page.tsx'
import { queueHref, queueTabs, readQueueSearch } from './queue-search.ts'

/** The queues with how many wait in each, and the search in the chosen one. */
export function QueueToolbar({ queue: { search, counts, whose } }: { queue: LoadedQueue }) {
  const { change } = useAddressSearch((query) => ({
    ...readQueueSearch(query),
    queue: query.get('queue') ?? undefined,
  }))
  return (
    <>
      <div className="mt-4 grid gap-4 xl:grid-cols-[minmax(0,1fr)_20rem] xl:items-end">
        <QueueTabs
          urgent
          tabs={queueTabs.map(({ queue, label }) => ({
            to: queueHref({ queue }),
            label,
            current: queue === search.queue,
            count: queue === 'all' ? undefined : counts[queue],
          }))}
        />
        <Field label="Search listings" labelHidden>
          <SearchInput
            value={search.search ?? ''}
            placeholder="Car, seller, code or CAR number"
            onSearch={(words) => change({ search: words })}
          />
        </Field>
      </div>
      <WhoseChip accountId={search.accountId} found={{ whose }} change={change} />
    </>
  )
}
