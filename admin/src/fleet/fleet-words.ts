import { showInstant } from '@twende/contract/calendar-day.ts'
import type { FleetCar } from '@twende/contract/cars/fleet-car.ts'
import type { BadgeTone } from '@twende/ui/controls/badge.tsx'

/** How a car stands, in a word. */
export function fleetState(car: FleetCar): { tone: BadgeTone; word: string } {
  if (car.retiredAt) return { tone: 'neutral', word: 'Retired' }
  if (car.nextBooking?.status === 'active') return { tone: 'ink', word: 'On the road' }
  return car.available ? { tone: 'acacia', word: 'Available' } : { tone: 'clay', word: 'Not offered' }
}

/** What is next for a car. */
export function nextWords({ nextBooking, liveBookings, retiredAt }: FleetCar) {
  if (retiredAt) return { head: `Retired ${showInstant(retiredAt)}`, detail: '' }
  if (!nextBooking) return { head: 'No booking ahead', detail: '' }
  const { status, startsAt, endsAt, reference, customer } = nextBooking
  const more = liveBookings > 1 ? `, ${liveBookings - 1} more` : ''
  return {
    head: status === 'active' ? `Back ${showInstant(endsAt)}` : `Out ${showInstant(startsAt)}`,
    detail: `${reference} ${customer}${status === 'pending' ? ', unpaid' : ''}${more}`,
  }
}
