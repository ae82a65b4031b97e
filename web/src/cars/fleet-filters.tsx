import type { FilterLists } from '../content/filter-lists.ts'
import type { FleetSearch } from '../links.ts'
import { FLEET_PRICES } from './fleet-search.ts'
import { ChoiceFields, RangeField } from './vehicle-filters.tsx'

type FleetFiltersProps = { lists: FilterLists; search: FleetSearch; onChange: (search: FleetSearch) => void }

/** The fields of the fleet's filter panel. */
export function FleetFilters({ lists, search, onChange }: FleetFiltersProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2 md:grid-cols-3 lg:grid-cols-6">
      <ChoiceFields lists={lists} search={search} onChange={onChange} />
      <RangeField
        legend="Price a day (Ksh)"
        ends={FLEET_PRICES}
        step={500}
        min={{
          label: 'Lowest price a day',
          value: search.minPrice,
          onChoose: (minPrice) => onChange({ minPrice }),
        }}
        max={{
          label: 'Highest price a day',
          value: search.maxPrice,
          onChoose: (maxPrice) => onChange({ maxPrice }),
        }}
      />
    </div>
  )
}
