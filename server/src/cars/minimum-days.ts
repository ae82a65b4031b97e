import type { RentalPeriod } from '@twende/contract/bookings/rental-period.ts'
import { isLongEnough } from '@twende/contract/bookings/rental-price.ts'
import type { PriceRule } from '@twende/contract/prices/price-rule.ts'
import { rulesOfCar } from '@twende/contract/prices/rules-in-force.ts'
import type { Db } from '../db/database.ts'
import { findCategoriesAndPrices } from './car-store.ts'

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
