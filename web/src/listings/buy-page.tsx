import type { Call } from '@twende/contract/http/call.ts'
import { call } from '@twende/ui/api/call.ts'
import { soon } from '@twende/ui/loading/soon.ts'
import { useArrived } from '@twende/ui/loading/use-arrived.ts'
import { data } from 'react-router'
import { callContext } from '../call-context.ts'
import { loadVehicles } from '../cars/load-vehicles.ts'
import { type FilterLists, knownFilterLists, loadFilterLists } from '../content/filter-lists.ts'
import { pageMeta } from '../frame/page-meta.ts'
import { links } from '../links.ts'
import type { Route } from './+types/buy-page'
import { BuyView } from './buy-view.tsx'
import { readSaleSearch, saleQuery } from './sale-search.ts'

async function load(api: Call, lists: Promise<FilterLists>, request: Request) {
  const now = new Date()
  const search = readSaleSearch(new URL(request.url).searchParams)
  const list = api('GET /api/sell/list', { query: saleQuery(search, now) })
  return { now: now.toISOString(), ...(await loadVehicles(list, lists)) }
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const api = context.get(callContext)
  const page = await load(api, loadFilterLists(api), request)
  // Only a page that says what it should may be kept for others.
  return data({ page }, { status: page.found ? 200 : 503 })
}

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return soon(load(call, knownFilterLists(), request))
}

export const meta: Route.MetaFunction = ({ matches, location, loaderData }) => {
  const page = loaderData?.page
  const available = page instanceof Promise ? undefined : page?.found?.counts.available
  return pageMeta({
    title: 'Verified cars for sale in Kenya',
    description: `${available ? `${available} used cars` : 'Used cars'} for sale by their owners in Nairobi, Mombasa, Kisumu, Nakuru and Eldoret, each checked before it is shown. Compare price, year and mileage.`,
    path: links.buy(),
    hidden: location.search !== '',
    matches,
  })
}

export default function BuyPage({ loaderData }: Route.ComponentProps) {
  const { shown, waiting } = useArrived(loaderData.page)
  return <BuyView page={shown} waiting={waiting} />
}
