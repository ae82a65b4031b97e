import * as z from 'zod/mini'
import { FUEL_TYPES, OLDEST_MODEL_YEAR, TRANSMISSIONS } from '../business-constants.ts'
import { KenyanPhone } from '../payments/kenyan-phone.ts'
import { plainLine, plainParagraphs } from '../plain-text.ts'
import { Email, line, optionalLine, paragraphs } from '../text.ts'
import {
  CONDITIONS,
  HIGHEST_MILEAGE,
  HIGHEST_SALE_PRICE,
  MOST_FEATURES,
  OWNERSHIPS,
} from './listing-choices.ts'
import { readShillings } from './sell-form-checks.ts'

/** Reads a value from form text; a value that is not text, or cannot be read, goes to the schema as it is. */
function typed<T extends z.ZodMiniType>(schema: T, read: (text: string) => unknown) {
  return z.pipe(
    z.transform((given: z.input<T> | string): unknown => (typeof given === 'string' ? read(given) : given)),
    schema,
  )
}

function whole(min: number, max: number, sentence: string) {
  const number = z.int(sentence).check(z.gte(min, sentence), z.lte(max, sentence))
  return typed(number, (text) => (/^\s*\d{1,15}\s*$/.test(text) ? Number(text) : text))
}

function shillings(most: number, sentence: string) {
  const amount = z.int(sentence).check(z.gte(1, sentence), z.lte(most, sentence))
  return typed(amount, (text) => readShillings(text))
}

/** One of the choices, written in any case. */
function choice<const Choices extends readonly string[]>(choices: Choices, sentence: string) {
  return z.pipe(z.string(sentence).check(z.trim(), z.toLowerCase()), z.enum(choices, sentence))
}

function orJson<T extends z.ZodMiniType>(schema: T) {
  return typed(schema, readJson)
}

/** The value of a JSON text; undefined when it is not JSON. */
export function readJson(text: string): unknown {
  if (text.length > 20_000) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const BASIC = 'Please fill in all basic car information'

const Feature = z
  .string()
  .check(z.overwrite(plainLine), z.maxLength(80, 'Please use at most 80 characters a feature'))

/** Blank features and those already listed are left out. */
export const Features = z.pipe(
  z
    .array(Feature, 'Please list the features')
    .check(z.maxLength(MOST_FEATURES, `Please list at most ${MOST_FEATURES} features`)),
  z.transform(withoutRepeats),
)

function withoutRepeats(features: string[]): string[] {
  const lower = features.map((feature) => feature.toLowerCase())
  return features.filter((feature, place) => feature !== '' && lower.indexOf(feature.toLowerCase()) === place)
}

export const ListingSpecs = z.object(
  {
    engine: line(60, 'Please enter the engine'),
    power: line(60, 'Please enter the power'),
    acceleration: line(60, 'Please enter the acceleration'),
    topSpeed: optionalLine(60),
    range: optionalLine(60),
    towingCapacity: optionalLine(60),
  },
  'Please fill in the technical specifications',
)
export type ListingSpecs = z.output<typeof ListingSpecs>

export const ContactInfo = z.object(
  { phone: KenyanPhone, email: Email },
  'Please provide contact information',
)
export type ContactInfo = z.output<typeof ContactInfo>

/** The fields of a listing as its seller sends them. The server checks the latest year, which depends on the clock. */
export const listingFields = {
  category: line(60, 'Please select a category'),
  location: line(60, 'Please select a location'),
  contactInfo: orJson(ContactInfo),
  name: line(100, BASIC),
  description: paragraphs(4000, BASIC),
  price: shillings(HIGHEST_SALE_PRICE, 'Please enter a price of at least Ksh 1'),
  available: typed(z.boolean('Please choose Available or Sold'), (text) => booleans.get(text.trim())),
  year: whole(OLDEST_MODEL_YEAR, 2100, `Please enter a year from ${OLDEST_MODEL_YEAR} on`),
  mileage: whole(0, HIGHEST_MILEAGE, 'Please enter the mileage in kilometres'),
  color: line(40, 'Please enter the color'),
  condition: choice(CONDITIONS, 'Please choose the condition'),
  ownership: choice(OWNERSHIPS, 'Please choose the ownership'),
  serviceHistory: z
    .string()
    .check(z.overwrite(plainParagraphs), z.maxLength(1000, 'Please use at most 1000 characters')),
  seats: whole(1, 60, 'Please enter the number of seats'),
  transmission: choice(TRANSMISSIONS, 'Please choose the transmission'),
  fuelType: choice(FUEL_TYPES, 'Please choose the fuel'),
  rating: typed(
    z
      .number('Please enter a rating from 0 to 5')
      .check(
        z.gte(0, 'Please enter a rating from 0 to 5'),
        z.lte(5, 'Please enter a rating from 0 to 5'),
        z.multipleOf(0.1, 'Please enter the rating in steps of 0.1'),
      ),
    (text) => (/^\s*\d(?:\.\d{1,3})?\s*$/.test(text) ? Number(text) : text),
  ),
  features: orJson(Features),
  specs: orJson(ListingSpecs),
}

const booleans = new Map([
  ['true', true],
  ['false', false],
])

/** The amount paid for a listing period. */
export const PaidAmount = shillings(10_000_000, 'Please enter a valid payment amount')
