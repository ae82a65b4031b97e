import type { Day } from '@twende/contract/calendar-day.ts'
import type { DriverRefusalReason, DriverStatus } from '@twende/contract/drivers/driver.ts'
import type { Insertable, Selectable } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { accountName } from '../db/account-name.ts'
import type { Db } from '../db/database.ts'
import type { PageRange } from '../db/list-page.ts'
import type { Tables } from '../db/tables.ts'

export type StoredDriver = Selectable<Tables['drivers']>

export async function insertDriver(
  db: Db,
  driver: Omit<Insertable<Tables['drivers']>, 'id'>,
): Promise<StoredDriver> {
  return db
    .insertInto('drivers')
    .values({ ...driver, id: uuidv7() })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function findDriver(db: Db, driverId: string): Promise<StoredDriver | undefined> {
  return db.selectFrom('drivers').selectAll().where('id', '=', driverId).executeTakeFirst()
}

/** The drivers that an account has named, newest first. */
export async function findDriversOf(db: Db, accountId: string): Promise<StoredDriver[]> {
  return db
    .selectFrom('drivers')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(20)
    .execute()
}

export async function findDriversInStatus(
  db: Db,
  { status, limit, offset }: { status: DriverStatus } & PageRange,
): Promise<StoredDriver[]> {
  const direction = status === 'submitted' ? 'asc' : 'desc'
  return db
    .selectFrom('drivers')
    .selectAll()
    .where('status', '=', status)
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function countDrivers(db: Db): Promise<Record<DriverStatus, number>> {
  const rows = await db
    .selectFrom('drivers')
    .select((eb) => ['status', eb.fn.countAll<string>().as('count')])
    .groupBy('status')
    .execute()
  const of = (status: DriverStatus) => Number(rows.find((row) => row.status === status)?.count ?? 0)
  return { submitted: of('submitted'), approved: of('approved'), refused: of('refused') }
}

/** Deletes what waits for a check of the same licence, because newer papers take its place; returns the files. */
export async function deleteSubmitted(
  db: Db,
  { accountId, licenceNumber }: { accountId: string; licenceNumber: string },
): Promise<StoredDriver[]> {
  return db
    .deleteFrom('drivers')
    .where('account_id', '=', accountId)
    .where('licence_number', '=', licenceNumber)
    .where('status', '=', 'submitted')
    .returningAll()
    .execute()
}

/** Papers that a rental needs are kept until after it. */
export async function keepDriversUntil(db: Db, accountId: string, day: Day, now: Date): Promise<void> {
  await db
    .updateTable('drivers')
    .set({ needed_until: day, updated_at: now })
    .where('account_id', '=', accountId)
    .where('status', '<>', 'refused')
    .where('needed_until', '<', day)
    .execute()
}

type Decision = {
  driverId: string
  outcome: 'approved' | 'refused'
  reason: DriverRefusalReason | ''
  checkedBy: string
  now: Date
}

/** Decides about papers that wait, and records who did; false if they do not wait any more. */
export async function decideDriver(db: Db, decision: Decision): Promise<boolean> {
  const { driverId, outcome, reason, checkedBy, now } = decision
  const decided = await db
    .updateTable('drivers')
    .set({ status: outcome, refusal_reason: reason, updated_at: now })
    .where('id', '=', driverId)
    .where('status', '=', 'submitted')
    .returning('id')
    .executeTakeFirst()
  if (!decided) return false
  const check = { id: uuidv7(), driver_id: driverId, checked_by: checkedBy, checked_at: now, outcome, reason }
  await db.insertInto('driver_checks').values(check).execute()
  return true
}

export async function findChecks(db: Db, driverId: string) {
  return db
    .selectFrom('driver_checks')
    .innerJoin('accounts', 'accounts.id', 'driver_checks.checked_by')
    .select([
      'driver_checks.checked_at',
      'driver_checks.outcome',
      'driver_checks.reason',
      accountName().as('by'),
    ])
    .where('driver_id', '=', driverId)
    .orderBy('checked_at')
    .execute()
}

/** Deletes the papers of an account; returns what they were. */
export async function deleteDriversOf(db: Db, accountId: string): Promise<StoredDriver[]> {
  return db.deleteFrom('drivers').where('account_id', '=', accountId).returningAll().execute()
}

/** Deletes papers that no rental has needed since `before`. */
export async function deleteDriversNeededUntil(db: Db, before: Day): Promise<StoredDriver[]> {
  return db.deleteFrom('drivers').where('needed_until', '<', before).returningAll().execute()
}
