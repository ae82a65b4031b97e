import type { Order } from '@twende/contract/shop/order.ts'
import { withSearch } from '@twende/ui/address.ts'
import type { Reply } from '@twende/ui/api/call.ts'
import { LinkButton } from '@twende/ui/controls/button.tsx'
import { classes } from '@twende/ui/controls/classes.ts'
import { EmptyState } from '@twende/ui/controls/page-states.tsx'
import { Pagination } from '@twende/ui/list/pagination.tsx'
import { PackageOpen } from 'lucide-react'
import { useState } from 'react'
import { useNavigation, useRevalidator } from 'react-router'
import { links } from '../links.ts'
import { MyOrdersHeading } from './my-orders-skeleton.tsx'
import { cancelOrder } from './order-cancel.ts'
import { OrderCard } from './order-card.tsx'
import { OrderReceiptSheet } from './order-receipt.tsx'
import { useOrderAgain } from './use-order-again.ts'

type LoadedOrders = { orders: Reply<'POST /api/order/userorders'>['data']; page: number; pages: number }

/** The orders of the signed-in person, newest first. */
export function MyOrdersView({ orders, page, pages, onRefresh }: LoadedOrders & { onRefresh: () => void }) {
  const revalidator = useRevalidator()
  const busy = useNavigation().state === 'loading'
  const orderAgain = useOrderAgain()
  const [printing, setPrinting] = useState<Order>()
  const doors = {
    onCancel: async (order: Order) => {
      if (await cancelOrder(order)) onRefresh()
    },
    onAgain: orderAgain,
    onPrint: setPrinting,
    onHoldEnd: onRefresh,
  }
  return (
    <>
      <MyOrdersHeading onRefresh={onRefresh} refreshing={revalidator.state === 'loading'} />
      <div
        aria-busy={busy}
        className={classes('mt-6 grid gap-4 transition-opacity duration-150', busy && 'opacity-60')}
      >
        {orders.length === 0 && <NoOrders />}
        {orders.map((order) => (
          <OrderCard key={order._id} order={order} doors={doors} />
        ))}
      </div>
      <Pagination
        page={page}
        pages={pages}
        hrefFor={(n) => withSearch(links.myOrders, { page: n === 1 ? undefined : n })}
        label="Pages of orders"
      />
      {printing && (
        <OrderReceiptSheet key={printing._id} order={printing} onPrinted={() => setPrinting(undefined)} />
      )}
    </>
  )
}

function NoOrders() {
  return (
    <EmptyState
      icon={<PackageOpen />}
      title="No orders found"
      action={<LinkButton to={links.shop()}>Look around the shop</LinkButton>}
    >
      What you order from the shop will show up here, with its receipt.
    </EmptyState>
  )
}
