import { SELL_DEFAULTS } from '@twende/contract/listings/listing-choices.ts'

/** A car for sale as it is typed: text in every field, as its input holds it. */
export type ListingValues = {
  name: string
  category: string
  price: string
  description: string
  year: string
  mileage: string
  location: string
  color: string
  seats: string
  transmission: string
  fuelType: string
  rating: string
  condition: string
  ownership: string
  serviceHistory: string
  engine: string
  power: string
  acceleration: string
  topSpeed: string
  range: string
  towingCapacity: string
  contactPhone: string
  contactEmail: string
  /** `true` for Available, `false` for Sold. */
  available: string
  features: readonly string[]
}

export type ListingTextField = Exclude<keyof ListingValues, 'features'>
/** What is wrong with a field, as a sentence; `features` and `pictures` are complained about as a whole. */
export type ListingProblems = Partial<Record<keyof ListingValues | 'pictures', string>>

/** What the groups of fields need: the values, a way to change some, and what to complain about. */
export type ListingForm = {
  values: ListingValues
  change: (some: Partial<ListingValues>) => void
  problems: ListingProblems
}

/** What a new sell form starts with. */
export function newListing(thisYear: number): ListingValues {
  return {
    name: '',
    category: '',
    price: '',
    description: '',
    year: String(thisYear),
    mileage: '',
    location: '',
    color: '',
    seats: String(SELL_DEFAULTS.seats),
    transmission: SELL_DEFAULTS.transmission,
    fuelType: SELL_DEFAULTS.fuelType,
    rating: String(SELL_DEFAULTS.rating),
    condition: SELL_DEFAULTS.condition,
    ownership: SELL_DEFAULTS.ownership,
    serviceHistory: '',
    engine: '',
    power: '',
    acceleration: '',
    topSpeed: '',
    range: '',
    towingCapacity: '',
    contactPhone: '',
    contactEmail: '',
    available: String(SELL_DEFAULTS.available),
    features: [],
  }
}

export const listingLabels: Record<ListingTextField, string> = {
  name: 'Car name',
  category: 'Category',
  price: 'Price (Ksh)',
  description: 'Description',
  year: 'Year',
  mileage: 'Mileage (km)',
  location: 'Location',
  color: 'Color',
  seats: 'Seats',
  transmission: 'Transmission',
  fuelType: 'Fuel type',
  rating: 'Your rating',
  condition: 'Condition',
  ownership: 'Ownership',
  serviceHistory: 'Service history',
  engine: 'Engine',
  power: 'Power',
  acceleration: 'Acceleration',
  topSpeed: 'Top speed',
  range: 'Range',
  towingCapacity: 'Towing capacity',
  contactPhone: 'Contact phone',
  contactEmail: 'Contact email',
  available: 'Availability',
}
