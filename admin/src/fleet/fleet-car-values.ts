import { FUEL_TYPES, TRANSMISSIONS } from '@twende/contract/business-constants.ts'
import type { FleetCar } from '@twende/contract/cars/fleet-car.ts'
import {
  HIGHEST_DAY_PRICE,
  HIGHEST_DEPOSIT,
  MOST_KM_PER_DAY,
  MOST_SEATS,
} from '@twende/contract/cars/fleet-choices.ts'
import { SPEC_LABELS, type SpecName } from '@twende/contract/listings/listing-choices.ts'

/** The form of a rental car as texts; `features` is a JSON list. */
export const FLEET_FIELDS = [
  'name',
  'category',
  'location',
  'price',
  'deposit',
  'kmPerDay',
  'seats',
  'transmission',
  'fuelType',
  'description',
  'features',
] as const
export type FleetField = (typeof FLEET_FIELDS)[number] | SpecName
export type FleetValues = Readonly<Record<FleetField, string>>

export const specNames: readonly SpecName[] = [
  'engine',
  'power',
  'acceleration',
  'topSpeed',
  'range',
  'towingCapacity',
]

export function fleetValues(car: FleetCar | undefined): FleetValues {
  const spec = (name: SpecName) => car?.specs[name] ?? ''
  return {
    name: car?.name ?? '',
    category: car?.category ?? '',
    location: car?.location ?? '',
    price: car ? String(car.price) : '',
    deposit: car ? String(car.deposit) : '',
    kmPerDay: car ? String(car.kmPerDay) : '200',
    seats: car ? String(car.seats) : '5',
    transmission: car?.transmission ?? 'automatic',
    fuelType: car?.fuelType ?? 'petrol',
    description: car?.description ?? '',
    features: JSON.stringify(car?.features ?? []),
    engine: spec('engine'),
    power: spec('power'),
    acceleration: spec('acceleration'),
    topSpeed: spec('topSpeed'),
    range: spec('range'),
    towingCapacity: spec('towingCapacity'),
  }
}

const plain = (text: string) => text.replace(/[,\s]/g, '')

export function fleetProblems(values: FleetValues): Partial<Record<FleetField, string>> {
  const whole = (name: FleetField, min: number, max: number) => {
    const number = plain(values[name])
    return /^\d{1,9}$/.test(number) && Number(number) >= min && Number(number) <= max
  }
  const checks: readonly (readonly [FleetField, boolean, string])[] = [
    ['name', values.name.trim() !== '', 'Please enter a name'],
    ['category', values.category !== '', 'Please select a category'],
    ['location', values.location !== '', 'Please select a location'],
    ['price', whole('price', 1, HIGHEST_DAY_PRICE), 'Please enter the price a day in whole shillings'],
    [
      'deposit',
      whole('deposit', 0, HIGHEST_DEPOSIT),
      'Please enter the deposit in whole shillings, 0 for none',
    ],
    [
      'kmPerDay',
      whole('kmPerDay', 1, MOST_KM_PER_DAY),
      'Please enter the kilometres a day, as a whole number',
    ],
    ['seats', whole('seats', 1, MOST_SEATS), 'Please enter the number of seats'],
    ['description', values.description.trim() !== '', 'Please describe the car'],
  ]
  return Object.fromEntries(checks.filter(([, fine]) => !fine).map(([name, , words]) => [name, words]))
}

/** The form as the server takes it. */
export function fleetFields(values: FleetValues) {
  const { transmission, fuelType, name, category, location, description, features } = values
  const specs = Object.fromEntries(specNames.map((spec) => [spec, values[spec]]))
  return {
    name,
    category,
    location,
    description,
    features,
    price: plain(values.price),
    deposit: plain(values.deposit),
    kmPerDay: plain(values.kmPerDay),
    seats: plain(values.seats),
    transmission: TRANSMISSIONS.find((known) => known === transmission) ?? 'automatic',
    fuelType: FUEL_TYPES.find((known) => known === fuelType) ?? 'petrol',
    specs: JSON.stringify(specs),
  }
}

export const specLabel = (name: SpecName) => SPEC_LABELS[name]
