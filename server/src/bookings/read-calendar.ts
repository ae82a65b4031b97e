import type { CalendarCar, CalendarSpan } from '@twende/contract/bookings/admin-booking.ts'
import { customerDocument } from '@twende/contract/bookings/booking.ts'
import { addDays, type Day, nairobiDay, nairobiInstant } from '@twende/contract/calendar-day.ts'
import { readPage } from '../db/list-page.ts'
import type { AppDeps } from '../deps.ts'
import { pictureAddress } from '../media/present-picture.ts'
import { findCalendarCars, findPastSpans, findSpans } from './calendar-store.ts'

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
  const { fromDay = nairobiDay(clock.now()), days = DAYS, search = '', page, limit } = input
  const window = {
    from: nairobiInstant(fromDay, '00:00'),
    until: nairobiInstant(addDays(fromDay, days), '00:00'),
  }
  const list = await readPage(
    { page, limit },
    {
      size: CARS,
      find: (range) => findCalendarCars(db, { search, ...range }),
      read: (rows) => withSpans({ db, config }, rows, window),
    },
  )
  return { fromDay, days, ...list }
}

type CalendarRow = Awaited<ReturnType<typeof findCalendarCars>>['keys'][number]

async function withSpans(
  { db, config }: Pick<AppDeps, 'db' | 'config'>,
  rows: readonly CalendarRow[],
  window: { from: Date; until: Date },
): Promise<CalendarCar[]> {
  const ids = rows.map(({ id }) => id)
  const [taken, past] = await Promise.all([findSpans(db, ids, window), findPastSpans(db, ids, window)])
  const spans = new Map<string, CalendarSpan[]>(ids.map((id) => [id, []]))
  for (const row of past) spans.get(row.car_id)?.push(bookingSpan(row, row.id))
  for (const row of taken) spans.get(row.car_id)?.push(takenSpan(row))
  return rows.map(
    (car): CalendarCar => ({
      _id: car.id,
      name: car.name,
      category: car.category,
      location: car.location,
      image: car.picture_hash === null ? '' : pictureAddress(config.publicUrl, car.picture_hash),
      pricePerDay: car.price_per_day,
      available: car.available,
      spans: (spans.get(car.id) ?? []).toSorted((a, b) => a.startsAt.localeCompare(b.startsAt)),
    }),
  )
}

type Span = { starts_at: Date; ends_at: Date; occupied_until: Date }
type Booked = Span & { reference: string | null; status: string | null; customer_info: unknown }

function takenSpan(row: Awaited<ReturnType<typeof findSpans>>[number]): CalendarSpan {
  if (row.booking_id !== null) return bookingSpan(row, row.booking_id)
  return {
    ...instants(row),
    kind: 'block',
    _id: row.block_id ?? '',
    status: null,
    reference: '',
    label: row.reason ?? '',
  }
}

function bookingSpan(row: Booked, id: string): CalendarSpan {
  const { firstName, lastName } = customerDocument.read(row.customer_info)
  const label = `${firstName} ${lastName}`
  return {
    ...instants(row),
    kind: 'booking',
    _id: id,
    status: row.status,
    reference: row.reference ?? '',
    label,
  }
}

function instants({ starts_at, ends_at, occupied_until }: Span) {
  return {
    startsAt: starts_at.toISOString(),
    endsAt: ends_at.toISOString(),
    occupiedUntil: occupied_until.toISOString(),
  }
}
