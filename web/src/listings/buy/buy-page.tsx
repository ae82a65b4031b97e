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
import { BadgeCheck, SearchX } from 'lucide-react'
import { Suspense } from 'react'
import { data } from 'react-router'
import { CardGrid } from '../../cars/card-grid.tsx'
import { type LoadedVehicles, loadVehicles } from '../../cars/load-vehicles.ts'
import { VehicleCounts, VehicleListSkeleton } from '../../cars/vehicle-list.tsx'
import { useNamedSearch } from '../../content/catalog-name.ts'
import { type FilterLists, knownFilterLists, loadFilterLists } from '../../content/filter-lists.ts'
import { pageMeta } from '../../frame/page-meta.ts'
import { callContext } from '../../frame/render-contexts.ts'
import { links } from '../../links.ts'
import type { Route } from './+types/buy-page'
import { SaleCard } from './sale-card.tsx'
import { readSaleSearch, saleChips, saleQuery, saleSortsFor } from './sale-search.ts'

const SaleFilters = lazyWithRetry(() => import('./sale-filters.tsx').then((module) => module.SaleFilters))
const SaleQuickView = lazyWithRetry(() =>
  import('./sale-quick-view.tsx').then((module) => module.SaleQuickView),
)

async function load(api: Call, lists: Promise<FilterLists>, request: Request) {
  const now = new Date()
  const search = readSaleSearch(new URL(request.url).searchParams)
  const list = api('GET /api/sell/list', { query: saleQuery(search, now) }).then((answer) => ({
    ...answer,
    data: answer.data.filter(({ verified }) => verified),
  }))
  return { now: now.toISOString(), ...(await loadVehicles(list, lists)) }
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
    title: m.buy_page_title(),
    description: available ? m.buy_page_description_count({ count: available }) : m.buy_page_description(),
    path: links.buy(),
    hidden: location.search !== '',
    matches,
  })
}

export default function BuyPage({ loaderData }: Route.ComponentProps) {
  const { shown, waiting } = useLatest(loaderData.page)
  return <BuyView page={shown} waiting={waiting} />
}

type ForSale = RouteAnswer<Routes['GET /api/sell/list']>

type BuyViewProps = {
  /** Undefined while it is on its way for the first time. */
  page: ({ now: string } & LoadedVehicles<ForSale>) | undefined
  /** Another answer is on its way. */
  waiting: boolean
}

/** The verified cars for sale: what there is, where, how old, how far driven, for how much. */
function BuyView({ page, waiting }: BuyViewProps) {
  const counts = page?.found?.counts
  return (
    <Container className="py-8 lg:py-12">
      <SectionHeading as="h1" kicker={m.buy_kicker()} title={m.buy_title()}>
        {counts && (
          <VehicleCounts
            icon={<BadgeCheck aria-hidden="true" />}
            words={m.fleet_counts_verified({ all: counts.verified, available: counts.available })}
          />
        )}
      </SectionHeading>
      <SaleListOrError page={page} waiting={waiting} />
    </Container>
  )
}

function SaleListOrError({ page, waiting }: BuyViewProps) {
  if (!page) return <VehicleListSkeleton facts={2} />
  if (!page.found) return <LoadFailure message={page.error} />
  return <SaleList now={new Date(page.now)} forSale={page.found} lists={page.lists} waiting={waiting} />
}

type SaleListProps = { now: Date; forSale: ForSale; lists: FilterLists; waiting: boolean }

function SaleList({ now, forSale, lists, waiting }: SaleListProps) {
  const { search, pending, change, clear, hrefForPage } = useAddressSearch(readSaleSearch)
  const total = forSale.pagination?.total ?? forSale.data.length
  const found = `${total.toLocaleString('en-KE')}${forSale.pagination?.orMore ? '+' : ''}`
  return (
    <>
      <div className="mt-8 flex flex-col gap-4">
        <ListControls
          search={search}
          sorts={saleSortsFor(search)}
          chips={saleChips(useNamedSearch('vehicle', search), now)}
          filters={
            <Suspense fallback={<Skeleton className="h-20" />}>
              <SaleFilters lists={lists} search={search} now={now} onChange={change} />
            </Suspense>
          }
          found={found}
          foundWords={m.buy_found({ count: found })}
          onChange={change}
          onClear={clear}
        />
      </div>
      {total === 0 ? (
        <EmptyState
          icon={<SearchX />}
          title={m.buy_none_title()}
          action={<Button onClick={clear}>{m.buy_clear_filters()}</Button>}
        >
          {m.buy_none_hint()}
        </EmptyState>
      ) : (
        <ResultPages paging={forSale.pagination} hrefForPage={hrefForPage} pending={pending || waiting}>
          <CardGrid
            vehicles={forSale.data}
            card={(car, place) => <SaleCard car={car} headingLevel="h2" {...place} />}
            quickView={(car, dialog) => <SaleQuickView car={car} {...dialog} />}
          />
        </ResultPages>
      )}
    </>
  )
}
