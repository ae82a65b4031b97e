import { call } from '@twende/ui/api/call.ts'
import { LoadFailure } from '@twende/ui/controls/load-failure.tsx'
import { useAddressSearch } from '@twende/ui/list/use-address-search.ts'
import { useArrived } from '@twende/ui/loading/use-arrived.ts'
import { SearchBar } from '../list-toolbar.tsx'
import { pageTitle } from '../page-title.ts'
import { QueueTabs } from '../queue-tabs.tsx'
import { bringRoom } from '../room-page.ts'
import { RowsSkeleton } from '../rows-skeleton.tsx'
import { saveCsv } from '../save-csv.ts'
import { WhoseChip } from '../whose-chip.tsx'
import type { Route } from './+types/orders-page'
import { OrderList } from './order-list.tsx'
import { orderDeskHref, orderTabs, readOrderDeskSearch } from './order-search.ts'

async function load(request: Request) {
  const search = readOrderDeskSearch(new URL(request.url).searchParams)
  return { search, ...(await call('GET /api/admin/orders', { query: { ...search, limit: 20 } })) }
}

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => bringRoom(load(request))

export const meta = () => pageTitle('Orders')

/** The orders of the shop, by what they wait for. */
export default function OrdersPage({ loaderData }: Route.ComponentProps) {
  const { shown, waiting } = useArrived(loaderData.page)
  return (
    <div className="mx-auto max-w-5xl">
      <h1 className="text-3xl">Orders</h1>
      {shown?.answer && <Toolbar orders={shown.answer} />}
      <div className="mt-5" aria-busy={waiting || undefined}>
        {shown?.failed !== undefined && <LoadFailure message={shown.failed} />}
        {shown?.answer && <OrderList orders={shown.answer} />}
        {!shown && <RowsSkeleton words="Loading the orders" />}
      </div>
    </div>
  )
}

function Toolbar({ orders: { search, counts, whose } }: { orders: Awaited<ReturnType<typeof load>> }) {
  const { change } = useAddressSearch((query) => ({
    ...readOrderDeskSearch(query),
    queue: query.get('queue') ?? undefined,
  }))
  const { page: _, ...wish } = search
  return (
    <div className="mt-4">
      <QueueTabs
        urgent
        tabs={orderTabs.map(({ queue, label }) => ({
          to: orderDeskHref({ queue }),
          label,
          current: queue === search.queue,
          count: queue === 'all' ? undefined : counts[queue],
        }))}
      />
      <SearchBar
        label="Search orders"
        placeholder="Order number, customer or product"
        words={search.search}
        onSearch={(words) => change({ search: words })}
        save={() => saveCsv('GET /api/admin/orders.csv', wish)}
      />
      <WhoseChip accountId={search.accountId} found={{ whose }} change={change} />
    </div>
  )
}
