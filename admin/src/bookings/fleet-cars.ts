import type { CalendarCar } from '@twende/contract/bookings/admin-booking.ts'
import { call } from '@twende/ui/api/call.ts'

const KEPT_MS = 60_000
const AT_A_TIME = 100

export type FleetCar = Pick<CalendarCar, '_id' | 'name' | 'location' | 'pricePerDay' | 'available'>

let kept: { at: number; cars: Promise<FleetCar[]> } | undefined

/** Every car of the fleet by name, also those kept from customers; asked for once a minute at most. */
export function fleetCars(): Promise<FleetCar[]> {
  if (kept && Date.now() - kept.at < KEPT_MS) return kept.cars
  const cars = askForAll()
  kept = { at: Date.now(), cars }
  cars.catch(() => {
    kept = undefined
  })
  return cars
}

async function askForAll(): Promise<FleetCar[]> {
  const cars: FleetCar[] = []
  for (let page = 1; ; page++) {
    const query = { days: 1, limit: AT_A_TIME, page }
    const { data, pagination } = await call('GET /api/admin/calendar', { query })
    cars.push(...data)
    if (page >= pagination.pages) return cars
  }
}
