import { FUEL_TYPES, SEAT_FILTERS, TRANSMISSIONS } from '@twende/contract/business-constants.ts'
import { m } from '@twende/messages'
import { fuelLabels, transmissionLabels } from '@twende/ui/cars/car-labels.ts'
import type { addressReader, NumberRange } from '@twende/ui/list/address-reader.ts'
import type { Chip } from '@twende/ui/list/filter-chips.tsx'

/** The words and choices by which cars for rent and cars for sale are found alike. */
export function readVehicleChoices(read: ReturnType<typeof addressReader>) {
  return {
    search: read.text('search', 100),
    category: read.text('category'),
    seats: read.oneOf('seats', SEAT_FILTERS),
    transmission: read.oneOf('transmission', TRANSMISSIONS),
    fuel: read.oneOf('fuel', FUEL_TYPES),
    location: read.text('location'),
  }
}

export type VehicleChoices = {
  search?: string | undefined
  category?: string | undefined
  seats?: string | undefined
  transmission?: string | undefined
  fuel?: string | undefined
  location?: string | undefined
}

export function choiceChips({
  search,
  category,
  seats,
  transmission,
  fuel,
  location,
}: VehicleChoices): Chip[] {
  const labels = {
    search: search && `“${search}”`,
    category,
    seats: seats && m.fleet_seats_filter({ seats }),
    transmission: labelOf(transmissionLabels, transmission),
    fuel: labelOf(fuelLabels, fuel),
    location,
  }
  return Object.entries(labels).flatMap(([name, label]) => (label ? [{ name, label }] : []))
}

function labelOf(labels: Readonly<Record<string, () => string>>, value: string | undefined) {
  return value && (labels[value]?.() ?? value)
}

type Limit = { name: string; value: number | undefined }

/** Chips of the limits that are no end of their range: an end means no limit. */
export function rangeChips(
  { min, max }: { min: Limit; max: Limit },
  { ends, words }: { ends: NumberRange; words: (value: number) => string },
): Chip[] {
  const low = min.value ?? ends.least
  const high = max.value ?? ends.most
  return [
    ...(low > ends.least ? [{ name: min.name, label: m.fleet_from({ value: words(low) }) }] : []),
    ...(high < ends.most ? [{ name: max.name, label: m.fleet_up_to({ value: words(high) }) }] : []),
  ]
}
