import { showKsh } from '@twende/contract/money.ts'
import type { StaffOrder } from '@twende/contract/shop/order.ts'
import { mayMoveOrder, orderLabel, type StaffOrderMove } from '@twende/contract/shop/order-status.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { LinkButton } from '@twende/ui/controls/button.tsx'
import { Picture } from '@twende/ui/pictures/picture.tsx'
import { itemsInWords, orderTones } from '@twende/ui/shop/order-display.tsx'
import { Plus } from 'lucide-react'
import { timeAgo } from '../frame/format-time.ts'
import { pageTitle } from '../frame/page.tsx'
import { useRights } from '../frame/rights.tsx'
import { StatusBadge } from '../frame/status-badge.tsx'
import { links } from '../links.ts'
import { AdminListPage, listLoader } from '../list/admin-list-page.tsx'
import { defineList, id, text } from '../list/list-address.ts'
import { RowLink } from '../list/list-rows.tsx'
import type { Route } from './+types/orders-page'
import { customerName } from './order-texts.ts'

const list = defineList({
  path: links.orders,
  tabs: {
    name: 'queue',
    values: [
      { value: 'pack', label: m.admin_orders_queue_pack, count: 'waiting' },
      { value: 'send', label: m.admin_orders_queue_send, count: 'waiting' },
      { value: 'deliver', label: m.admin_orders_queue_deliver, count: 'waiting' },
      { value: 'unpaid', label: m.admin_orders_queue_unpaid, count: 'waiting' },
      { value: 'owed', label: m.admin_orders_queue_owed, count: 'waiting' },
      { value: 'all', label: m.admin_orders_queue_all },
    ],
  },
  fields: { search: text, accountId: id },
})

export const clientLoader = listLoader(list, (search) =>
  call('GET /api/admin/orders', { query: { ...search, limit: 20 } }),
)

export const meta = () => pageTitle(m.admin_menu_orders())

/** The orders of the shop, by what they wait for. */
export default function OrdersPage({ loaderData }: Route.ComponentProps) {
  return (
    <AdminListPage
      title={m.admin_menu_orders()}
      action={
        <LinkButton to={links.sell} size="sm" icon={<Plus aria-hidden="true" className="size-5" />}>
          {m.admin_orders_sell_title()}
        </LinkButton>
      }
      list={list}
      loaded={loaderData}
      shared
      searchBy={{
        label: m.admin_orders_search_label(),
        placeholder: m.admin_orders_search_placeholder(),
      }}
      csv={useRights().includes('people') ? 'GET /api/admin/orders.csv' : undefined}
      count={m.admin_orders_found}
      sum={m.admin_orders_sum}
      empty={() => m.admin_orders_queue_empty()}
      rowName={({ number }) => number}
      bulk={[
        move('process', m.admin_orders_process_button()),
        move('deliver', m.admin_orders_deliver_button()),
      ]}
      columns={[
        {
          head: m.admin_orders_order_title(),
          className: '@4xl:w-1/2',
          cell: (order) => (
            <OrderSummary order={order} to={links.order(order._id, list.filters(loaderData.search))} />
          ),
        },
        {
          head: m.admin_orders_customer_title(),
          cell: (order) => (
            <span className="block">
              {customerName(order)}
              {order.address && <span className="block text-sm text-soft">{order.address.city}</span>}
            </span>
          ),
        },
        {
          head: m.admin_payments_amount(),
          cell: ({ amount, status }) => (
            <span className="flex flex-col items-start gap-1">
              <span className="figures font-semibold whitespace-nowrap">{showKsh(amount)}</span>
              <StatusBadge tone={orderTones[status]}>{orderLabel(status)}</StatusBadge>
            </span>
          ),
        },
      ]}
    />
  )
}

function OrderSummary({ order, to }: { order: StaffOrder; to: string }) {
  return (
    <span className="flex gap-3">
      <Picture
        address={order.items[0]?.image || undefined}
        alt=""
        sizes="56px"
        ratio="1/1"
        className="w-14 shrink-0 self-start rounded-sm"
      />
      <span className="min-w-0">
        <RowLink to={to} id={order._id}>
          {order.number}
        </RowLink>{' '}
        <span className="text-soft">{timeAgo(order.createdAt)}</span>
        <span className="line-clamp-2 text-sm text-soft">
          {itemsInWords(order.items)}: {order.items.map(({ name }) => name).join(', ')}
        </span>
      </span>
    </span>
  )
}

/** A move that needs no words of its own, so that it can be made with several orders. */
function move(name: StaffOrderMove, label: string) {
  return {
    label,
    applies: ({ status }: StaffOrder) => mayMoveOrder(name, status, 'staff'),
    run: ({ _id }: StaffOrder) =>
      call('POST /api/admin/order/:orderId/move', {
        params: { orderId: _id },
        body: { move: name, note: '' },
      }),
  }
}
