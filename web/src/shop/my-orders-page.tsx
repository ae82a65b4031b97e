import { ORDERS_PAGE_SIZE } from '@twende/contract/shop/shop-choices.ts'
import { call } from '@twende/ui/api/call.ts'
import { loadOwn } from '../accounts/load-own.ts'
import { OwnFrame, OwnPage } from '../accounts/own-page.tsx'
import { pageMeta } from '../frame/page-meta.ts'
import { links } from '../links.ts'
import type { Route } from './+types/my-orders-page'
import { MyOrdersHeading, MyOrdersSkeleton } from './my-orders-skeleton.tsx'
import { MyOrdersView } from './my-orders-view.tsx'

async function load(request: Request) {
  const page = readPage(new URL(request.url).searchParams.get('page'))
  const body = { page, limit: ORDERS_PAGE_SIZE }
  const { data, pagination } = await call('POST /api/order/userorders', { body })
  return { orders: data, page, pages: pagination?.pages ?? 1 }
}

function readPage(text: string | null): number {
  return text !== null && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 1
}

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => loadOwn('orders', () => load(request))

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'My Orders',
    description: 'What you ordered from the Twende shop, and where it is.',
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
      prompt="Please log in to view your orders"
      kept="Everything you have ordered is kept with your account."
    >
      {(loaded, refresh) => <MyOrdersView {...loaded} onRefresh={refresh} />}
    </OwnPage>
  )
}
