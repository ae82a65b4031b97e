import { nairobiDay } from '@twende/contract/calendar-day.ts'
import type { Call } from '@twende/contract/http/call.ts'
import { call } from '@twende/ui/api/call.ts'
import { soon } from '@twende/ui/loading/soon.ts'
import { useArrived } from '@twende/ui/loading/use-arrived.ts'
import { data } from 'react-router'
import { callContext } from '../call-context.ts'
import { type FilterLists, knownFilterLists, loadFilterLists } from '../content/filter-lists.ts'
import { pageMeta } from '../frame/page-meta.ts'
import type { Route } from './+types/fleet-page'
import { fleetQuery, readFleetSearch } from './fleet-search.ts'
import { FleetView } from './fleet-view.tsx'
import { loadVehicles } from './load-vehicles.ts'

async function load(api: Call, lists: Promise<FilterLists>, request: Request) {
  const now = new Date()
  const search = readFleetSearch(new URL(request.url).searchParams)
  const list = api('GET /api/car/list', { query: fleetQuery(search, now) })
  return { today: nairobiDay(now), ...(await loadVehicles(list, lists)) }
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
    title: 'Cars for hire in Kenya',
    description: `${available ? `${available} cars` : 'Cars'} to rent by the day in Nairobi, Mombasa, Kisumu, Nakuru and Eldoret. Clear prices, pay by M-Pesa.`,
    path: '/rent',
    hidden: location.search !== '',
    matches,
  })
}

export default function FleetPage({ loaderData }: Route.ComponentProps) {
  const { shown, waiting } = useArrived(loaderData.page)
  return <FleetView page={shown} waiting={waiting} />
}
