import { m } from '@twende/messages'
import { Checkbox } from '@twende/ui/controls/field.tsx'
import { useState } from 'react'
import { RangeField } from '../../cars/vehicle-filters.tsx'
import { PRICE_RANGE, type ShopFilter } from './shop-search.ts'

type ShopFiltersProps = {
  search: ShopFilter
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
        legend={m.shop_price_range()}
        ends={PRICE_RANGE}
        min={{
          label: m.shop_lowest_price(),
          value: search.minPrice,
          onChoose: (minPrice) => onChange({ minPrice }),
        }}
        max={{
          label: m.shop_highest_price(),
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
      label={m.shop_only_in_stock()}
      checked={checked}
      onChange={({ target }) => {
        setChecked(target.checked)
        onChange(target.checked)
      }}
    />
  )
}
