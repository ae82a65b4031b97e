import { m } from '@twende/messages'
import * as z from 'zod/mini'
import { BookingStatus } from '../bookings/booking-status.ts'
import { FUEL_TYPES, TRANSMISSIONS } from '../business-constants.ts'
import { Features } from '../listings/listing-fields.ts'
import { Picture } from '../media/picture.ts'
import { storedDocument } from '../stored-document.ts'
import {
  formNumber,
  formShillings,
  jsonField,
  line,
  optionalLine,
  paragraphs,
  type RuleMessage,
} from '../text.ts'
import { ChassisNumberInput } from './chassis-number.ts'
import { NumberPlateInput } from './number-plate.ts'

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
  /** What we answered; empty without an answer. */
  answer: z.string(),
  reviewedAt: z.string(),
})
export type CarReview = z.output<typeof CarReview>

/** Which cars of the fleet staff looks at; `all` is every car we have or had. */
export const FLEET_SHOWS = ['all', 'available', 'unavailable', 'retired'] as const
export type FleetShow = (typeof FLEET_SHOWS)[number]

/** The most that a day, or a deposit, of a rental car can cost, in shillings. */
export const HIGHEST_DAY_PRICE = 1_000_000

export const HIGHEST_DEPOSIT = 10_000_000

export const MOST_KM_PER_DAY = 10_000

export const MOST_SEATS = 60

export const MOST_KM = 2_000_000

/** A whole number in a form field that may be left empty, which is null. */
const optionalNumber = (min: number, max: number, message: RuleMessage) =>
  z.optional(
    z.union(
      [
        z.pipe(
          z.string().check(z.trim(), z.maxLength(0)),
          z.transform(() => null),
        ),
        formNumber(min, max, message),
      ],
      { error: message },
    ),
  )

/** A rental car as staff sees it. */
export const FleetCar = z.extend(Car, {
  /** Null while none is known. Not public. */
  numberPlate: z.nullable(z.string()),
  chassisNumber: z.nullable(z.string()),
  logbookNumber: z.nullable(z.string()),
  /** Whole kilometres. */
  odometer: z.nullable(z.int()),
  /** When it left the fleet; null while it is in it. */
  retiredAt: z.nullable(z.string()),
  /** The rental under way, or the next one. */
  nextBooking: z.nullable(
    z.object({
      _id: z.string(),
      reference: z.string(),
      status: BookingStatus,
      startsAt: z.string(),
      endsAt: z.string(),
      customer: z.string(),
    }),
  ),
  /** Bookings that are not over; while there are any, the car stays in the fleet. */
  liveBookings: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type FleetCar = z.output<typeof FleetCar>

/** Technical specs; those without a word are left out. */
const FleetSpecs = z.object(
  {
    engine: optionalLine(60),
    power: optionalLine(60),
    acceleration: optionalLine(60),
    topSpeed: optionalLine(60),
    range: optionalLine(60),
    towingCapacity: optionalLine(60),
  },
  { error: m.validation_car_specs },
)

/** Fields of the form of a rental car; files `image1` to `image4` are its pictures. */
export const fleetCarFields = {
  name: line(100, m.validation_name_of_item),
  numberPlate: z.optional(NumberPlateInput),
  chassisNumber: z.optional(ChassisNumberInput),
  logbookNumber: z.optional(optionalLine(40)),
  year: optionalNumber(1950, 2100, m.validation_car_year),
  colour: z.optional(
    z.pipe(
      optionalLine(40),
      z.transform((text) => text || null),
    ),
  ),
  odometer: optionalNumber(0, MOST_KM, m.validation_odometer),
  description: paragraphs(4000, m.validation_describe_car),
  category: line(60, m.validation_category),
  location: line(80, m.validation_location),
  price: formShillings(1, HIGHEST_DAY_PRICE, m.validation_price_per_day),
  deposit: formShillings(0, HIGHEST_DEPOSIT, m.validation_deposit),
  kmPerDay: formNumber(1, MOST_KM_PER_DAY, m.validation_km_per_day),
  seats: formNumber(1, MOST_SEATS, m.validation_seats),
  transmission: z.enum(TRANSMISSIONS, { error: m.validation_transmission }),
  fuelType: z.enum(FUEL_TYPES, { error: m.validation_fuel }),
  specs: jsonField(FleetSpecs),
  features: jsonField(Features),
}
