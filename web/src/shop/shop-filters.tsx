import { RangeField } from '../cars/vehicle-filters.tsx'
import { Checkbox } from '../ui/field.tsx'
import { PRICE_RANGE, type ShopWish } from './shop-search.ts'

type ShopFiltersProps = {
  search: ShopWish
  onChange: (changed: {
    minPrice?: number | undefined
    maxPrice?: number | undefined
    stock?: string | undefined
  }) => void
}

/** The fields of the filter panel of the shop; kinds of products are chosen by their pictures above. */
export function ShopFilters({ search, onChange }: ShopFiltersProps) {
  return (
    <div className="grid items-end gap-4 md:grid-cols-2">
      <RangeField
        legend="Price Range (Ksh)"
        ends={PRICE_RANGE}
        step={500}
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
      <Checkbox
        label="Only what is in stock"
        checked={search.stock === 'in'}
        onChange={({ target }) => onChange({ stock: target.checked ? 'in' : undefined })}
      />
    </div>
  )
}
