import { nairobiDay } from '@twende/contract/calendar-day.ts'
import type { Call } from '@twende/contract/http/call.ts'
import type { RouteAnswer } from '@twende/contract/http/route.ts'
import type { Routes } from '@twende/contract/routes.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { Container, SectionHeading } from '@twende/ui/controls/layout.tsx'
import { EmptyState, LoadFailure } from '@twende/ui/controls/page-states.tsx'
import { Skeleton } from '@twende/ui/controls/skeleton.tsx'
import { ListControls } from '@twende/ui/list/list-controls.tsx'
import { ResultPages } from '@twende/ui/list/pagination.tsx'
import { useAddressSearch } from '@twende/ui/list/use-address-search.ts'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { raceTimeout, useLatest } from '@twende/ui/loading/use-latest.ts'
import { CarFront, SearchX } from 'lucide-react'
import { Suspense } from 'react'
import { data } from 'react-router'
import { useNamedSearch } from '../content/catalog-name.ts'
import { type FilterLists, knownFilterLists, loadFilterLists } from '../content/filter-lists.ts'
import { pageMeta } from '../frame/page-meta.ts'
import { callContext } from '../frame/render-contexts.ts'
import type { Route } from './+types/fleet-page'
import { CarGrid } from './car-grid.tsx'
import { fleetChips, fleetQuery, readFleetSearch, sortNames, stayOf } from './fleet-search.ts'
import { type LoadedVehicles, loadVehicles } from './load-vehicles.ts'
import { VehicleCounts, VehicleListSkeleton } from './vehicle-list.tsx'

// In the server's HTML at once; its scripts come after the first view.
const StayFields = lazyWithRetry(() => import('./stay-fields.tsx').then((module) => module.StayFields))

const FleetFilters = lazyWithRetry(() => import('./fleet-filters.tsx').then((module) => module.FleetFilters))

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
  return raceTimeout(load(call, knownFilterLists(), request))
}

export const meta: Route.MetaFunction = ({ matches, location, loaderData }) => {
  const page = loaderData?.page
  const available = page instanceof Promise ? undefined : page?.found?.counts.available
  return pageMeta({
    title: m.fleet_meta_title(),
    description: available
      ? m.fleet_meta_description_count({ count: available })
      : m.fleet_meta_description(),
    path: '/rent',
    hidden: location.search !== '',
    matches,
  })
}

export default function FleetPage({ loaderData }: Route.ComponentProps) {
  const { shown, waiting } = useLatest(loaderData.page)
  return <FleetView page={shown} waiting={waiting} />
}

type Fleet = RouteAnswer<Routes['GET /api/car/list']>

type FleetViewProps = {
  /** Undefined while it is on its way for the first time. */
  page: ({ today: string } & LoadedVehicles<Fleet>) | undefined
  /** Another answer is on its way. */
  waiting: boolean
}

/** The rental fleet: what there is, what is free on one's dates, what it costs. */
function FleetView({ page, waiting }: FleetViewProps) {
  const counts = page?.found?.counts
  return (
    <Container className="py-8 lg:py-12">
      <SectionHeading as="h1" kicker={m.fleet_kicker()} title={m.fleet_title()}>
        {counts && (
          <VehicleCounts
            icon={<CarFront aria-hidden="true" />}
            words={m.fleet_counts({ all: counts.total, available: counts.available })}
          />
        )}
      </SectionHeading>
      <FleetListOrWhyNot page={page} waiting={waiting} />
    </Container>
  )
}

function FleetListOrWhyNot({ page, waiting }: FleetViewProps) {
  if (!page) return <VehicleListSkeleton />
  if (!page.found) return <LoadFailure message={page.error} />
  return <FleetList today={page.today} fleet={page.found} lists={page.lists} waiting={waiting} />
}

type FleetListProps = { today: string; fleet: Fleet; lists: FilterLists; waiting: boolean }

function FleetList({ today, fleet, lists, waiting }: FleetListProps) {
  const { search, pending, change, clear, hrefForPage } = useAddressSearch(readFleetSearch)
  const total = fleet.pagination?.total ?? fleet.data.length
  const stay = stayOf(search, new Date())
  return (
    <>
      <div className="mt-8 flex flex-col gap-4">
        <Suspense fallback={<Skeleton className="h-42 md:h-28" />}>
          <StayFields today={today} search={search} onChange={change} />
        </Suspense>
        <ListControls
          search={search}
          sorts={sortNames()}
          chips={fleetChips(useNamedSearch('vehicle', search))}
          filters={
            <Suspense fallback={<Skeleton className="h-20" />}>
              <FleetFilters lists={lists} search={search} onChange={change} />
            </Suspense>
          }
          found={total}
          foundWords={stay ? m.fleet_found_free({ total }) : m.fleet_found({ total })}
          onChange={change}
          onClear={clear}
        />
      </div>
      {total === 0 ? (
        <NoVehicles hasDates={stay !== undefined} onClear={clear} />
      ) : (
        <ResultPages paging={fleet.pagination} hrefForPage={hrefForPage} pending={pending || waiting}>
          <CarGrid cars={fleet.data} stay={stay} />
        </ResultPages>
      )}
    </>
  )
}

function NoVehicles({ hasDates, onClear }: { hasDates: boolean; onClear: () => void }) {
  return (
    <EmptyState
      icon={<SearchX />}
      title={m.fleet_none_title()}
      action={<Button onClick={onClear}>{m.common_clear_filters()}</Button>}
    >
      {hasDates ? m.fleet_none_on_dates() : m.fleet_none_text()}
    </EmptyState>
  )
}
