import { ChoiceFields, RangeField } from '../cars/vehicle-filters.tsx'
import type { FilterLists } from '../content/filter-lists.ts'
import type { SaleSearch } from '../links.ts'
import { saleRanges } from './sale-search.ts'

type SaleFiltersProps = {
  lists: FilterLists
  search: SaleSearch
  now: Date
  onChange: (changed: SaleSearch) => void
}

/** The fields of the filter panel for cars for sale. */
export function SaleFilters({ lists, search, now, onChange }: SaleFiltersProps) {
  const { price, year, mileage } = saleRanges(now)
  return (
    <div className="grid gap-4 md:grid-cols-2 lg:grid-cols-4">
      <ChoiceFields lists={lists} search={search} onChange={onChange} />
      <RangeField
        legend="Price Range (Ksh)"
        ends={price}
        step={50_000}
        min={{
          label: 'Lowest price',
          value: search.minPrice,
          onChoose: (minPrice) => onChange({ minPrice }),
        }}
        max={{
          label: 'Highest price',
          value: search.maxPrice,
          onChoose: (maxPrice) => onChange({ maxPrice }),
        }}
      />
      <RangeField
        legend="Year Range"
        ends={year}
        min={{ label: 'Oldest year', value: search.minYear, onChoose: (minYear) => onChange({ minYear }) }}
        max={{ label: 'Newest year', value: search.maxYear, onChoose: (maxYear) => onChange({ maxYear }) }}
      />
      <RangeField
        legend="Mileage Range (km)"
        ends={mileage}
        step={5000}
        min={{
          label: 'Lowest mileage',
          value: search.minMileage,
          onChoose: (minMileage) => onChange({ minMileage }),
        }}
        max={{
          label: 'Highest mileage',
          value: search.maxMileage,
          onChoose: (maxMileage) => onChange({ maxMileage }),
        }}
      />
    </div>
  )
}
