import { FUEL_TYPES, OLDEST_MODEL_YEAR, TRANSMISSIONS } from '@twende/contract/business-constants.ts'
import {
  CONDITIONS,
  HIGHEST_MILEAGE,
  HIGHEST_SALE_PRICE,
  MOST_FEATURES,
  OWNERSHIPS,
} from '@twende/contract/listings/listing-choices.ts'
import { readShillings } from '@twende/contract/listings/sell-form-checks.ts'
import { normaliseKenyanPhone } from '@twende/contract/payments/phone-number.ts'
import type { ListingProblems, ListingTextField, ListingValues } from './listing-values.ts'

const BASIC = 'Please fill in all basic car information'
export const WRONG_PHONE = 'Please enter a valid Kenyan phone number (e.g., 254712345678 or 0712345678)'
export const WRONG_EMAIL = 'Please enter a valid email address'

/** The most characters the server keeps of each text. */
export const longest: Partial<Record<ListingTextField, number>> = {
  name: 100,
  category: 60,
  location: 60,
  description: 4000,
  color: 40,
  serviceHistory: 1000,
  engine: 60,
  power: 60,
  acceleration: 60,
  topSpeed: 60,
  range: 60,
  towingCapacity: 60,
}

type Rule = [sentence: string, isRight: (typed: string) => boolean]

const filled = (typed: string) => typed !== ''
const oneOf = (choices: readonly string[]) => (typed: string) => choices.includes(typed.toLowerCase())
const whole = (min: number, max: number) => (typed: string) =>
  /^\d{1,15}$/.test(typed) && Number(typed) >= min && Number(typed) <= max
const shillings = (typed: string) => {
  const amount = readShillings(typed) ?? 0
  return amount >= 1 && amount <= HIGHEST_SALE_PRICE
}
const rating = (typed: string) => /^(?:[0-4](?:\.\d0{0,2})?|5(?:\.0{1,3})?)$/.test(typed)

/** An email that the server takes too: what browsers and mail servers agree on. */
export function isEmail(typed: string): boolean {
  const [, name = '', host = ''] = /^([^@]{1,64})@([^@]{1,180})$/.exec(typed) ?? []
  return (
    /^[a-z0-9_+-]+(?:\.[a-z0-9_+-]+)*$/i.test(name) &&
    /[a-z0-9_+]$/i.test(name) &&
    /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$/i.test(host)
  )
}

/** The year ends with today's; the rest is as the server has it, in its words. */
function rules(thisYear: number): Record<ListingTextField, readonly Rule[]> {
  return {
    name: [[BASIC, filled]],
    category: [['Please select a category', filled]],
    price: [
      [BASIC, filled],
      ['Please enter a price of at least Ksh 1', shillings],
    ],
    description: [[BASIC, filled]],
    year: [
      [`Please enter a year from ${OLDEST_MODEL_YEAR} to ${thisYear}`, whole(OLDEST_MODEL_YEAR, thisYear)],
    ],
    mileage: [['Please enter the mileage in kilometres', whole(0, HIGHEST_MILEAGE)]],
    location: [['Please select a location', filled]],
    color: [['Please enter the color', filled]],
    seats: [['Please enter the number of seats', whole(1, 60)]],
    transmission: [['Please choose the transmission', oneOf(TRANSMISSIONS)]],
    fuelType: [['Please choose the fuel', oneOf(FUEL_TYPES)]],
    rating: [['Please enter a rating from 0 to 5, in steps of 0.1', rating]],
    condition: [['Please choose the condition', oneOf(CONDITIONS)]],
    ownership: [['Please choose the ownership', oneOf(OWNERSHIPS)]],
    serviceHistory: [],
    engine: [['Please enter the engine', filled]],
    power: [['Please enter the power', filled]],
    acceleration: [['Please enter the acceleration', filled]],
    topSpeed: [],
    range: [],
    towingCapacity: [],
    contactPhone: [
      ['Please provide contact information', filled],
      [WRONG_PHONE, (typed) => normaliseKenyanPhone(typed) !== undefined],
    ],
    contactEmail: [
      ['Please provide contact information', filled],
      [WRONG_EMAIL, isEmail],
    ],
    available: [['Please choose Available or Sold', oneOf(['true', 'false'])]],
  }
}

/** Everything that is wrong with a listing, field by field, in the order of the form. */
export function listingProblems(values: ListingValues, thisYear: number): ListingProblems {
  const problems: ListingProblems = {}
  for (const [field, checks] of entriesOf(rules(thisYear))) {
    const typed = values[field].trim()
    const most = longest[field]
    const broken = checks.find(([, isRight]) => !isRight(typed))
    if (broken) problems[field] = broken[0]
    else if (most !== undefined && typed.length > most)
      problems[field] = `Please use at most ${most} characters`
  }
  if (values.features.length > MOST_FEATURES) {
    problems.features = `Please list at most ${MOST_FEATURES} features`
  }
  return problems
}

function entriesOf(all: Record<ListingTextField, readonly Rule[]>) {
  return FIELD_ORDER.map((field) => [field, all[field]] as const)
}

/** The fields from the top of the form to its end. */
export const FIELD_ORDER: readonly ListingTextField[] = [
  'name',
  'category',
  'price',
  'description',
  'year',
  'mileage',
  'location',
  'color',
  'seats',
  'transmission',
  'fuelType',
  'rating',
  'condition',
  'ownership',
  'serviceHistory',
  'engine',
  'power',
  'acceleration',
  'topSpeed',
  'range',
  'towingCapacity',
  'contactPhone',
  'contactEmail',
  'available',
]
