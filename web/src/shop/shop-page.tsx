import { call } from '@twende/ui/api/call.ts'
import { soon } from '@twende/ui/loading/soon.ts'
import { useArrived } from '@twende/ui/loading/use-arrived.ts'
import { data } from 'react-router'
import { callContext } from '../call-context.ts'
import { pageMeta } from '../frame/page-meta.ts'
import { links } from '../links.ts'
import type { Route } from './+types/shop-page'
import { knownCategories, loadCategories } from './explore-categories.ts'
import { loadProducts } from './product-load.ts'
import { readShopSearch, shopQuery } from './shop-search.ts'
import { ShopView } from './shop-view.tsx'

const queryOf = (request: Request) => shopQuery(readShopSearch(new URL(request.url).searchParams))

export async function loader({ request, context }: Route.LoaderArgs) {
  const api = context.get(callContext)
  const [page, categories] = await Promise.all([
    loadProducts(api('GET /api/product/list', { query: queryOf(request) })),
    loadCategories(api),
  ])
  // Only a page that says what it should may be kept for others.
  return data({ page, categories }, { status: page.found && categories.state === 'here' ? 200 : 503 })
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const [{ page }, { page: categories }] = await Promise.all([
    soon(loadProducts(call('GET /api/product/list', { query: queryOf(request) }))),
    soon(knownCategories()),
  ])
  return { page, categories }
}

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta({
    title: 'Computers, phones and car gear: our shop',
    description:
      'Laptops, desktops, networking, cameras and gear for the car, tested in Nairobi. See what is in stock, pay by M-Pesa or order on WhatsApp.',
    path: links.shop(),
    hidden: location.search !== '',
    matches,
  })

export default function ShopPage({ loaderData }: Route.ComponentProps) {
  const products = useArrived(loaderData.page)
  const categories = useArrived(loaderData.categories)
  return <ShopView page={products.shown} waiting={products.waiting} categories={categories.shown} />
}
