import { fullName } from '@twende/contract/accounts/full-name.ts'
import { readBookedExtras } from '@twende/contract/bookings/booked-extras.ts'
import { customerDocument } from '@twende/contract/bookings/booking.ts'
import { BookingStatus } from '@twende/contract/bookings/booking-status.ts'
import { carSnapshotDocument } from '@twende/contract/bookings/car-snapshot.ts'
import type { YardMove } from '@twende/contract/bookings/yard-routes.ts'
import { addDays, type Day, nairobiDay, nairobiInstant, showInstant } from '@twende/contract/calendar-day.ts'
import { m } from '@twende/messages'
import { baseLocale, isLocale, locales } from '@twende/messages/runtime'
import { type PlaceNames, readPlaceNames } from '../../content/place-names.ts'
import type { AppDeps } from '../../deps.ts'
import { inLocale } from '../../http/request-locale.ts'
import { findYardMoves, type YardRow } from './yard-store.ts'

/** The cars that leave the yard and come back to it on a day, by time; for today also those that are late. */
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

function presentMove(row: YardRow, names: ReadonlyMap<string, PlaceNames>, now: Date): YardMove {
  const { firstName, lastName, phone, licenseNumber } = customerDocument.read(row.customer_info)
  const status = BookingStatus.parse(row.status)
  const isDone =
    row.kind === 'pickup' ? status === 'active' || status === 'completed' : status === 'completed'
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
    missing: row.kind === 'pickup' && !isDone ? missingOf(row, licenseNumber) : [],
    extras: readBookedExtras(row.extras),
    address: row.kind === 'pickup' ? row.delivery_address : row.collection_address,
    specialRequests: row.kind === 'pickup' ? row.special_requests : '',
    message: isDone ? '' : messageTo(firstName, row, names, now),
  }
}

function missingOf({ payment_status, extras }: YardRow, licenseNumber: string): YardMove['missing'] {
  const hasChauffeur = readBookedExtras(extras).some(({ kind }) => kind === 'chauffeur')
  return [
    ...(payment_status === 'paid' ? [] : ['payment' as const]),
    ...(licenseNumber === '' && !hasChauffeur ? ['licence' as const] : []),
  ]
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
