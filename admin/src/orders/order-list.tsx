import { showKsh } from '@twende/contract/money.ts'
import type { StaffOrder } from '@twende/contract/shop/order.ts'
import { orderLabel } from '@twende/contract/shop/order-status.ts'
import type { Reply } from '@twende/ui/api/call.ts'
import { Pagination } from '@twende/ui/list/pagination.tsx'
import { Picture } from '@twende/ui/pictures/picture.tsx'
import { itemsInWords, orderTones } from '@twende/ui/shop/order-words.ts'
import { Link } from 'react-router'
import { EmptyQueue } from '../empty-queue.tsx'
import { FoundCount } from '../found-count.tsx'
import { StatusBadge } from '../status-badge.tsx'
import { waitedWords } from '../waited-words.ts'
import { customerName } from './order-desk-words.ts'
import { type OrderDeskSearch, orderDeskHref } from './order-search.ts'

type LoadedOrders = Reply<'GET /api/admin/orders'> & { search: OrderDeskSearch }

/** The orders of the chosen queue. */
export function OrderList({ orders: { search, data: orders, pagination } }: { orders: LoadedOrders }) {
  if (orders.length === 0) {
    return (
      <EmptyQueue
        thing="order"
        narrowed={Boolean(search.search ?? search.accountId)}
        whole={orderDeskHref({ queue: search.queue })}
      >
        Nothing waits in this queue.
      </EmptyQueue>
    )
  }
  return (
    <>
      {pagination.orMore && <FoundCount {...pagination} what="order(s)" />}
      <ol aria-label="Orders" className="panel divide-y divide-line overflow-hidden">
        {orders.map((order) => (
          <li key={order._id}>
            <OrderRow order={order} to={orderDeskHref(search, order._id)} />
          </li>
        ))}
      </ol>
      <Pagination
        {...pagination}
        hrefFor={(page) => orderDeskHref({ ...search, page })}
        label="Pages of orders"
      />
    </>
  )
}

function OrderRow({ order, to }: { order: StaffOrder; to: string }) {
  return (
    <Link
      to={to}
      className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-3 p-3 hover:bg-sand sm:grid-cols-[4.5rem_minmax(0,1fr)_auto] sm:items-center sm:p-4"
    >
      <Picture
        address={order.items[0]?.image || undefined}
        alt=""
        sizes="72px"
        ratio="1/1"
        className="w-18 self-start rounded-sm"
      />
      <span className="min-w-0">
        <span className="figures block font-semibold">
          {order.number} <span className="font-normal text-soft">{waitedWords(order.createdAt)}</span>
        </span>
        <span className="block truncate">
          {customerName(order)}
          {order.address && <span className="text-soft">, {order.address.city}</span>}
        </span>
        <span className="block truncate text-sm text-soft">
          {itemsInWords(order.items)}: {order.items.map(({ name }) => name).join(', ')}
        </span>
      </span>
      <span className="col-start-2 flex flex-wrap items-center gap-2 sm:col-start-3 sm:flex-col sm:items-end">
        <span className="figures font-semibold">{showKsh(order.amount)}</span>
        <StatusBadge tone={orderTones[order.status]}>{orderLabel(order.status)}</StatusBadge>
      </span>
    </Link>
  )
}
