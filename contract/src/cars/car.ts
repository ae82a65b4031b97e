import * as z from 'zod/mini'
import { FUEL_TYPES, TRANSMISSIONS } from '../business-constants.ts'
import { Picture } from '../media/picture.ts'
import { storedDocument } from '../stored-document.ts'

/** Technical specifications by name, as rental cars and cars for sale store them. */
export const carSpecsDocument = storedDocument('car specifications', z.record(z.string(), z.string()))

export const Transmission = z.enum(TRANSMISSIONS)
export const FuelType = z.enum(FUEL_TYPES)

/** Price and availability of a car for the dates of a search; whole shillings. */
const PeriodPrice = z.object({
  days: z.int(),
  total: z.int(),
  free: z.boolean(),
})

/** A rental car; specification, section 3. `price` is shillings a day. */
export const Car = z.object({
  _id: z.string(),
  name: z.string(),
  category: z.string(),
  price: z.int(),
  description: z.string(),
  image: z.string(),
  image2: z.string(),
  image3: z.string(),
  image4: z.string(),
  seats: z.int(),
  transmission: Transmission,
  fuelType: FuelType,
  rating: z.number(),
  reviewCount: z.int(),
  available: z.boolean(),
  specs: z.record(z.string(), z.string()),
  features: z.array(z.string()),
  location: z.string(),
  deposit: z.int(),
  kmPerDay: z.int(),
  /** Of manufacture; null while it is not known, as the colour. */
  year: z.nullable(z.int()),
  colour: z.nullable(z.string()),
  pictures: z.array(Picture),
  stay: z.optional(PeriodPrice),
})
export type Car = z.output<typeof Car>

export const CarReview = z.object({
  /** First name and initial of the last; null once the account is deleted. */
  name: z.nullable(z.string()),
  rating: z.int(),
  comment: z.string(),
  reviewedAt: z.string(),
})
export type CarReview = z.output<typeof CarReview>
