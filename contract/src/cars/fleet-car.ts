import * as z from 'zod/mini'
import { BookingStatus } from '../bookings/booking-status.ts'
import { FUEL_TYPES, TRANSMISSIONS } from '../business-constants.ts'
import { formNumber } from '../form-number.ts'
import { Features, readJson } from '../listings/listing-fields.ts'
import { line, optionalLine, paragraphs } from '../text.ts'
import { Car } from './car.ts'
import { HIGHEST_DAY_PRICE, HIGHEST_DEPOSIT, MOST_KM_PER_DAY, MOST_SEATS } from './fleet-choices.ts'

/** A rental car as staff sees it. */
export const FleetCar = z.extend(Car, {
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
  'Please look at the technical specifications',
)

const json = <T extends z.ZodMiniType>(schema: T) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((text): unknown => readJson(text)),
    ),
    schema,
  )

const PRICE = 'Please enter the price a day in whole shillings'
const DEPOSIT = 'Please enter the deposit in whole shillings, 0 for none'
const KM = 'Please enter the kilometres a day, as a whole number'
const SEATS = 'Please enter the number of seats'

/** Fields of the form of a rental car; files `image1` to `image4` are its pictures. */
export const fleetCarFields = {
  name: line(100, 'Please enter a name'),
  description: paragraphs(4000, 'Please describe the car'),
  category: line(60, 'Please select a category'),
  location: line(80, 'Please select a location'),
  price: formNumber(1, HIGHEST_DAY_PRICE, PRICE),
  deposit: formNumber(0, HIGHEST_DEPOSIT, DEPOSIT),
  kmPerDay: formNumber(1, MOST_KM_PER_DAY, KM),
  seats: formNumber(1, MOST_SEATS, SEATS),
  transmission: z.enum(TRANSMISSIONS, 'Please choose the transmission'),
  fuelType: z.enum(FUEL_TYPES, 'Please choose the fuel'),
  specs: json(FleetSpecs),
  features: json(Features),
}
