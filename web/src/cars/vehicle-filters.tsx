import { FUEL_TYPES, SEAT_FILTERS, TRANSMISSIONS } from '@twende/contract/business-constants.ts'
import { capitalised } from '@twende/ui/cars/car-words.ts'
import { Field, FieldError, Select } from '@twende/ui/controls/field.tsx'
import { type NumberRange, wholeNumber } from '@twende/ui/list/address-reader.ts'
import { TypedInput } from '@twende/ui/list/search-input.tsx'
import type { FilterLists } from '../content/filter-lists.ts'
import type { VehicleChoices } from './vehicle-search.ts'

type ChoiceFieldsProps = {
  lists: FilterLists
  search: VehicleChoices
  onChange: (changed: VehicleChoices) => void
}

/** The choices that every list of vehicles offers; each change shows at once. */
export function ChoiceFields({ lists, search, onChange }: ChoiceFieldsProps) {
  return (
    <>
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
    </>
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
        {value && !options.includes(value) && <option value={value}>{capitalised(value)}</option>}
        {options.map((option) => (
          <option key={option} value={option}>
            {capitalised(option)}
          </option>
        ))}
      </Select>
    </Field>
  )
}

type RangeFieldProps = {
  legend: string
  ends: NumberRange
  step?: number
  min: RangeEnd
  max: RangeEnd
}

type RangeEnd = {
  label: string
  value: number | undefined
  onChoose: (value: number | undefined) => void
}

/** Two numbers, between the ends of their range. */
export function RangeField({ legend, ends, step, min, max }: RangeFieldProps) {
  const crossed = min.value !== undefined && max.value !== undefined && min.value > max.value
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-semibold">{legend}</legend>
      <div className="grid grid-cols-2 gap-2">
        {[
          { ...min, end: ends.least },
          { ...max, end: ends.most },
        ].map(({ label, end, value, onChoose }) => (
          <Field key={label} label={label} labelHidden>
            <TypedInput
              type="number"
              inputMode="numeric"
              min={ends.least}
              max={ends.most}
              step={step}
              placeholder={end.toLocaleString('en-KE', { useGrouping: 'min2' })}
              value={value?.toString() ?? ''}
              onSearch={(typed) => onChoose(wholeNumber(typed, ends))}
            />
          </Field>
        ))}
      </div>
      {crossed && <FieldError>The first must not be above the second.</FieldError>}
    </fieldset>
  )
}
