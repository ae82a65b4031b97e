import { call } from '@twende/ui/api/call.ts'
import { LoadFailure } from '@twende/ui/controls/load-failure.tsx'
import { EmptyState } from '@twende/ui/controls/page-states.tsx'
import { useArrived } from '@twende/ui/loading/use-arrived.ts'
import { SearchX } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { BackLink } from '../back-link.tsx'
import { pageTitle } from '../page-title.ts'
import { bringRoom } from '../room-page.ts'
import { RowsSkeleton } from '../rows-skeleton.tsx'
import type { Route } from './+types/order-desk-page'
import { OrderDesk } from './order-desk.tsx'
import { orderDeskHref, readOrderDeskSearch } from './order-search.ts'

export const clientLoader = ({ params: { orderId } }: Route.ClientLoaderArgs) =>
  bringRoom(call('GET /api/admin/order/:orderId', { params: { orderId } }))

export const meta = () => pageTitle('An order')

/** One order, with everything that staff needs to get it to its customer. */
export default function OrderDeskPage({ loaderData }: Route.ComponentProps) {
  const { shown } = useArrived(loaderData.page)
  const [query] = useSearchParams()
  const gone = shown?.failed === 'Order not found' || shown?.failed === 'This address is not valid'
  return (
    <div className="mx-auto max-w-5xl">
      <BackLink to={orderDeskHref(readOrderDeskSearch(query))}>Orders</BackLink>
      {gone && (
        <EmptyState as="h1" icon={<SearchX />} title="Order not found">
          Look for its number in the list.
        </EmptyState>
      )}
      {shown?.failed !== undefined && !gone && <LoadFailure message={shown.failed} />}
      {shown?.answer && <OrderDesk order={shown.answer.data} />}
      {!shown && <RowsSkeleton words="Loading the order" />}
    </div>
  )
}
