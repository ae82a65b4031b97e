import type { ExtraChoices } from '@twende/contract/bookings/booked-extras.ts'
import type { BookingQuote } from '@twende/contract/bookings/booking-routes.ts'
import { withExtras } from '@twende/contract/bookings/price-of-extras.ts'
import {
  fromNextHour,
  isRentable,
  occupiedSpan,
  type RentalPeriod,
  spansOverlap,
} from '@twende/contract/bookings/rental-period.ts'
import { isLongEnough, rentalPrice } from '@twende/contract/bookings/rental-price.ts'
import { BOOKING_HORIZON_DAYS, LONGEST_RENTAL_DAYS } from '@twende/contract/business-constants.ts'
import { addDays, daysBetween } from '@twende/contract/calendar-day.ts'
import type { Car } from '@twende/contract/cars/car.ts'
import type { PriceRule } from '@twende/contract/prices/price-rule.ts'
import { rulesOfCar } from '@twende/contract/prices/rules-in-force.ts'
import { busySpans, carToShow, isCovered, similarFreeCars } from '../cars/read-cars.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { readPricesInForce } from '../prices/read-prices.ts'
import { extrasOfRental, freeExtras } from './extras/extras-of-rental.ts'
import { notTooDear, priceOfRental } from './price-of-rental.ts'
import { findOfferedPlaces } from './rented-car-store.ts'

const SIMILAR_CARS = 3

type QuotedRental = RentalPeriod & {
  carId: string
  pickupLocation?: string | undefined
  dropoffLocation?: string | undefined
  extras?: ExtraChoices | undefined
}

/** What a rental period costs and whether it can be had; when not, the next free days and cars like it. Holds nothing. */
export async function quoteBooking(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  { carId, pickupLocation, dropoffLocation, extras, ...asked }: QuotedRental,
): Promise<BookingQuote> {
  const { publicUrl } = deps.config
  const now = deps.clock.now()
  const period = fromNextHour(asked, now)
  const car = await carToShow(deps.db, carId, publicUrl)
  if (!isRentable(period, now)) throw new AppError('rental_dates_invalid')
  const { rules, extras: offered } = await readPricesInForce(deps.db)
  const places = await findOfferedPlaces(deps.db, [pickupLocation, dropoffLocation])
  const ownRules = rulesOfCar(rules, { carId, category: car.category })
  const daysPrice = priceOfRental(car.price, period, ownRules)
  const chosen = { totalDays: daysPrice.totalDays, pickupLocation, dropoffLocation, extras }
  const price = {
    ...notTooDear(withExtras(daysPrice, extrasOfRental(chosen, offered, places))),
    pickupTime: period.pickupTime,
    ...(await freeExtras(deps.db, period, now)),
  }
  const taken = await takenSpans(deps, carId, period.startDate)
  if (car.available && isFree(period, taken))
    return { ...price, free: true, offered: true, nextFree: null, similar: [] }
  const similar = await similarFreeCars(deps.db, car, period, { now, limit: SIMILAR_CARS, publicUrl })
  return {
    ...price,
    free: false,
    offered: car.available && (await isCovered(deps.db, carId, occupiedSpan(period))),
    nextFree: car.available ? nextFreePeriod(period, { taken, rules: ownRules, now }) : null,
    similar: similar.map((other) => withPrice(other, period, rules)),
  }
}

function withPrice(car: Car, { startDate, endDate }: RentalPeriod, rules: readonly PriceRule[]): Car {
  const ownRules = rulesOfCar(rules, { carId: car._id, category: car.category })
  const { totalDays, finalAmount } = rentalPrice(car.price, startDate, endDate, ownRules)
  return { ...car, stay: { days: totalDays, total: finalAmount, free: true } }
}

/** As far ahead as the longest rental that may be booked, and the turnaround after it, reaches. */
async function takenSpans(deps: Pick<AppDeps, 'db' | 'clock'>, carId: string, from: string) {
  const to = addDays(from, BOOKING_HORIZON_DAYS + LONGEST_RENTAL_DAYS + 2)
  const spans = await busySpans(deps, carId, { from, to })
  return spans.map((span) => ({ from: new Date(span.from), until: new Date(span.until) }))
}

type Span = { from: Date; until: Date }

export type Days = { startDate: string; endDate: string }

export function isFree(period: RentalPeriod, taken: readonly Span[]): boolean {
  const span = occupiedSpan(period)
  return !taken.some((other) => spansOverlap(span, other))
}

type Limits = { taken: readonly Span[]; rules: readonly PriceRule[]; now: Date }

/**
 * The first later period of the same length and times that fits between the taken spans and is long enough by the rules of
 * the car; null when none can be booked.
 */
export function nextFreePeriod(period: RentalPeriod, { taken, rules, now }: Limits): Days | null {
  const length = daysBetween(period.startDate, period.endDate)
  for (let later = 1; later <= BOOKING_HORIZON_DAYS; later += 1) {
    const startDate = addDays(period.startDate, later)
    const days = { startDate, endDate: addDays(startDate, length) }
    const shifted = { ...period, ...days }
    if (!isRentable(shifted, now)) return null
    if (isFree(shifted, taken) && isLongEnough(days.startDate, days.endDate, rules)) return days
  }
  return null
}
