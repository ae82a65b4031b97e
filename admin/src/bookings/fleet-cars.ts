import type { CounterCar } from '@twende/contract/bookings/yard-routes.ts'
import { showInstant } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { serverNow } from '@twende/ui/api/server-clock.ts'

const KEPT_MS = 60_000

/** A car in a list from which one is chosen, with the place where it stands, if that is known. */
export type FleetCar = Pick<CounterCar, '_id' | 'name' | 'location' | 'pricePerDay' | 'available'> &
  Partial<Pick<CounterCar, 'plate' | 'out' | 'next' | 'blocked'>>

let kept: { at: number; cars: Promise<CounterCar[]> } | undefined

/** Every car of the fleet by name, also those kept from customers; asked for once a minute at most. */
export function fleetCars(): Promise<CounterCar[]> {
  if (kept && Date.now() - kept.at < KEPT_MS) return kept.cars
  const cars = call('GET /api/admin/counter/cars', {}).then(({ data }) => data)
  kept = { at: Date.now(), cars }
  cars.catch(() => {
    kept = undefined
  })
  return cars
}

/** A car with its plate, as a list names it. */
export function carWithPlate({ name, plate }: Pick<FleetCar, 'name' | 'plate'>): string {
  return plate ? m.admin_bookings_car_with_plate({ car: name, plate }) : name
}

/** A car at the counter: plate, place, price, and whether it is there. */
export function counterCarWords(car: FleetCar): string {
  const { location: place, pricePerDay, available } = car
  const params = { car: carWithPlate(car), place, price: showKsh(pricePerDay), state: stateWords(car) }
  return available ? m.admin_bookings_car_option(params) : m.admin_bookings_car_option_hidden(params)
}

function stateWords({ out, next, blocked }: FleetCar): string {
  if (out?.isLost) return m.admin_bookings_car_lost({ reference: out.reference })
  if (out) return m.admin_bookings_car_out({ at: showInstant(out.at), reference: out.reference })
  if (blocked && Date.parse(blocked.from) <= serverNow().getTime())
    return m.admin_bookings_car_blocked({ until: showInstant(blocked.until) })
  if (blocked && (!next || blocked.from < next.at))
    return m.admin_bookings_car_free_until_block({ at: showInstant(blocked.from) })
  if (next) return m.admin_bookings_car_free_until({ at: showInstant(next.at), reference: next.reference })
  return m.admin_bookings_car_free()
}
