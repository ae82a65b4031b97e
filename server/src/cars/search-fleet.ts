import { occupiedSpan, type RentalPeriod } from '@twende/contract/bookings/rental-period.ts'
import { rentalPrice } from '@twende/contract/bookings/rental-price.ts'
import { FLEET_PAGE_SIZE } from '@twende/contract/business-constants.ts'
import type { Car } from '@twende/contract/cars/car.ts'
import type { CarSearch } from '@twende/contract/cars/car-search.ts'
import type { Pagination } from '@twende/contract/text.ts'
import type { AppDeps } from '../deps.ts'
import { askedPeriod } from './asked-period.ts'
import { countFleet, type FleetRow, findFleetPage } from './fleet-search-store.ts'
import { toCar } from './present-car.ts'

type Fleet = { cars: Car[]; counts: { total: number; available: number }; pagination?: Pagination }

/** The whole fleet when nothing is asked; else one page of the cars that match. */
export async function searchFleet(
  { db, clock, config }: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  search: CarSearch,
): Promise<Fleet> {
  const now = clock.now()
  const whole = Object.keys(search).length === 0
  const period = askedPeriod(search, now)
  const page = search.page ?? 1
  const limit = search.limit ?? FLEET_PAGE_SIZE
  const [counts, { rows, matched }] = await Promise.all([
    countFleet(db),
    findFleetPage(db, {
      filter: search,
      stay: period && { span: occupiedSpan(period), now, showTaken: search.show === 'all' },
      limit: whole ? Number.MAX_SAFE_INTEGER : limit,
      offset: whole ? 0 : (page - 1) * limit,
    }),
  ])
  const cars = rows.map((row) => withStay(toCar(row, config.publicUrl), row, period))
  if (whole) return { cars, counts }
  return { cars, counts, pagination: { page, limit, total: matched, pages: Math.ceil(matched / limit) } }
}

function withStay(car: Car, row: FleetRow, period: RentalPeriod | undefined): Car {
  if (!period) return car
  const { totalDays, finalAmount } = rentalPrice(car.price, period.startDate, period.endDate)
  return { ...car, stay: { days: totalDays, total: finalAmount, free: car.available && !row.taken } }
}
