import { occupiedSpan, type RentalPeriod } from '@twende/contract/bookings/rental-period.ts'
import { isLongEnough } from '@twende/contract/bookings/rental-price.ts'
import { nairobiInstant } from '@twende/contract/calendar-day.ts'
import type { Car } from '@twende/contract/cars/car.ts'
import type { PriceRule } from '@twende/contract/prices/price-rule.ts'
import { rulesOfCar } from '@twende/contract/prices/rules-in-force.ts'
import type { Db } from '../db/database.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { toPicture } from '../media/present-picture.ts'
import { allPriceRules } from '../prices/read-prices.ts'
import {
  type CarRow,
  carExists,
  carFields,
  findCar,
  findCategoriesAndPrices,
  findFleetIds,
  findLastReading,
  freeCarsLike,
  latestReviews,
  type Span,
  selectEveryCar,
  takenSpans,
  uncoveredSpans,
} from './car-store.ts'

const REVIEWS_SHOWN = 50
const LONGEST_LOOK_DAYS = 750

/** The car as everybody may see it; refuses one that is not in the fleet. */
export async function carToShow(db: Db, carId: string, publicUrl: string): Promise<Car> {
  const car = await findCarToShow(db, carId, publicUrl)
  if (!car) throw new AppError('car_not_found')
  return car
}

/** The same; undefined for a car that is not in the fleet. */
export async function findCarToShow(db: Db, carId: string, publicUrl: string): Promise<Car | undefined> {
  const row = await findCar(db, carId)
  return row && toCar(row, publicUrl)
}

/** A car of the fleet, also a retired one; fails with `car_not_found`. */
export async function getCar(db: Db, carId: string, publicUrl: string): Promise<Car> {
  const row = await selectEveryCar(db).where('cars.id', '=', carId).executeTakeFirst()
  if (!row) throw new AppError('car_not_found')
  return toCar(row, publicUrl)
}

/** What to offer instead of a car that is taken: cars like it that can be booked for the same period. */
export async function similarFreeCars(
  db: Db,
  car: Car,
  period: RentalPeriod,
  { now, limit, publicUrl }: { now: Date; limit: number; publicUrl: string },
): Promise<Car[]> {
  const rows = await freeCarsLike(db, {
    like: { id: car._id, category: car.category, price: car.price, seats: car.seats },
    span: occupiedSpan(period),
    now,
    except: await carsForMoreDays(db, period, await allPriceRules(db)),
    limit,
  })
  return rows.map((row) => toCar(row, publicUrl))
}

/** When the car is taken from the start of day `from` to the start of day `to`, as instants. */
export async function busySpans(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  carId: string,
  days: { from: string; to: string },
): Promise<{ from: string; until: string }[]> {
  const span: Span = { from: nairobiInstant(days.from, '00:00'), until: nairobiInstant(days.to, '00:00') }
  const length = span.until.getTime() - span.from.getTime()
  if (length <= 0 || length > LONGEST_LOOK_DAYS * 86_400_000) throw new AppError('rental_dates_invalid')
  if (!(await carExists(db, carId))) throw new AppError('car_not_found')
  const spans = await takenSpans(db, carId, span, clock.now())
  return spans.map(({ from, until }) => ({ from: from.toISOString(), until: until.toISOString() }))
}

/** Whether a car is insured and inspected for the whole of a span. */
export async function isCovered(db: Db, carId: string, span: Span): Promise<boolean> {
  return (await uncoveredSpans(db, carId, span)).length === 0
}

/** The latest reviews, signed with the first name and the initial of the last. */
export async function carReviews(db: Db, carId: string) {
  if (!(await carExists(db, carId))) throw new AppError('car_not_found')
  const rows = await latestReviews(db, carId, REVIEWS_SHOWN)
  return rows.map((row) => ({
    name: row.name === null ? null : shortName(row.name),
    rating: row.rating,
    comment: row.comment,
    answer: row.answer ?? '',
    reviewedAt: row.reviewed_at.toISOString(),
  }))
}

function shortName(name: string): string {
  const [first = '', ...others] = name.trim().split(/\s+/)
  const initial = [...(others.at(-1) ?? '')][0]
  return initial ? `${first} ${initial.toUpperCase()}.` : first
}

/** Whether there is such a car in the fleet. */
export function isCarOfFleet(db: Db, carId: string): Promise<boolean> {
  return carExists(db, carId)
}

/** Every car that has a page, and when it last changed. */
export function listFleet({ db }: Pick<AppDeps, 'db'>): Promise<{ id: string; changedAt: Date }[]> {
  return findFleetIds(db)
}

/** A car as everybody may see it; specification, section 3. */
export function toCar(row: CarRow, publicUrl: string): Car {
  const pictures = row.pictures.map((picture) => toPicture(picture, publicUrl))
  const address = (position: number) => pictures[position]?.address ?? ''
  return {
    ...carFields(row),
    _id: row.id,
    category: row.category,
    location: row.location,
    image: address(0),
    image2: address(1),
    image3: address(2),
    image4: address(3),
    rating: row.rating,
    reviewCount: row.review_count,
    available: row.available,
    pictures,
  }
}

/** The ids of the cars of the fleet that are rented only for more days than the period has. */
export async function carsForMoreDays(
  db: Db,
  { startDate, endDate }: RentalPeriod,
  rules: readonly PriceRule[],
): Promise<string[]> {
  const minimums = rules.filter(({ kind }) => kind === 'minimum_days')
  if (minimums.length === 0) return []
  const cars = await findCategoriesAndPrices(db)
  return cars
    .filter(
      ({ id, category }) => !isLongEnough(startDate, endDate, rulesOfCar(minimums, { carId: id, category })),
    )
    .map(({ id }) => id)
}

/** What the odometer of a car showed last, and when, as pages show it; null where it was never read. */
export async function readOdometer(db: Db, carId: string): Promise<{ km: number; at: string | null } | null> {
  const last = await findLastReading(db, carId)
  return last && { km: last.km, at: last.at?.toISOString() ?? null }
}
