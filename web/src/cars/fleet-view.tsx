import type { RouteAnswer } from '@twende/contract/http/route.ts'
import type { Routes } from '@twende/contract/routes.ts'
import { CarFront, SearchX } from 'lucide-react'
import { useRevalidator } from 'react-router'
import type { FilterLists } from '../content/filter-lists.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { Container, SectionHeading } from '../ui/layout.tsx'
import { ListControls } from '../ui/list-controls.tsx'
import { EmptyState, ErrorState } from '../ui/page-states.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { useAddressSearch } from '../ui/use-address-search.ts'
import { CarGrid } from './car-grid.tsx'
import { FleetFilters } from './fleet-filters.tsx'
import { fleetChips, readFleetSearch, sortNames, stayOf } from './fleet-search.ts'
import { StayFields } from './stay-fields.tsx'

type Fleet = RouteAnswer<Routes['GET /api/car/list']>

type FleetViewProps = {
  today: string
  fleet: Fleet | undefined
  lists: FilterLists | undefined
  error: string | undefined
}

/** The rental fleet: what there is, what is free on one's dates, what it costs. */
export function FleetView({ today, fleet, lists, error }: FleetViewProps) {
  return (
    <Container className="py-8 lg:py-12">
      <SectionHeading as="h1" kicker="Cars for rent" title="The car for your road">
        {fleet && <FleetCounts {...fleet.counts} />}
      </SectionHeading>
      {fleet && lists ? (
        <FleetList today={today} fleet={fleet} lists={lists} />
      ) : (
        <FleetFailure message={error ?? 'Failed to fetch cars'} />
      )}
    </Container>
  )
}

function FleetCounts({ total, available }: { total: number; available: number }) {
  return (
    <p className="flex items-center gap-2">
      <CarFront aria-hidden="true" className="size-5 text-acacia" />
      <span>
        <span className="figures font-semibold text-ink">{total}</span> in the fleet,{' '}
        <span className="figures font-semibold text-ink">{available}</span> available
      </span>
    </p>
  )
}

function FleetFailure({ message }: { message: string }) {
  const { revalidate } = useRevalidator()
  return <ErrorState message={message} onRetry={() => void revalidate()} />
}

function FleetList({ today, fleet, lists }: { today: string; fleet: Fleet; lists: FilterLists }) {
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
        <div className={classes('mt-5 transition-opacity', pending && 'opacity-55')} aria-busy={pending}>
          <CarGrid cars={fleet.data} stay={stay} />
          <Pagination
            page={fleet.pagination?.page ?? 1}
            pages={fleet.pagination?.pages ?? 1}
            hrefFor={hrefForPage}
          />
        </div>
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
