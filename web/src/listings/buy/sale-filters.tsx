import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { ChoiceFields, RangeField, useFilterCounts } from '../../cars/vehicle-filters.tsx'
import type { FilterLists } from '../../content/filter-lists.ts'
import type { SaleSearch } from '../../links.ts'
import { type SaleFilter, saleQuery, saleRanges } from './sale-search.ts'

type SaleFiltersProps = {
  lists: FilterLists
  search: SaleFilter
  now: Date
  onChange: (changed: SaleSearch) => void
}

/** The fields of the filter panel for cars for sale. Import it lazily. */
export function SaleFilters({ lists, search, now, onChange }: SaleFiltersProps) {
  const { price, year, mileage } = saleRanges(now)
  const { sort: _sort, page: _page, limit: _limit, ...query } = saleQuery(search, now)
  const counts = useFilterCounts(query, (signal) =>
    call('GET /api/sell/filter-counts', { query }, { signal }),
  )
  return (
    <div className="grid gap-4 md:grid-cols-2 lg:grid-cols-4">
      <ChoiceFields lists={lists} search={search} counts={counts} onChange={onChange} />
      <RangeField
        legend={m.buy_filter_price()}
        ends={price}
        money
        min={{
          label: m.buy_filter_price_lowest(),
          value: search.minPrice,
          onChoose: (minPrice) => onChange({ minPrice }),
        }}
        max={{
          label: m.buy_filter_price_highest(),
          value: search.maxPrice,
          onChoose: (maxPrice) => onChange({ maxPrice }),
        }}
      />
      <RangeField
        legend={m.buy_filter_year()}
        ends={year}
        min={{
          label: m.buy_filter_year_oldest(),
          value: search.minYear,
          onChoose: (minYear) => onChange({ minYear }),
        }}
        max={{
          label: m.buy_filter_year_newest(),
          value: search.maxYear,
          onChoose: (maxYear) => onChange({ maxYear }),
        }}
      />
      <RangeField
        legend={m.buy_filter_mileage()}
        ends={mileage}
        min={{
          label: m.buy_filter_mileage_lowest(),
          value: search.minMileage,
          onChoose: (minMileage) => onChange({ minMileage }),
        }}
        max={{
          label: m.buy_filter_mileage_highest(),
          value: search.maxMileage,
          onChoose: (maxMileage) => onChange({ maxMileage }),
        }}
      />
    </div>
  )
}
