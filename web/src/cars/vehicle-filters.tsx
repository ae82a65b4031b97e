import { FUEL_TYPES, SEAT_FILTERS, TRANSMISSIONS } from '@twende/contract/business-constants.ts'
import type { FilterCounts } from '@twende/contract/cars/car-search.ts'
import { m } from '@twende/messages'
import { getLocale } from '@twende/messages/runtime'
import { fuelLabels, transmissionLabels } from '@twende/ui/cars/car-labels.ts'
import { Field, FieldError, Select } from '@twende/ui/controls/field.tsx'
import { wholeNumber as typedNumber, typedShillings } from '@twende/ui/form/whole-number.ts'
import { type NumberRange, wholeNumber } from '@twende/ui/list/address-reader.ts'
import { TypedInput } from '@twende/ui/list/search-input.tsx'
import { useAnswer } from '@twende/ui/loading/use-answer.ts'
import { useState } from 'react'
import { useCatalogNames } from '../content/catalog-name.ts'
import type { FilterLists } from '../content/filter-lists.ts'
import type { VehicleChoices } from './vehicle-search.ts'

type ChoiceFieldsProps = {
  lists: FilterLists
  search: VehicleChoices
  /** How many vehicles each choice would leave. */
  counts?: Partial<Record<keyof VehicleChoices, Readonly<Record<string, number>>>> | undefined
  onChange: (changed: VehicleChoices) => void
}

/** The choices that every list of vehicles offers; each change shows at once. */
export function ChoiceFields({ lists, search, counts, onChange }: ChoiceFieldsProps) {
  const nameOf = useCatalogNames()
  return (
    <>
      <ChoiceField
        label={m.common_category()}
        all={m.common_all_categories()}
        options={lists.categories}
        nameOf={(name) => nameOf('vehicle', name)}
        value={search.category}
        counts={counts?.category}
        onChoose={(category) => onChange({ category })}
      />
      <ChoiceField
        label={m.common_seats()}
        all={m.fleet_any()}
        options={SEAT_FILTERS}
        value={search.seats}
        counts={counts?.seats}
        onChoose={(seats) => onChange({ seats })}
      />
      <ChoiceField
        label={m.common_transmission()}
        all={m.fleet_any()}
        options={TRANSMISSIONS}
        labels={transmissionLabels}
        value={search.transmission}
        counts={counts?.transmission}
        onChoose={(transmission) => onChange({ transmission })}
      />
      <ChoiceField
        label={m.common_fuel_type()}
        all={m.fleet_any()}
        options={FUEL_TYPES}
        labels={fuelLabels}
        value={search.fuel}
        counts={counts?.fuel}
        onChoose={(fuel) => onChange({ fuel })}
      />
      <ChoiceField
        label={m.common_location()}
        all={m.fleet_all_locations()}
        options={lists.locations}
        nameOf={(name) => nameOf('location', name)}
        value={search.location}
        counts={counts?.location}
        onChoose={(location) => onChange({ location })}
      />
    </>
  )
}

/** How many vehicles each choice would leave; the last known counts until newer ones arrive, nothing where they cannot be had. */
export function useFilterCounts(
  query: object,
  ask: (signal: AbortSignal) => Promise<{ data: FilterCounts }>,
): FilterCounts | undefined {
  const { answer } = useAnswer(JSON.stringify(query), async (signal) => (await ask(signal)).data)
  const [last, setLast] = useState<FilterCounts>()
  if (answer.value && answer.value !== last) setLast(answer.value)
  return answer.state === 'waiting' ? last : answer.value
}

type ChoiceFieldProps = {
  label: string
  all: string
  options: readonly string[]
  /** Where an option is a code. */
  labels?: Readonly<Record<string, () => string>>
  /** Where an option is a name that may be translated. */
  nameOf?: (option: string) => string
  value: string | undefined
  counts: Readonly<Record<string, number>> | undefined
  onChoose: (value: string | undefined) => void
}

/** A choice that would leave nothing cannot be chosen. */
function ChoiceField({ label, all, options, labels, nameOf, value, counts, onChoose }: ChoiceFieldProps) {
  const labelOf = (option: string) => {
    const name = labels?.[option]?.() ?? nameOf?.(option) ?? option
    return counts
      ? m.fleet_option_count({ option: name, count: (counts[option] ?? 0).toLocaleString('en-KE') })
      : name
  }
  return (
    <Field label={label}>
      <Select value={value ?? ''} onChange={({ target }) => onChoose(target.value || undefined)}>
        <option value="">{all}</option>
        {value && !options.includes(value) && <option value={value}>{value}</option>}
        {options.map((option) => (
          <option key={option} value={option} disabled={counts && !counts[option] && option !== value}>
            {labelOf(option)}
          </option>
        ))}
      </Select>
    </Field>
  )
}

type RangeFieldProps = {
  legend: string
  ends: NumberRange
  /** Amounts, which people write in many ways: `950k`, `Ksh 3,500,000`. */
  money?: boolean
  min: RangeEnd
  max: RangeEnd
}

type RangeEnd = {
  label: string
  value: number | undefined
  onChoose: (value: number | undefined) => void
}

/** Two numbers, between the ends of their range. */
export function RangeField({ legend, ends, money = false, min, max }: RangeFieldProps) {
  const [unread, setUnread] = useState<readonly string[]>([])
  // A text that cannot be read stays in its field and does not change the range.
  const read = ({ label, onChoose }: RangeEnd, typed: string | undefined) => {
    const number = typed === undefined ? undefined : money ? typedShillings(typed) : typedNumber(typed)
    const isUnread = Number.isNaN(number)
    setUnread((others) => [...others.filter((other) => other !== label), ...(isUnread ? [label] : [])])
    if (!isUnread) onChoose(wholeNumber(number?.toString(), ends))
  }
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
              inputMode="numeric"
              autoComplete="off"
              maxLength={40}
              aria-invalid={unread.includes(label) || undefined}
              placeholder={end.toLocaleString(`${getLocale()}-KE`, { useGrouping: 'min2' })}
              value={value?.toString() ?? ''}
              onSearch={(typed) => read({ label, value, onChoose }, typed)}
            />
          </Field>
        ))}
      </div>
      {unread.length > 0 && (
        <FieldError>{money ? m.fleet_range_amount_unread() : m.fleet_range_number_unread()}</FieldError>
      )}
      {crossed && <FieldError>{m.fleet_range_crossed()}</FieldError>}
    </fieldset>
  )
}
