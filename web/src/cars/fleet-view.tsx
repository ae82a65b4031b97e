import type { RouteAnswer } from '@twende/contract/http/route.ts'
import type { Routes } from '@twende/contract/routes.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { Container, SectionHeading } from '@twende/ui/controls/layout.tsx'
import { LoadFailure } from '@twende/ui/controls/load-failure.tsx'
import { EmptyState } from '@twende/ui/controls/page-states.tsx'
import { ListControls } from '@twende/ui/list/list-controls.tsx'
import { ResultPages } from '@twende/ui/list/result-pages.tsx'
import { useAddressSearch } from '@twende/ui/list/use-address-search.ts'
import { CarFront, SearchX } from 'lucide-react'
import type { FilterLists } from '../content/filter-lists.ts'
import { CarGrid } from './car-grid.tsx'
import { FleetFilters } from './fleet-filters.tsx'
import { fleetChips, readFleetSearch, sortNames, stayOf } from './fleet-search.ts'
import type { LoadedVehicles } from './load-vehicles.ts'
import { StayFields } from './stay-fields.tsx'
import { VehicleCounts } from './vehicle-counts.tsx'
import { VehicleListSkeleton } from './vehicle-list-skeleton.tsx'

type Fleet = RouteAnswer<Routes['GET /api/car/list']>

type FleetViewProps = {
  /** Undefined while it is on its way for the first time. */
  page: ({ today: string } & LoadedVehicles<Fleet>) | undefined
  /** Another answer is on its way. */
  waiting: boolean
}

/** The rental fleet: what there is, what is free on one's dates, what it costs. */
export function FleetView({ page, waiting }: FleetViewProps) {
  const counts = page?.found?.counts
  return (
    <Container className="py-8 lg:py-12">
      <SectionHeading as="h1" kicker="Cars for rent" title="The car for your road">
        {counts && (
          <VehicleCounts
            icon={<CarFront aria-hidden="true" />}
            all={counts.total}
            allWords="in the fleet"
            available={counts.available}
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
        <StayFields today={today} search={search} onChange={change} />
        <ListControls
          search={search}
          sorts={sortNames}
          chips={fleetChips(search)}
          filters={<FleetFilters lists={lists} search={search} onChange={change} />}
          found={total}
          foundWords={
            <>
              <span className="figures">{total}</span> vehicle(s) found
              {stay && <span className="font-normal text-soft"> free on your dates</span>}
            </>
          }
          onChange={change}
          onClear={clear}
        />
      </div>
      {fleet.data.length === 0 ? (
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
      title="No vehicles found"
      action={<Button onClick={onClear}>Clear Filters</Button>}
    >
      {hasDates
        ? 'Nothing like this is free on your dates. Try other days, or fewer filters.'
        : 'Try fewer filters, or another word in the search.'}
    </EmptyState>
  )
}
