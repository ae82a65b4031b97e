import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import type { FilterLists } from '../content/filter-lists.ts'
import type { FleetSearch } from '../links.ts'
import { FLEET_PRICES, type FleetWish, fleetQuery } from './fleet-search.ts'
import { ChoiceFields, RangeField, useFilterCounts } from './vehicle-filters.tsx'

type FleetFiltersProps = { lists: FilterLists; search: FleetWish; onChange: (search: FleetSearch) => void }

/** The fields of the fleet's filter panel. */
export function FleetFilters({ lists, search, onChange }: FleetFiltersProps) {
  const { sort: _sort, page: _page, limit: _limit, ...query } = fleetQuery(search, new Date())
  const counts = useFilterCounts(query, (signal) => call('GET /api/car/filter-counts', { query }, { signal }))
  return (
    <div className="grid gap-4 sm:grid-cols-2 md:grid-cols-3 lg:grid-cols-6">
      <ChoiceFields lists={lists} search={search} counts={counts} onChange={onChange} />
      <RangeField
        legend={m.fleet_price_legend()}
        ends={FLEET_PRICES}
        money
        min={{
          label: m.fleet_price_lowest(),
          value: search.minPrice,
          onChoose: (minPrice) => onChange({ minPrice }),
        }}
        max={{
          label: m.fleet_price_highest(),
          value: search.maxPrice,
          onChoose: (maxPrice) => onChange({ maxPrice }),
        }}
      />
    </div>
  )
}
