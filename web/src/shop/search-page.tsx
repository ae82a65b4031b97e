import type { Call } from '@twende/contract/http/call.ts'
import { SHOP_PAGE_SIZE } from '@twende/contract/shop/shop-choices.ts'
import { call } from '@twende/ui/api/call.ts'
import { soon } from '@twende/ui/loading/soon.ts'
import { useArrived } from '@twende/ui/loading/use-arrived.ts'
import { data } from 'react-router'
import { callContext } from '../call-context.ts'
import { pageMeta } from '../frame/page-meta.ts'
import { links } from '../links.ts'
import type { Route } from './+types/search-page'
import { loadProducts } from './product-load.ts'
import { readProductQuery } from './search-query.ts'
import { SearchView } from './search-view.tsx'

/** Nothing is asked for where no words are given. */
async function load(api: Call, request: Request) {
  const { query, page = 1 } = readProductQuery(new URL(request.url).searchParams)
  if (!query) return { query: '', found: undefined, error: undefined }
  const list = api('GET /api/product/list', { query: { search: query, page, limit: SHOP_PAGE_SIZE } })
  return { query, ...(await loadProducts(list)) }
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = await load(context.get(callContext), request)
  // Only a page that says what it should may be kept for others.
  return data({ page }, { status: page.error ? 503 : 200 })
}

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => soon(load(call, request))

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Search the shop',
    description: 'Find a product in the Twende shop by its name or kind.',
    path: links.search(),
    hidden: true,
    matches,
  })

export default function SearchPage({ loaderData }: Route.ComponentProps) {
  const { shown, waiting } = useArrived(loaderData.page)
  return <SearchView page={shown} waiting={waiting} />
}
