import { isRentable, occupiedSpan, type RentalPeriod } from '@twende/contract/bookings/rental-period.ts'
import { rentalPrice } from '@twende/contract/bookings/rental-price.ts'
import { DEFAULT_PICKUP_TIME, FLEET_PAGE_SIZE } from '@twende/contract/business-constants.ts'
import type { Car } from '@twende/contract/cars/car.ts'
import type { CarSearch } from '@twende/contract/cars/car-search.ts'
import type { Pagination } from '@twende/contract/text.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { countFleet, type FleetRow, findFleetPage } from './fleet-search-store.ts'
import { toCar } from './present-car.ts'

type Fleet = { cars: Car[]; counts: { total: number; available: number }; pagination?: Pagination }

/** The whole fleet without a query; else one page of the cars that match. */
export async function searchFleet(
  { db, clock, config }: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  search: CarSearch,
): Promise<Fleet> {
  const now = clock.now()
  const whole = Object.keys(search).length === 0
  const period = requestedPeriod(search, now)
  const page = search.page ?? 1
  const limit = search.limit ?? FLEET_PAGE_SIZE
  const [counts, { rows, matched }] = await Promise.all([
    countFleet(db),
    findFleetPage(db, {
      filter: search,
      period: period && { span: occupiedSpan(period), now, showTaken: search.show === 'all' },
      limit: whole ? Number.MAX_SAFE_INTEGER : limit,
      offset: whole ? 0 : (page - 1) * limit,
    }),
  ])
  const cars = rows.map((row) => withPeriodPrice(toCar(row, config.publicUrl), row, period))
  if (whole) return { cars, counts }
  return { cars, counts, pagination: { page, limit, total: matched, pages: Math.ceil(matched / limit) } }
}

function withPeriodPrice(car: Car, row: FleetRow, period: RentalPeriod | undefined): Car {
  if (!period) return car
  const { totalDays, finalAmount } = rentalPrice(car.price, period.startDate, period.endDate)
  return { ...car, stay: { days: totalDays, total: finalAmount, free: car.available && !row.taken } }
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
  const period = { startDate, endDate, pickupTime, dropoffTime }
  if (!isRentable(period, now)) throw new AppError('rental_dates_invalid')
  return period
}
