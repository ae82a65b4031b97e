import type { RouteAnswer } from '@twende/contract/http/route.ts'
import type { Routes } from '@twende/contract/routes.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { Container, SectionHeading } from '@twende/ui/controls/layout.tsx'
import { LoadFailure } from '@twende/ui/controls/load-failure.tsx'
import { EmptyState } from '@twende/ui/controls/page-states.tsx'
import { ListControls } from '@twende/ui/list/list-controls.tsx'
import { ResultPages } from '@twende/ui/list/result-pages.tsx'
import { useAddressSearch } from '@twende/ui/list/use-address-search.ts'
import { BadgeCheck, SearchX } from 'lucide-react'
import type { LoadedVehicles } from '../cars/load-vehicles.ts'
import { VehicleCounts } from '../cars/vehicle-counts.tsx'
import { VehicleListSkeleton } from '../cars/vehicle-list-skeleton.tsx'
import type { FilterLists } from '../content/filter-lists.ts'
import { SaleFilters } from './sale-filters.tsx'
import { SaleGrid } from './sale-grid.tsx'
import { readSaleSearch, saleChips, saleSortsFor } from './sale-search.ts'

type ForSale = RouteAnswer<Routes['GET /api/sell/list']>

type BuyViewProps = {
  /** Undefined while it is on its way for the first time. */
  page: ({ now: string } & LoadedVehicles<ForSale>) | undefined
  /** Another answer is on its way. */
  waiting: boolean
}

/** The verified cars for sale: what there is, where, how old, how far driven, for how much. */
export function BuyView({ page, waiting }: BuyViewProps) {
  const counts = page?.found?.counts
  return (
    <Container className="py-8 lg:py-12">
      <SectionHeading as="h1" kicker="Cars for sale" title="Verified Cars for Sale">
        {counts && (
          <VehicleCounts
            icon={<BadgeCheck aria-hidden="true" />}
            all={counts.verified}
            allWords="verified vehicles"
            available={counts.available}
          />
        )}
      </SectionHeading>
      <SaleListOrWhyNot page={page} waiting={waiting} />
    </Container>
  )
}

function SaleListOrWhyNot({ page, waiting }: BuyViewProps) {
  if (!page) return <VehicleListSkeleton facts={2} />
  if (!page.found) return <LoadFailure message={page.error} />
  return <SaleList now={new Date(page.now)} forSale={page.found} lists={page.lists} waiting={waiting} />
}

type SaleListProps = { now: Date; forSale: ForSale; lists: FilterLists; waiting: boolean }

function SaleList({ now, forSale, lists, waiting }: SaleListProps) {
  const { search, pending, change, clear, hrefForPage } = useAddressSearch(readSaleSearch)
  const total = forSale.pagination?.total ?? forSale.data.length
  const found = forSale.pagination?.orMore ? `${total.toLocaleString('en-KE')}+` : total
  return (
    <>
      <div className="mt-8 flex flex-col gap-4">
        <ListControls
          search={search}
          sorts={saleSortsFor(search)}
          chips={saleChips(search, now)}
          filters={<SaleFilters lists={lists} search={search} now={now} onChange={change} />}
          found={found}
          foundWords={
            <>
              <span className="figures">{found}</span> verified vehicle(s) found
            </>
          }
          onChange={change}
          onClear={clear}
        />
      </div>
      {forSale.data.length === 0 ? (
        <EmptyState
          icon={<SearchX />}
          title="No verified vehicles found"
          action={<Button onClick={clear}>Clear Filters</Button>}
        >
          Try adjusting your filters to see more verified results
        </EmptyState>
      ) : (
        <ResultPages paging={forSale.pagination} hrefForPage={hrefForPage} pending={pending || waiting}>
          <SaleGrid cars={forSale.data} />
        </ResultPages>
      )}
    </>
  )
}
