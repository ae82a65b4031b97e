import type { BookingStatus } from '@twende/contract/bookings/booking-status.ts'
import { TURNAROUND_HOURS } from '@twende/contract/business-constants.ts'
import { searchWords } from '@twende/contract/search/search-words.ts'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { containsWords, plateText } from '../db/text-search.ts'
import { CAR_IS_LOST } from './booking-read-store.ts'

type Window = { from: Date; until: Date }

/** One page of the cars in the fleet, by name, and how many there are. */
export async function findCalendarCars(
  db: Db,
  { search, limit, offset }: { search: string; limit: number; offset: number },
) {
  let query = db
    .selectFrom('cars')
    .innerJoin('categories', 'categories.id', 'cars.category_id')
    .innerJoin('locations', 'locations.id', 'cars.location_id')
    .where('cars.retired_at', 'is', null)
  const words = searchWords(search)
  if (words.length > 0)
    query = query.where(
      containsWords(sql<string>`cars.search_text || ' ' || ${plateText(sql`cars.id`)}`, words),
    )
  const keys = await query
    .select(['cars.id', 'cars.name', 'cars.price_per_day', 'cars.available', 'cars.number_plate'])
    .select(['categories.name as category', 'locations.name as location'])
    .select((eb) =>
      eb
        .selectFrom('car_pictures')
        .select('car_pictures.picture_hash')
        .whereRef('car_pictures.car_id', '=', 'cars.id')
        .orderBy('car_pictures.position')
        .limit(1)
        .as('picture_hash'),
    )
    .orderBy('cars.name')
    .orderBy('cars.id')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { keys, total }
}

/** What the calendar shows of a car: a booking, or a block. */
export type ShownSpan = {
  car_id: string
  starts_at: Date
  ends_at: Date
  occupied_until: Date
  changed_at: Date
} & (
  | {
      kind: 'booking'
      id: string
      reference: string
      status: BookingStatus
      car_is_lost: boolean
      customer_info: unknown
    }
  | { kind: 'block'; id: string; reason: string; import_id: string | null }
)

/** What the calendar shows of the cars within the window, in order of its beginning. A car that is late is out until `now`. */
export async function findShownSpans(
  db: Db,
  carIds: readonly string[],
  window: Window & { now: Date },
): Promise<ShownSpan[]> {
  if (carIds.length === 0) return []
  const parts = await Promise.all([
    findBookingSpans(db, carIds, window),
    findLateSpans(db, carIds, window),
    findPastSpans(db, carIds, window),
    findBlockSpans(db, carIds, window),
  ])
  return parts.flat().toSorted((a, b) => a.starts_at.getTime() - b.starts_at.getTime())
}

const bookingColumns = [
  'bookings.id',
  'bookings.car_id',
  'bookings.reference',
  'bookings.customer_info',
  'bookings.starts_at',
  'bookings.ends_at',
  'bookings.occupied_until',
  'bookings.updated_at as changed_at',
] as const
const bookingFacts = [
  sql.lit('booking' as const).as('kind'),
  sql<BookingStatus>`bookings.status`.as('status'),
  CAR_IS_LOST.as('car_is_lost'),
] as const

async function findBookingSpans(
  db: Db,
  carIds: readonly string[],
  { from, until, now }: Window & { now: Date },
) {
  return db
    .selectFrom('car_calendar')
    .innerJoin('bookings', 'bookings.id', 'car_calendar.booking_id')
    .select(bookingColumns)
    .select(bookingFacts)
    .where('car_calendar.car_id', 'in', [...carIds])
    .where(sql<boolean>`car_calendar.taken && tstzrange(${from}, ${until})`)
    .where(
      sql<boolean>`not (bookings.status = 'active' and bookings.occupied_until <= ${now} and ${from} <= ${now})`,
    )
    .execute()
}

/** Rentals whose time is over, though the car has not come back: nobody has it until now, and for the turnaround after it. */
async function findLateSpans(
  db: Db,
  carIds: readonly string[],
  { from, until, now }: Window & { now: Date },
) {
  if (from > now) return []
  const rows = await db
    .selectFrom('bookings')
    .select(bookingColumns)
    .select(bookingFacts)
    .where('car_id', 'in', [...carIds])
    .where('status', '=', 'active')
    .where('occupied_until', '<=', now)
    .where('starts_at', '<', until)
    .execute()
  return rows.map((row) => ({
    ...row,
    occupied_until: new Date(now.getTime() + TURNAROUND_HOURS * 3_600_000),
  }))
}

/** Bookings that are over leave the calendar's present, yet staff looks back at them. */
async function findPastSpans(db: Db, carIds: readonly string[], { from, until }: Window) {
  return db
    .selectFrom('bookings')
    .select(bookingColumns)
    .select(bookingFacts)
    .where('car_id', 'in', [...carIds])
    .where('status', '=', 'completed')
    .where('starts_at', '<', until)
    .where('ends_at', '>', from)
    .execute()
}

async function findBlockSpans(db: Db, carIds: readonly string[], { from, until }: Window) {
  return db
    .selectFrom('car_blocks')
    .select(['id', 'car_id', 'reason', 'import_id', 'starts_at', 'ends_at'])
    .select(['ends_at as occupied_until', 'created_at as changed_at'])
    .select(sql.lit('block' as const).as('kind'))
    .where('car_id', 'in', [...carIds])
    .where('starts_at', '<', until)
    .where('ends_at', '>', from)
    .execute()
}
