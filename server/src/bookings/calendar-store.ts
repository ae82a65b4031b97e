import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

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
  for (const word of search.toLowerCase().split(/\s+/).filter(Boolean)) {
    query = query.where('cars.search_text', 'like', `%${word.replace(/[\\%_]/g, '\\$&')}%`)
  }
  const keys = await query
    .select(['cars.id', 'cars.name', 'cars.price_per_day', 'cars.available'])
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

/** What takes the cars within the window, in order. */
export async function findSpans(db: Db, carIds: readonly string[], { from, until }: Window) {
  if (carIds.length === 0) return []
  return db
    .selectFrom('car_calendar')
    .leftJoin('bookings', 'bookings.id', 'car_calendar.booking_id')
    .leftJoin('car_blocks', 'car_blocks.id', 'car_calendar.block_id')
    .select(['car_calendar.car_id', 'car_calendar.booking_id', 'car_calendar.block_id'])
    .select(['bookings.reference', 'bookings.status', 'bookings.customer_info', 'car_blocks.reason'])
    .select(sql<Date>`coalesce(bookings.starts_at, car_blocks.starts_at)`.as('starts_at'))
    .select(sql<Date>`coalesce(bookings.ends_at, car_blocks.ends_at)`.as('ends_at'))
    .select(sql<Date>`upper(car_calendar.taken)`.as('occupied_until'))
    .where('car_calendar.car_id', 'in', [...carIds])
    .where(sql<boolean>`car_calendar.taken && tstzrange(${from}, ${until})`)
    .orderBy(sql`lower(car_calendar.taken)`)
    .execute()
}

/** Bookings that are over leave the calendar's present, yet staff looks back at them. */
export async function findPastSpans(db: Db, carIds: readonly string[], { from, until }: Window) {
  if (carIds.length === 0) return []
  return db
    .selectFrom('bookings')
    .select([
      'id',
      'car_id',
      'reference',
      'status',
      'customer_info',
      'starts_at',
      'ends_at',
      'occupied_until',
    ])
    .where('car_id', 'in', [...carIds])
    .where('status', '=', 'completed')
    .where('starts_at', '<', until)
    .where('ends_at', '>', from)
    .orderBy('starts_at')
    .execute()
}
