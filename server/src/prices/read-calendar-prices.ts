import { priceOfDay } from '@twende/contract/bookings/rental-price.ts'
import { addDays, type Day, daysBetween } from '@twende/contract/calendar-day.ts'
import type { CalendarPrice } from '@twende/contract/prices/price-rule-routes.ts'
import { byPrecedence } from '@twende/contract/prices/rules-in-force.ts'
import { carToShow } from '../cars/read-cars.ts'
import type { AppDeps } from '../deps.ts'
import { priceRulesOf } from './read-prices.ts'

/** What each day of the month of `from` costs for a car, by the rules in force. */
export async function readCalendarPrices(
  { db, config }: Pick<AppDeps, 'db' | 'config'>,
  carId: string,
  from: Day,
): Promise<{ data: CalendarPrice[]; pricePerDay: number }> {
  const car = await carToShow(db, carId, config.publicUrl)
  const sorted = byPrecedence(await priceRulesOf(db, { carId, category: car.category }))
  const first = `${from.slice(0, 7)}-01`
  const next = `${addDays(first, 31).slice(0, 7)}-01`
  const data = Array.from({ length: daysBetween(first, next) }, (_, later) => {
    const day = addDays(first, later)
    return { day, ...priceOfDay(car.price, day, sorted) }
  })
  return { data, pricePerDay: car.price }
}
