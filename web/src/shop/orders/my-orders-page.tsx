import type { Order } from '@twende/contract/shop/order.ts'
import { ORDERS_PAGE_SIZE } from '@twende/contract/shop/shop-choices.ts'
import { m } from '@twende/messages'
import { withSearch } from '@twende/ui/address.ts'
import { call, type Reply } from '@twende/ui/api/call.ts'
import { Button, LinkButton } from '@twende/ui/controls/button.tsx'
import { classes } from '@twende/ui/controls/classes.ts'
import { SectionHeading } from '@twende/ui/controls/layout.tsx'
import { EmptyState } from '@twende/ui/controls/page-states.tsx'
import { LoadingNote, Skeleton } from '@twende/ui/controls/skeleton.tsx'
import { Pagination } from '@twende/ui/list/pagination.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { PackageOpen, RotateCw } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useNavigation, useRevalidator } from 'react-router'
import { loadOwn, OwnFrame, OwnPage } from '../../accounts/own-page.tsx'
import { ownPage, ownPageLinks } from '../../accounts/own-page-styles.ts'
import { pageMeta } from '../../frame/page-meta.ts'
import { links } from '../../links.ts'
import type { Route } from './+types/my-orders-page'
import { cancelOrder, useOrderAgain } from './order-actions.ts'
import { OrderCard } from './order-card.tsx'

export { ownPage as handle, ownPageLinks as links }

const OrderReceiptSheet = lazyWithRetry(() =>
  import('@twende/ui/shop/order-receipt.tsx').then((module) => module.OrderReceiptSheet),
)

async function load(request: Request) {
  const page = readPage(new URL(request.url).searchParams.get('page'))
  const body = { page, limit: ORDERS_PAGE_SIZE }
  const { data, pagination } = await call('POST /api/order/userorders', { body })
  return { orders: data, page, pages: pagination?.pages ?? 1 }
}

function readPage(text: string | null): number {
  return text !== null && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 1
}

export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  loadOwn({ unreachable: m.account_orders_load_failed, refused: m.account_orders_fetch_failed }, () =>
    load(request),
  )

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: m.my_orders_title(),
    description: m.my_orders_description(),
    path: links.myOrders,
    hidden: true,
    matches,
  })

export function HydrateFallback() {
  return (
    <OwnFrame>
      <MyOrdersSkeleton />
    </OwnFrame>
  )
}

export default function MyOrdersPage({ loaderData }: Route.ComponentProps) {
  return (
    <OwnPage
      loaded={loaderData}
      heading={<MyOrdersHeading />}
      waiting={<MyOrdersSkeleton />}
      prompt={m.my_orders_login()}
      kept={m.my_orders_login_hint()}
    >
      {(loaded, refresh) => <MyOrdersView {...loaded} onRefresh={refresh} />}
    </OwnPage>
  )
}

type MyOrdersHeadingProps = { onRefresh?: (() => void) | undefined; refreshing?: boolean }

export function MyOrdersHeading({ onRefresh, refreshing }: MyOrdersHeadingProps) {
  return (
    <SectionHeading
      as="h1"
      title={m.my_orders_title()}
      action={
        onRefresh && (
          <Button
            variant="secondary"
            size="sm"
            pending={refreshing}
            icon={<RotateCw aria-hidden="true" className="size-4" />}
            onClick={onRefresh}
          >
            {m.my_orders_refresh()}
          </Button>
        )
      }
    />
  )
}

/** My Orders before its orders are there. */
export function MyOrdersSkeleton() {
  return (
    <div aria-busy="true">
      <MyOrdersHeading onRefresh={() => {}} refreshing />
      <LoadingNote>{m.my_orders_loading()}</LoadingNote>
      <div className="mt-6 grid gap-4">
        {['a', 'b', 'c'].map((card) => (
          <Skeleton key={card} className="h-80 rounded-lg" />
        ))}
      </div>
    </div>
  )
}

type LoadedOrders = { orders: Reply<'POST /api/order/userorders'>['data']; page: number; pages: number }

/** The orders of the signed-in person, newest first. */
function MyOrdersView({ orders, page, pages, onRefresh }: LoadedOrders & { onRefresh: () => void }) {
  const revalidator = useRevalidator()
  const busy = useNavigation().state === 'loading'
  const orderAgain = useOrderAgain()
  const [printing, setPrinting] = useState<Order>()
  const actions = {
    onCancel: async (order: Order) => {
      if (await cancelOrder(order)) onRefresh()
    },
    onAgain: (order: Order) => void orderAgain(order),
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
          <OrderCard key={order._id} order={order} actions={actions} />
        ))}
      </div>
      <Pagination
        page={page}
        pages={pages}
        hrefFor={(n) => withSearch(links.myOrders, { page: n === 1 ? undefined : n })}
        label={m.my_orders_pages()}
      />
      {printing && (
        <Suspense fallback={null}>
          <OrderReceiptSheet key={printing._id} order={printing} onPrinted={() => setPrinting(undefined)} />
        </Suspense>
      )}
    </>
  )
}

function NoOrders() {
  return (
    <EmptyState
      icon={<PackageOpen />}
      title={m.my_orders_none()}
      action={<LinkButton to={links.shop()}>{m.shop_look_around()}</LinkButton>}
    >
      {m.my_orders_none_hint()}
    </EmptyState>
  )
}
