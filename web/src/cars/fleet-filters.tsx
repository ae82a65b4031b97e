import {
  FUEL_TYPES,
  RENTAL_PRICE_FILTER_MAX,
  SEAT_FILTERS,
  TRANSMISSIONS,
} from '@twende/contract/business-constants.ts'
import type { FilterLists } from '../content/filter-lists.ts'
import type { FleetSearch } from '../links.ts'
import { Field, Select } from '../ui/field.tsx'
import { capitalised } from './car-words.ts'
import { TypedInput } from './search-input.tsx'

type FleetFiltersProps = { lists: FilterLists; search: FleetSearch; onChange: (search: FleetSearch) => void }

/** The fields of the filter panel; each change shows at once. */
export function FleetFilters({ lists, search, onChange }: FleetFiltersProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2 md:grid-cols-3 lg:grid-cols-6">
      <ChoiceField
        label="Category"
        all="All categories"
        options={lists.categories}
        value={search.category}
        onChoose={(category) => onChange({ category })}
      />
      <ChoiceField
        label="Seats"
        all="Any"
        options={SEAT_FILTERS}
        value={search.seats}
        onChoose={(seats) => onChange({ seats })}
      />
      <ChoiceField
        label="Transmission"
        all="Any"
        options={TRANSMISSIONS}
        value={search.transmission}
        onChoose={(transmission) => onChange({ transmission })}
      />
      <ChoiceField
        label="Fuel Type"
        all="Any"
        options={FUEL_TYPES}
        value={search.fuel}
        onChoose={(fuel) => onChange({ fuel })}
      />
      <ChoiceField
        label="Location"
        all="All locations"
        options={lists.locations}
        value={search.location}
        onChoose={(location) => onChange({ location })}
      />
      <PriceRange search={search} onChange={onChange} />
    </div>
  )
}

type ChoiceFieldProps = {
  label: string
  all: string
  options: readonly string[]
  value: string | undefined
  onChoose: (value: string | undefined) => void
}

function ChoiceField({ label, all, options, value, onChoose }: ChoiceFieldProps) {
  return (
    <Field label={label}>
      <Select value={value ?? ''} onChange={({ target }) => onChoose(target.value || undefined)}>
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {capitalised(option)}
          </option>
        ))}
      </Select>
    </Field>
  )
}

function PriceRange({ search, onChange }: Omit<FleetFiltersProps, 'lists'>) {
  const limits = {
    type: 'number',
    inputMode: 'numeric',
    min: 0,
    max: RENTAL_PRICE_FILTER_MAX,
    step: 500,
  } as const
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-semibold">Price a day (Ksh)</legend>
      <div className="grid grid-cols-2 gap-2">
        <Field label="Lowest price a day" labelHidden>
          <TypedInput
            {...limits}
            placeholder="Min"
            value={search.minPrice?.toString() ?? ''}
            onSearch={(typed) => onChange({ minPrice: wholePrice(typed) })}
          />
        </Field>
        <Field label="Highest price a day" labelHidden>
          <TypedInput
            {...limits}
            placeholder="Max"
            value={search.maxPrice?.toString() ?? ''}
            onSearch={(typed) => onChange({ maxPrice: wholePrice(typed) })}
          />
        </Field>
      </div>
    </fieldset>
  )
}

/** A price from 0 to the end of the slider; the end itself means no upper limit. */
function wholePrice(typed: string | undefined): number | undefined {
  if (!typed || !/^\d+$/.test(typed)) return undefined
  return Math.min(Number(typed), RENTAL_PRICE_FILTER_MAX)
}
