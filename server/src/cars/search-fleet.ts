import {
  fromNextHour,
  isRentable,
  occupiedSpan,
  type RentalPeriod,
} from '@twende/contract/bookings/rental-period.ts'
import { type RentalPrice, rentalPrice } from '@twende/contract/bookings/rental-price.ts'
import { DEFAULT_PICKUP_TIME, FLEET_PAGE_SIZE } from '@twende/contract/business-constants.ts'
import type { Car } from '@twende/contract/cars/car.ts'
import type { CarSearch, FilterCounts } from '@twende/contract/cars/car-search.ts'
import { seatChoices } from '@twende/contract/cars/seat-choices.ts'
import type { PriceRule } from '@twende/contract/prices/price-rule.ts'
import { rulesOfCar } from '@twende/contract/prices/rules-in-force.ts'
import type { Pagination } from '@twende/contract/text.ts'
import { cachedValue } from '../db/cached-value.ts'
import type { Database } from '../db/database.ts'
import { type PageRange, readPage } from '../db/list-page.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { allPriceRules } from '../prices/read-prices.ts'
import { findCategoriesAndPrices } from './car-store.ts'
import {
  countChoices,
  countFleet,
  type FleetCounts,
  type FleetRow,
  findFleetPage,
} from './fleet-search-store.ts'
import { carsForMoreDays, toCar } from './read-cars.ts'

type Fleet = { cars: Car[]; counts: FleetCounts; pagination?: Pagination }

/** Counts the fleet, which every search says, once after each change of it. */
export function cacheFleetCounts({ db, changeFeed }: Pick<AppDeps, 'db' | 'changeFeed'>) {
  return cachedValue(changeFeed, { nouns: ['cars'], read: () => countFleet(db) })
}

/** The whole fleet without a query; else one page of the cars that match. */
export async function searchFleet(
  { db, clock, config }: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  search: CarSearch,
  fleetCounts: (now: Date) => Promise<FleetCounts>,
): Promise<Fleet> {
  const now = clock.now()
  const whole = Object.keys(search).length === 0
  const stay = await requestedStay(db, search, now)
  const query = { filter: search, period: stay && (await periodToMatch(db, search, stay, now)) }
  const find = (range: PageRange) => findFleetPage(db, { ...query, ...range })
  const read = (rows: readonly FleetRow[]) =>
    rows.map((row) => withPeriodPrice(toCar(row, config.publicUrl), row, stay))
  if (whole) {
    const [counts, { keys }] = await Promise.all([
      fleetCounts(now),
      find({ limit: Number.MAX_SAFE_INTEGER, offset: 0 }),
    ])
    return { cars: read(keys), counts }
  }
  const [counts, { data, pagination }] = await Promise.all([
    fleetCounts(now),
    readPage(search, { size: FLEET_PAGE_SIZE, find, read }),
  ])
  return { cars: data, counts, pagination }
}

/** How many cars each choice of a filter would leave, with the other filters as they are. */
export async function countFilterChoices(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  search: CarSearch,
): Promise<FilterCounts> {
  const now = clock.now()
  const stay = await requestedStay(db, search, now)
  const period = stay && (await periodToMatch(db, search, stay, now))
  const counts: FilterCounts = { category: {}, seats: {}, transmission: {}, fuel: {}, location: {} }
  for (const { filter, value, cars } of await countChoices(db, { filter: search, period })) {
    if (filter !== 'seats') counts[filter][value] = cars
    else
      for (const choice of seatChoices(Number(value)))
        counts.seats[choice] = (counts.seats[choice] ?? 0) + cars
  }
  return counts
}

/** The rental period of a search, and the price rules in force. */
type Stay = { period: RentalPeriod; rules: readonly PriceRule[] }

async function requestedStay(db: Database, search: CarSearch, now: Date): Promise<Stay | undefined> {
  const period = requestedPeriod(search, now)
  return period && { period, rules: await allPriceRules(db) }
}

async function periodToMatch(db: Database, search: CarSearch, stay: Stay, now: Date) {
  const { period, rules } = stay
  const showTaken = search.show === 'all'
  const [refused, dayPrices] = await Promise.all([
    showTaken ? [] : carsForMoreDays(db, period, rules),
    rules.length > 0 && isAboutPrices(search) ? dayPricesOfFleet(db, stay) : undefined,
  ])
  return { span: occupiedSpan(period), now, showTaken, refused, dayPrices }
}

function isAboutPrices({ sort, minPrice, maxPrice }: CarSearch): boolean {
  return sort === 'price-low' || sort === 'price-high' || minPrice !== undefined || maxPrice !== undefined
}

/** What a day of the period costs on average by the price rules, by the id of the car. */
async function dayPricesOfFleet(db: Database, stay: Stay): Promise<Record<string, number>> {
  const cars = await findCategoriesAndPrices(db)
  return Object.fromEntries(
    cars.map((car) => {
      const { finalAmount, totalDays } = priceOfStay(car, stay)
      return [car.id, finalAmount / totalDays]
    }),
  )
}

function priceOfStay(
  { id, category, price }: { id: string; category: string; price: number },
  { period: { startDate, endDate }, rules }: Stay,
): RentalPrice {
  return rentalPrice(price, startDate, endDate, rulesOfCar(rules, { carId: id, category }))
}

function withPeriodPrice(car: Car, row: FleetRow, stay: Stay | undefined): Car {
  if (!stay) return car
  const { totalDays, fewestDays, finalAmount } = priceOfStay(row, stay)
  const free = car.available && !row.taken && totalDays >= fewestDays
  return { ...car, stay: { days: totalDays, total: finalAmount, free } }
}

type PeriodQuery = {
  startDate?: string | undefined
  endDate?: string | undefined
  pickupTime?: string | undefined
  dropoffTime?: string | undefined
}

/** The rental period in a query, if there is one; refuses one that nobody could book. */
function requestedPeriod(query: PeriodQuery, now: Date): RentalPeriod | undefined {
  const { startDate, endDate, pickupTime = DEFAULT_PICKUP_TIME, dropoffTime = DEFAULT_PICKUP_TIME } = query
  if (startDate === undefined && endDate === undefined) return undefined
  if (startDate === undefined || endDate === undefined) throw new AppError('rental_dates_invalid')
  const period = fromNextHour({ startDate, endDate, pickupTime, dropoffTime }, now)
  if (!isRentable(period, now)) throw new AppError('rental_dates_invalid')
  return period
}
