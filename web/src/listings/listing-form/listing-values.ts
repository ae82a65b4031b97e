import { SELL_DEFAULTS } from '@twende/contract/listings/listing-choices.ts'
import { m } from '@twende/messages'

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

/** A listing as a request has it. */
export function listingBody(values: ListingValues) {
  const { engine, power, acceleration, topSpeed, range, towingCapacity, ...rest } = values
  const { contactPhone, contactEmail, features, ...fields } = rest
  return {
    ...fields,
    features: [...features],
    specs: { engine, power, acceleration, topSpeed, range, towingCapacity },
    contactInfo: { phone: contactPhone, email: contactEmail },
  }
}

/** The labels of the fields, in the language of the page. */
export function listingLabels(): Record<ListingTextField, string> {
  return {
    name: m.sell_field_name(),
    category: m.sell_field_category(),
    price: m.sell_field_price(),
    description: m.sell_field_description(),
    year: m.sell_field_year(),
    mileage: m.sell_field_mileage(),
    location: m.sell_field_location(),
    color: m.sell_field_color(),
    seats: m.sell_field_seats(),
    transmission: m.sell_field_transmission(),
    fuelType: m.sell_field_fuel(),
    rating: m.sell_field_rating(),
    condition: m.sell_field_condition(),
    ownership: m.sell_field_ownership(),
    serviceHistory: m.sell_field_service_history(),
    engine: m.sell_field_engine(),
    power: m.sell_field_power(),
    acceleration: m.sell_field_acceleration(),
    topSpeed: m.sell_field_top_speed(),
    range: m.sell_field_range(),
    towingCapacity: m.sell_field_towing_capacity(),
    contactPhone: m.sell_field_contact_phone(),
    contactEmail: m.sell_field_contact_email(),
    available: m.sell_field_available(),
  }
}
