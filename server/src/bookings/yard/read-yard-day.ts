import { fullName } from '@twende/contract/accounts/full-name.ts'
import { readBookedExtras } from '@twende/contract/bookings/booked-extras.ts'
import { customerDocument } from '@twende/contract/bookings/booking.ts'
import { BookingStatus } from '@twende/contract/bookings/booking-status.ts'
import { carSnapshotDocument } from '@twende/contract/bookings/car-snapshot.ts'
import { type CounterCar, YARD_MISSING, type YardMove } from '@twende/contract/bookings/yard-routes.ts'
import { addDays, type Day, nairobiDay, nairobiInstant, showInstant } from '@twende/contract/calendar-day.ts'
import { m } from '@twende/messages'
import { baseLocale, isLocale, locales } from '@twende/messages/runtime'
import { type PlaceNames, readPlaceNames } from '../../content/place-names.ts'
import type { AppDeps } from '../../deps.ts'
import { inLocale } from '../../http/request-locale.ts'
import { findCounterCars, findYardMoves, type YardRow } from './yard-store.ts'

/** The cars that leave the yard and come back to it on a day, by time; for today also those that are late, either way. */
export async function readYardDay({ db, clock }: Pick<AppDeps, 'db' | 'clock'>, chosen: Day | undefined) {
  const now = clock.now()
  const today = nairobiDay(now)
  const day = chosen ?? today
  const from = nairobiInstant(day, '00:00')
  const until = nairobiInstant(addDays(day, 1), '00:00')
  const rows = await findYardMoves(db, { from, until, now, overdue: day === today })
  const names = new Map<string, PlaceNames>()
  for (const locale of locales) names.set(locale, await readPlaceNames(db, locale))
  return { day, data: rows.map((row) => presentMove(row, names, now)) }
}

/** The cars that may be chosen at the counter, and where each is. */
export async function listCounterCars({ db, clock }: Pick<AppDeps, 'db' | 'clock'>): Promise<CounterCar[]> {
  const rows = await findCounterCars(db, clock.now())
  return rows.map((row) => ({
    _id: row.id,
    name: row.name,
    plate: row.plate ?? '',
    location: row.location,
    pricePerDay: row.price_per_day,
    available: row.available,
    out:
      row.out_reference !== null && row.due_at
        ? { reference: row.out_reference, at: row.due_at.toISOString(), isLost: row.is_lost ?? false }
        : null,
    next:
      row.next_reference !== null && row.next_at
        ? { reference: row.next_reference, at: row.next_at.toISOString() }
        : null,
    blocked:
      row.blocked_from && row.blocked_until
        ? { from: row.blocked_from.toISOString(), until: row.blocked_until.toISOString() }
        : null,
  }))
}

function presentMove(row: YardRow, names: ReadonlyMap<string, PlaceNames>, now: Date): YardMove {
  const { firstName, lastName, phone } = customerDocument.read(row.customer_info)
  const status = BookingStatus.parse(row.status)
  const isDone =
    row.kind === 'pickup' ? status === 'active' || status === 'completed' : status === 'completed'
  const isToLeave = row.kind === 'pickup' && !isDone
  return {
    kind: row.kind,
    bookingId: row.id,
    reference: row.reference,
    status,
    at: row.at.toISOString(),
    isDone,
    car: carSnapshotDocument.read(row.car_snapshot).name,
    plate: row.number_plate ?? '',
    place: row.place,
    customer: fullName({ firstName, lastName }),
    phone,
    missing: isToLeave ? missingOf(row) : [],
    withdrawnDrivers: row.withdrawn_drivers,
    depositDue: isToLeave ? row.deposit_due : 0,
    extras: readBookedExtras(row.extras),
    address: row.kind === 'pickup' ? row.delivery_address : row.collection_address,
    specialRequests: row.kind === 'pickup' ? row.special_requests : '',
    message: isDone ? '' : messageTo(firstName, row, names, now),
  }
}

/** By the rules that refuse the handover itself. */
function missingOf(row: YardRow): YardMove['missing'] {
  const papers = row.has_papers_to_check ? 'papersToCheck' : 'papers'
  const isMissing: Partial<Record<YardMove['missing'][number], boolean>> = {
    car: row.car_is_away,
    confirmation: row.status === 'pending',
    payment: row.is_unpaid || (row.status === 'pending' && row.payment_status !== 'paid'),
    deposit: row.deposit_due > 0,
    [papers]: row.lacks_driver,
  }
  return YARD_MISSING.filter((what) => isMissing[what])
}

function messageTo(name: string, row: YardRow, names: ReadonlyMap<string, PlaceNames>, now: Date): string {
  const locale = isLocale(row.locale) ? row.locale : baseLocale
  return inLocale(locale, () => {
    const params = {
      name,
      reference: row.reference,
      car: carSnapshotDocument.read(row.car_snapshot).name,
      at: showInstant(row.at.toISOString()),
      place: names.get(locale)?.get(row.place) ?? row.place,
    }
    const isLate = row.at < now
    if (row.kind === 'pickup')
      return isLate ? m.whatsapp_yard_waiting(params) : m.whatsapp_yard_pickup(params)
    return isLate ? m.whatsapp_yard_overdue(params) : m.whatsapp_yard_return(params)
  })
}
