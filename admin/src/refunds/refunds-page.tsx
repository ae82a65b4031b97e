import { call } from '@twende/ui/api/call.ts'
import { useAddressSearch } from '@twende/ui/list/use-address-search.ts'
import { ComingList } from '../coming-list.tsx'
import { SearchBar } from '../list-toolbar.tsx'
import { pageTitle } from '../page-title.ts'
import { ComingCount, QueueTabs } from '../queue-tabs.tsx'
import { saveCsv } from '../save-csv.ts'
import { TableSkeleton } from '../table-skeleton.tsx'
import { useFreshLook } from '../use-fresh-look.ts'
import type { Route } from './+types/refunds-page'
import { RefundList } from './refund-list.tsx'
import { readRefundSearch, refundHref, refundTabs } from './refund-search.ts'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const search = readRefundSearch(new URL(request.url).searchParams)
  const found = call('GET /api/admin/refunds', { query: search })
  // Somebody who is gone before the answer misses nothing by its failure.
  found.catch(() => {})
  return { search, found }
}

export const meta = () => pageTitle('Refunds')

/** Money that goes back: to be sent, waiting for a second person, sent. */
export default function RefundsPage({ loaderData: { search, found } }: Route.ComponentProps) {
  const { change } = useAddressSearch((query) => ({
    search: readRefundSearch(query).search,
    queue: query.get('queue') ?? undefined,
  }))
  const { page: _, ...wish } = search
  useFreshLook()
  return (
    <div className="mx-auto max-w-5xl">
      <h1 className="text-3xl">Refunds</h1>
      <QueueTabs
        className="mt-4"
        tabs={refundTabs.map(({ queue, label }) => ({
          to: refundHref({ queue }),
          label,
          current: queue === search.queue,
          count:
            queue === 'sent' ? undefined : <ComingCount from={found} of={({ counts }) => counts[queue]} />,
        }))}
      />
      <SearchBar
        label="Search refunds"
        placeholder="Reference, name, email or M-Pesa code"
        words={search.search}
        onSearch={(words) => change({ search: words })}
        save={() => saveCsv('GET /api/admin/refunds.csv', wish)}
      />
      <ComingList
        found={found}
        waiting={<TableSkeleton words="Loading refunds" />}
        failed="Failed to load refunds"
      >
        {(refunds) => <RefundList search={search} found={refunds} />}
      </ComingList>
    </div>
  )
}
