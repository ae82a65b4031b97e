import { m } from '@twende/messages'
import * as z from 'zod/mini'
import { FUEL_TYPES, OLDEST_MODEL_YEAR, TRANSMISSIONS } from '../business-constants.ts'
import { readShillings } from '../money.ts'
import { KenyanPhone } from '../payments/payment-input.ts'
import {
  Email,
  line,
  optionalLine,
  paragraphs,
  plainLine,
  plainParagraphs,
  type RuleMessage,
  readJson,
} from '../text.ts'
import {
  CONDITIONS,
  HIGHEST_MILEAGE,
  HIGHEST_SALE_PRICE,
  MOST_FEATURES,
  OWNERSHIPS,
} from './listing-choices.ts'

/** Reads a value from form text; a value that is not text, or cannot be read, goes to the schema as it is. */
function typed<T extends z.ZodMiniType>(schema: T, read: (text: string) => unknown) {
  return z.pipe(
    z.transform((given: z.input<T> | string): unknown => (typeof given === 'string' ? read(given) : given)),
    schema,
  )
}

function whole(min: number, max: number, error: RuleMessage) {
  const number = z.int({ error }).check(z.gte(min, { error }), z.lte(max, { error }))
  return typed(number, (text) => (/^\s*\d{1,15}\s*$/.test(text) ? Number(text) : text))
}

function shillings(most: number, error: RuleMessage) {
  const amount = z.int({ error }).check(z.gte(1, { error }), z.lte(most, { error }))
  return typed(amount, (text) => readShillings(text))
}

/** One of the choices, written in any case. */
function choice<const Choices extends readonly string[]>(choices: Choices, error: RuleMessage) {
  return z.pipe(z.string({ error }).check(z.trim(), z.toLowerCase()), z.enum(choices, { error }))
}

function orJson<T extends z.ZodMiniType>(schema: T) {
  return typed(schema, readJson)
}

const Feature = z
  .string()
  .check(z.overwrite(plainLine), z.maxLength(80, { error: m.validation_feature_too_long }))

/** Blank features and those already listed are left out. */
export const Features = z.pipe(
  z
    .array(Feature, { error: m.validation_features_missing })
    .check(
      z.maxLength(MOST_FEATURES, { error: () => m.validation_too_many_features({ max: MOST_FEATURES }) }),
    ),
  z.transform(withoutRepeats),
)

function withoutRepeats(features: string[]): string[] {
  const lower = features.map((feature) => feature.toLowerCase())
  return features.filter((feature, place) => feature !== '' && lower.indexOf(feature.toLowerCase()) === place)
}

export const ListingSpecs = z.object(
  {
    engine: line(60, m.validation_engine),
    power: line(60, m.validation_power),
    acceleration: line(60, m.validation_acceleration),
    topSpeed: optionalLine(60),
    range: optionalLine(60),
    towingCapacity: optionalLine(60),
  },
  { error: m.validation_technical_specs },
)
export type ListingSpecs = z.output<typeof ListingSpecs>

export const ContactInfo = z.object(
  { phone: KenyanPhone, email: Email },
  { error: m.validation_contact_info },
)
export type ContactInfo = z.output<typeof ContactInfo>

/** The fields of a listing as its seller sends them. The server checks the latest year, which depends on the clock. */
const listingFields = {
  category: line(60, m.validation_category),
  location: line(60, m.validation_location),
  contactInfo: orJson(ContactInfo),
  name: line(100, m.validation_basic_car_facts),
  description: paragraphs(4000, m.validation_basic_car_facts),
  price: shillings(HIGHEST_SALE_PRICE, m.validation_price_of_car),
  available: typed(z.boolean({ error: m.validation_available_or_sold }), (text) => booleans.get(text.trim())),
  year: whole(OLDEST_MODEL_YEAR, 2100, () => m.validation_year_from({ from: OLDEST_MODEL_YEAR })),
  mileage: whole(0, HIGHEST_MILEAGE, m.validation_mileage),
  color: line(40, m.validation_color),
  condition: choice(CONDITIONS, m.validation_condition),
  ownership: choice(OWNERSHIPS, m.validation_ownership),
  serviceHistory: z
    .string()
    .check(
      z.overwrite(plainParagraphs),
      z.maxLength(1000, { error: () => m.validation_too_long({ max: 1000 }) }),
    ),
  seats: whole(1, 60, m.validation_seats),
  transmission: choice(TRANSMISSIONS, m.validation_transmission),
  fuelType: choice(FUEL_TYPES, m.validation_fuel),
  rating: typed(
    z
      .number({ error: m.validation_rating })
      .check(
        z.gte(0, { error: m.validation_rating }),
        z.lte(5, { error: m.validation_rating }),
        z.multipleOf(0.1, { error: m.validation_rating_steps }),
      ),
    (text) => (/^\s*\d(?:\.\d{1,3})?\s*$/.test(text) ? Number(text) : text),
  ),
  features: orJson(Features),
  specs: orJson(ListingSpecs),
}

/** A whole listing, as its seller sends it. */
export const ListingFacts = z.object(listingFields)

/** The same with what an edit requires of it: no technical specification (specification, section 5). */
export const EditedFacts = z.extend(ListingFacts, {
  specs: orJson(
    z.extend(ListingSpecs, {
      engine: optionalLine(60),
      power: optionalLine(60),
      acceleration: optionalLine(60),
    }),
  ),
})

const booleans = new Map([
  ['true', true],
  ['false', false],
])

export const PaidAmount = shillings(10_000_000, m.validation_paid_amount)
