import type { ImportProblem } from '@twende/contract/bookings/calendar-link-routes.ts'
import { sql } from 'kysely'
import { accountName } from '../../db/account-name.ts'
import type { Db } from '../../db/database.ts'

export type NewImport = {
  id: string
  carId: string
  name: string
  url: string
  createdBy: string
  now: Date
}

export async function insertImport(tx: Db, imported: NewImport): Promise<void> {
  await tx
    .insertInto('calendar_imports')
    .values({
      id: imported.id,
      car_id: imported.carId,
      name: imported.name,
      calendar_url: imported.url,
      created_by: imported.createdBy,
      created_at: imported.now,
    })
    .execute()
}

/** The calendars that are read, the newest first: those of one car, all, or one of them. */
export async function findImports(
  db: Db,
  { carId, importId, now }: { carId?: string | undefined; importId?: string; now: Date },
) {
  let query = db.selectFrom('calendar_imports').where('removed_at', 'is', null)
  if (carId !== undefined) query = query.where('calendar_imports.car_id', '=', carId)
  if (importId !== undefined) query = query.where('calendar_imports.id', '=', importId)
  return query
    .innerJoin('cars', 'cars.id', 'calendar_imports.car_id')
    .leftJoin('accounts', 'accounts.id', 'calendar_imports.created_by')
    .select([
      'calendar_imports.id',
      'calendar_imports.name',
      'calendar_imports.car_id',
      'cars.name as car_name',
      'calendar_imports.calendar_url',
      'calendar_imports.created_at',
      'calendar_imports.checked_at',
      'calendar_imports.read_at',
      'calendar_imports.unread_entries',
      'calendar_imports.unread_names',
    ])
    .select(sql<ImportProblem | null>`calendar_imports.problem`.as('problem'))
    .select(accountName('accounts').as('created_by_name'))
    .select((eb) =>
      eb
        .selectFrom('car_blocks')
        .select((count) => count.fn.countAll<number>().as('blocks'))
        .whereRef('car_blocks.import_id', '=', 'calendar_imports.id')
        .where('car_blocks.ends_at', '>', now)
        .as('blocks'),
    )
    .orderBy('calendar_imports.created_at', 'desc')
    .orderBy('calendar_imports.id', 'desc')
    .execute()
}

/** Bookings that are not over, at times at which one of these calendars says that the car is taken. */
export async function findConflicts(db: Db, importIds: readonly string[], now: Date) {
  if (importIds.length === 0) return []
  return db
    .selectFrom('calendar_imports')
    .innerJoin('car_calendar', 'car_calendar.car_id', 'calendar_imports.car_id')
    .innerJoin('bookings', 'bookings.id', 'car_calendar.booking_id')
    .select(['calendar_imports.id as import_id', 'bookings.id', 'bookings.reference'])
    .select(['bookings.starts_at', 'bookings.ends_at'])
    .where('calendar_imports.id', 'in', [...importIds])
    .where(sql<boolean>`calendar_imports.busy && car_calendar.taken and upper(car_calendar.taken) > ${now}`)
    .orderBy('bookings.starts_at')
    .execute()
}

/** What is read again now: every calendar that is not removed, of a car that is in the fleet, the longest unread first. */
export async function findImportsToRead(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('calendar_imports')
    .innerJoin('cars', 'cars.id', 'calendar_imports.car_id')
    .select('calendar_imports.id')
    .where('removed_at', 'is', null)
    .where('cars.retired_at', 'is', null)
    .orderBy(sql`checked_at nulls first`)
    .execute()
  return rows.map(({ id }) => id)
}

export type ImportSource = { id: string; car_id: string; name: string; calendar_url: string }

export async function findImportSource(
  db: Db,
  importId: string,
): Promise<(ImportSource & { checked_at: Date | null }) | undefined> {
  return db
    .selectFrom('calendar_imports')
    .select(['id', 'car_id', 'name', 'calendar_url', 'checked_at'])
    .where('id', '=', importId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}

/** Records that a calendar could not be read; what was read before stays. */
export async function saveProblem(tx: Db, importId: string, problem: ImportProblem, now: Date) {
  await tx
    .updateTable('calendar_imports')
    .set({ problem, checked_at: now })
    .where('id', '=', importId)
    .where('removed_at', 'is', null)
    .execute()
}

type Reading = {
  busy: readonly { from: Date; until: Date }[]
  unreadEntries: number
  unreadNames: readonly string[]
  /** Where it ended before its end, what was read before stays. */
  isWhole: boolean
  now: Date
}

/** Records what a calendar said, from now on; false if it was removed meanwhile. */
export async function saveReading(tx: Db, importId: string, reading: Reading): Promise<boolean> {
  const periods = JSON.stringify(reading.busy)
  const { isWhole, now } = reading
  const { rows } = await sql`
    update calendar_imports set problem = ${isWhole ? null : 'cut_off'}, checked_at = ${now},
      read_at = ${isWhole ? now : sql`read_at`},
      unread_entries = ${reading.unreadEntries}, unread_names = ${[...reading.unreadNames]}::text[],
      busy = tstzmultirange(tstzrange(${now}, null)) * (coalesce((
        select range_agg(tstzrange("from", "until"))
        from jsonb_to_recordset(${periods}::jsonb) as period("from" timestamptz, "until" timestamptz)
      ), '{}') + ${isWhole ? sql`'{}'::tstzmultirange` : sql`busy`})
    where id = ${importId} and removed_at is null
    returning id`.execute(tx)
  return rows.length > 0
}

/** Has a calendar take no time any more; returns its car, undefined if it was removed already. */
export async function setImportRemoved(tx: Db, importId: string, now: Date): Promise<string | undefined> {
  const removed = await tx
    .updateTable('calendar_imports')
    .set({ removed_at: now, busy: '{}' })
    .where('id', '=', importId)
    .where('removed_at', 'is', null)
    .returning('car_id')
    .executeTakeFirst()
  return removed?.car_id
}

export type Period = { starts_at: Date; ends_at: Date }

/**
 * When a calendar blocks its car: as it was last read, and as it did before now; less what a booking or another block
 * takes. The row of the car is locked.
 */
export async function findWantedBlocks(tx: Db, importId: string, now: Date): Promise<Period[]> {
  const { rows } = await sql<Period>`
    with own as (
      select range_agg(tstzrange(starts_at, least(ends_at, ${now}))) as past from car_blocks
      where import_id = ${importId} and starts_at < ${now}
    ),
    others as (
      select range_agg(taken) as taken from car_calendar
      left join car_blocks on car_blocks.id = car_calendar.block_id
      where car_calendar.car_id = (select car_id from calendar_imports where id = ${importId})
        and car_blocks.import_id is distinct from ${importId}::uuid
    )
    select lower(period) as starts_at, upper(period) as ends_at
    from calendar_imports, own, others,
      unnest(busy + coalesce(own.past, '{}') - coalesce(others.taken, '{}')) as period
    where calendar_imports.id = ${importId}`.execute(tx)
  return rows
}

/** The blocks that came from a calendar. */
export async function findImportedBlocks(tx: Db, importId: string): Promise<(Period & { id: string })[]> {
  return tx
    .selectFrom('car_blocks')
    .select(['id', 'starts_at', 'ends_at'])
    .where('import_id', '=', importId)
    .execute()
}
