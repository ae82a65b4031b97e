import { Checkbox } from '@twende/ui/controls/field.tsx'
import { useState } from 'react'
import { RangeField } from '../cars/vehicle-filters.tsx'
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
      <InStockBox on={search.stock === 'in'} onChange={(on) => onChange({ stock: on ? 'in' : undefined })} />
    </div>
  )
}

/** Shows the tap at once, before the address has followed it. */
function InStockBox({ on, onChange }: { on: boolean; onChange: (on: boolean) => void }) {
  const [checked, setChecked] = useState(on)
  const [followed, setFollowed] = useState(on)
  if (followed !== on) {
    setFollowed(on)
    setChecked(on)
  }
  return (
    <Checkbox
      label="Only what is in stock"
      checked={checked}
      onChange={({ target }) => {
        setChecked(target.checked)
        onChange(target.checked)
      }}
    />
  )
}
