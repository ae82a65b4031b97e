import type { Reply } from '@twende/ui/api/call.ts'
import { useAddressSearch } from '@twende/ui/list/use-address-search.ts'
import { ListToolbar } from '../list-toolbar.tsx'
import { ComingCount, QueueTabs } from '../queue-tabs.tsx'
import { saveCsv } from '../save-csv.ts'
import { WhoseChip } from '../whose-chip.tsx'
import { MoneyFilters } from './money-filters.tsx'
import { type MoneySearch, moneyHref, moneyTabs, readMoneySearch } from './money-search.ts'

type FoundMoney = Reply<'GET /api/admin/payments'>

type MoneyToolbarProps = { search: MoneySearch; found: Promise<FoundMoney> }

/** The queues, the search and the filters, and the way to take the list home. */
export function MoneyToolbar({ search, found }: MoneyToolbarProps) {
  const { change } = useAddressSearch((query) => ({
    ...readMoneySearch(query),
    queue: query.get('queue') ?? undefined,
  }))
  const { purpose, method, status, fromDay, toDay } = search
  const { page: _, ...wish } = search
  return (
    <>
      <QueueTabs
        className="mt-4"
        tabs={moneyTabs.map(({ queue, label }) => ({
          to: moneyHref({ queue }),
          label,
          current: queue === search.queue,
          count:
            queue === 'review' || queue === 'unmatched' ? (
              <ComingCount from={found} of={({ counts }) => counts[queue]} />
            ) : undefined,
        }))}
      />
      <ListToolbar
        label="Search payments"
        placeholder="M-Pesa code, phone, name or reference"
        words={search.search}
        onSearch={(words) => change({ search: words })}
        inForce={[purpose, method, status, fromDay, toDay].filter(Boolean).length}
        filters={(id) => <MoneyFilters id={id} search={search} onChange={change} />}
        save={() => saveCsv('GET /api/admin/payments.csv', wish)}
      />
      <WhoseChip accountId={search.accountId} found={found} change={change} />
    </>
  )
}
