import type { FleetShow } from '@twende/contract/cars/car.ts'
import { searchWords } from '@twende/contract/search/search-words.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { type FoundPage, findPage, inOrderOf, type PageRange } from '../db/list-page.ts'
import { matchesName } from '../db/selectable-catalog-items.ts'
import { containsWords } from '../db/text-search.ts'
import { type CarRow, selectEveryCar } from './car-store.ts'

export type NextBookingRow = {
  id: string
  reference: string
  status: 'pending' | 'confirmed' | 'active'
  starts_at: string
  ends_at: string
  customer: string
}
export type FleetCarRow = CarRow & {
  number_plate: string | null
  chassis_number: string | null
  logbook_number: string | null
  odometer: number | null
  retired_at: Date | null
  created_at: Date
  updated_at: Date
  next_booking: NextBookingRow | null
  live_bookings: number
}
export type FleetCounts = Record<FleetShow, number>

export type FleetFilter = {
  search?: string | undefined
  category?: string | undefined
  show: FleetShow
}

/** The ids of one page of the cars that match; retired cars come last. */
export async function findAdminFleetPage(
  db: Db,
  { search, category, show, limit, offset }: FleetFilter & PageRange,
): Promise<FoundPage> {
  const words = sql<string>`concat_ws(
    ' ', cars.search_text, lower(locations.name), lower(number_plate), lower(replace(number_plate, ' ', '')),
    lower(chassis_number), lower(logbook_number)
  )`
  const matching = [matchesShow(show), containsWords(words, searchWords(search))]
  if (category) matching.push(matchesName('categories', category))
  return findPage(db, {
    from: sql`(
      select cars.id, cars.name, cars.retired_at from cars join categories on categories.id = cars.category_id
      join locations on locations.id = cars.location_id where ${sql.join(matching, sql` and `)}
    ) as found`,
    where: sql`true`,
    order: sql`retired_at is not null, lower(name), id`,
    limit,
    offset,
  })
}

/** The cars of these ids, in their order. */
export async function findAdminFleetCars(db: Db, ids: readonly string[], now: Date): Promise<FleetCarRow[]> {
  if (ids.length === 0) return []
  const rows = await selectAdminFleet(db, now)
    .where('cars.id', 'in', [...ids])
    .execute()
  return inOrderOf(ids, rows)
}

export async function findAdminFleetCar(db: Db, carId: string, now: Date): Promise<FleetCarRow | undefined> {
  return selectAdminFleet(db, now).where('cars.id', '=', carId).executeTakeFirst()
}

export async function countAdminFleet(db: Db): Promise<FleetCounts> {
  const count = (show: FleetShow) => sql<number>`count(*) filter (where ${matchesShow(show)})`.as(show)
  return db
    .selectFrom('cars')
    .select([count('all'), count('available'), count('unavailable'), count('retired')])
    .executeTakeFirstOrThrow()
}

function matchesShow(show: FleetShow): RawBuilder<SqlBool> {
  switch (show) {
    case 'all':
      return sql`true`
    case 'available':
      return sql`(cars.retired_at is null and cars.available)`
    case 'unavailable':
      return sql`(cars.retired_at is null and not cars.available)`
    case 'retired':
      return sql`cars.retired_at is not null`
  }
}

function selectAdminFleet(db: Db, now: Date) {
  const live = sql`bookings.car_id = cars.id and bookings.status in ('pending', 'confirmed', 'active')
    and (bookings.status = 'pending' and bookings.hold_expires_at <= ${now}) is not true`
  return selectEveryCar(db).select([
    'cars.number_plate',
    'cars.chassis_number',
    'cars.logbook_number',
    'cars.odometer',
    'cars.retired_at',
    'cars.created_at',
    'cars.updated_at',
    sql<number>`(select count(*) from bookings where ${live})`.as('live_bookings'),
    sql<NextBookingRow | null>`(
      select json_build_object(
        'id', bookings.id, 'reference', bookings.reference, 'status', bookings.status,
        'starts_at', bookings.starts_at, 'ends_at', bookings.ends_at,
        'customer', trim(concat_ws(' ', bookings.customer_info ->> 'firstName', bookings.customer_info ->> 'lastName'))
      )
      from bookings where ${live} order by bookings.starts_at limit 1
    )`.as('next_booking'),
  ])
}
