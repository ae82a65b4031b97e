import type { CalendarCar } from '@twende/contract/bookings/admin-booking.ts'
import { call } from '@twende/ui/api/call.ts'

const KEPT_MS = 60_000

export type FleetCar = Pick<CalendarCar, '_id' | 'name' | 'location' | 'pricePerDay' | 'available'>

let kept: { at: number; cars: Promise<FleetCar[]> } | undefined

/** Every car of the fleet by name, also those kept from customers; asked for once a minute at most. */
export function fleetCars(): Promise<FleetCar[]> {
  if (kept && Date.now() - kept.at < KEPT_MS) return kept.cars
  const cars = readFleet()
  kept = { at: Date.now(), cars }
  cars.catch(() => {
    kept = undefined
  })
  return cars
}

async function readFleet(): Promise<FleetCar[]> {
  const { data } = await call('GET /api/car/list', {})
  return data
    .map(({ _id, name, location, price, available }) => ({
      _id,
      name,
      location,
      pricePerDay: price,
      available,
    }))
    .sort((one, other) => one.name.localeCompare(other.name))
}
