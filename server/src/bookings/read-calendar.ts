import { fullName } from '@twende/contract/accounts/full-name.ts'
import type { CalendarCar, CalendarSpan } from '@twende/contract/bookings/admin-booking.ts'
import { customerDocument } from '@twende/contract/bookings/booking.ts'
import { addDays, type Day, nairobiDay, nairobiInstant } from '@twende/contract/calendar-day.ts'
import { readPage } from '../db/list-page.ts'
import type { AppDeps } from '../deps.ts'
import { pictureAddress } from '../media/present-picture.ts'
import { findCalendarCars, findShownSpans, type ShownSpan } from './calendar-store.ts'

const DAYS = 14
const CARS = 30

type CalendarInput = {
  fromDay?: Day | undefined
  days?: number | undefined
  search?: string | undefined
  page?: number | undefined
  limit?: number | undefined
}

/** Cars and what takes them over some days: live bookings, blocks, and rentals that are over. */
export async function readCalendar(
  { db, clock, config }: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  input: CalendarInput,
) {
  const now = clock.now()
  const { fromDay = nairobiDay(now), days = DAYS, search = '', page, limit } = input
  const window = {
    from: nairobiInstant(fromDay, '00:00'),
    until: nairobiInstant(addDays(fromDay, days), '00:00'),
  }
  const list = await readPage(
    { page, limit },
    {
      size: CARS,
      find: (range) => findCalendarCars(db, { search, ...range }),
      read: (rows) => withSpans({ db, config }, rows, { ...window, now }),
    },
  )
  return { fromDay, days, ...list }
}

type CalendarRow = Awaited<ReturnType<typeof findCalendarCars>>['keys'][number]

async function withSpans(
  { db, config }: Pick<AppDeps, 'db' | 'config'>,
  rows: readonly CalendarRow[],
  window: { from: Date; until: Date; now: Date },
): Promise<CalendarCar[]> {
  const spans = Map.groupBy(
    await findShownSpans(
      db,
      rows.map(({ id }) => id),
      window,
    ),
    ({ car_id }) => car_id,
  )
  return rows.map(
    (car): CalendarCar => ({
      _id: car.id,
      name: car.name,
      numberPlate: car.number_plate,
      category: car.category,
      location: car.location,
      image: car.picture_hash === null ? '' : pictureAddress(config.publicUrl, car.picture_hash),
      pricePerDay: car.price_per_day,
      available: car.available,
      spans: (spans.get(car.id) ?? []).map(toCalendarSpan),
    }),
  )
}

function toCalendarSpan(span: ShownSpan): CalendarSpan {
  const period = {
    _id: span.id,
    startsAt: span.starts_at.toISOString(),
    endsAt: span.ends_at.toISOString(),
    occupiedUntil: span.occupied_until.toISOString(),
  }
  if (span.kind === 'block') {
    const { kind, reason, import_id } = span
    return {
      ...period,
      kind,
      status: null,
      carIsLost: false,
      reference: '',
      label: reason,
      imported: import_id !== null,
    }
  }
  const label = fullName(customerDocument.read(span.customer_info))
  const { kind, status, car_is_lost: carIsLost, reference } = span
  return { ...period, kind, status, carIsLost, reference, label, imported: false }
}
