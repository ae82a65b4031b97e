import type { Day } from '@twende/contract/calendar-day.ts'
import type { DriverRefusalReason, DriverStatus } from '@twende/contract/drivers/driver.ts'
import { searchWords } from '@twende/contract/search/search-words.ts'
import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { accountName } from '../db/account-name.ts'
import type { Db } from '../db/database.ts'
import type { FoundPage, PageRange } from '../db/list-page.ts'
import type { Tables } from '../db/tables.ts'
import { containsWords, searchable } from '../db/text-search.ts'

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

/** Name and phone number of whoever rents with these papers; empty where they are not known. */
export async function findHirerOf(db: Db, driverId: string): Promise<{ name: string; phone: string }> {
  return db
    .selectFrom('drivers')
    .leftJoin('accounts', 'accounts.id', 'drivers.account_id')
    .leftJoin('bookings', 'bookings.id', 'drivers.booking_id')
    .select(
      sql<string>`coalesce(nullif(accounts.name, ''), trim(concat(
        bookings.customer_info ->> 'firstName', ' ', bookings.customer_info ->> 'lastName')))`.as('name'),
    )
    .select(sql<string>`coalesce(accounts.phone, bookings.customer_info ->> 'phone', '')`.as('phone'))
    .where('drivers.id', '=', driverId)
    .executeTakeFirstOrThrow()
}

/** Approved papers with the licence of these, these among them, whoever sent them. */
export async function findApprovedWithSameLicence(db: Db, driverId: string): Promise<StoredDriver[]> {
  return db
    .selectFrom('drivers')
    .selectAll()
    .where('licence_number', '=', (eb) =>
      eb.selectFrom('drivers').select('licence_number').where('id', '=', driverId),
    )
    .where('status', '=', 'approved')
    .orderBy('id')
    .execute()
}

/** Whose drivers: those of an account, those who were sent for a booking, or both. */
export type DriversOwner = { accountId?: string; bookingId?: string }

/** The drivers that an account has named, and those that were entered for a booking, newest first. */
export async function findDriversOf(db: Db, owner: DriversOwner): Promise<StoredDriver[]> {
  return db
    .selectFrom('drivers')
    .selectAll()
    .where((eb) =>
      eb.or([
        ...(owner.accountId === undefined ? [] : [eb('account_id', '=', owner.accountId)]),
        ...(owner.bookingId === undefined ? [] : [eb('booking_id', '=', owner.bookingId)]),
      ]),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(20)
    .execute()
}

/** All papers of those who were taken out of a booking, by whom and why. */
export async function findTakenOut(db: Db, bookingId: string) {
  return db
    .selectFrom('papers_taken_out')
    .innerJoin('accounts', 'accounts.id', 'papers_taken_out.taken_out_by')
    .select(['driver_id', 'taken_out_at', 'papers_taken_out.reason', accountName().as('by')])
    .$narrowType<{ driver_id: string; taken_out_at: Date; reason: string }>()
    .where('booking_id', '=', bookingId)
    .execute()
}

/** The bookings that are not over and that the person of these papers was taken out of. */
export async function findBookingsWithout(db: Db, driverId: string) {
  return db
    .selectFrom('papers_taken_out')
    .innerJoin('bookings', 'bookings.id', 'papers_taken_out.booking_id')
    .select(['bookings.id', 'bookings.reference', 'papers_taken_out.reason'])
    .$narrowType<{ reason: string }>()
    .where('driver_id', '=', driverId)
    .where('bookings.status', 'in', ['pending', 'confirmed', 'active'])
    .orderBy('bookings.id')
    .execute()
}

type TakingOut = { bookingId: string; driverIds: readonly string[] }

export async function insertTakenOut(
  tx: Db,
  { bookingId, driverIds, by, reason, now }: TakingOut & { by: string; reason: string; now: Date },
): Promise<void> {
  const row = { booking_id: bookingId, taken_out_by: by, taken_out_at: now, reason }
  await tx
    .insertInto('drivers_taken_out')
    .values(driverIds.map((driver_id) => ({ ...row, driver_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Puts the person of these papers back, whichever papers the person was taken out with. */
export async function deleteTakenOut(
  tx: Db,
  { bookingId, driverId }: { bookingId: string; driverId: string },
): Promise<void> {
  await sql`
    delete from drivers_taken_out as gone using drivers as named, drivers as one
    where gone.booking_id = ${bookingId}::uuid and named.id = gone.driver_id and one.id = ${driverId}::uuid
      and (one.id = named.id or one.licence_number = named.licence_number
        or (one.identity_kind, one.identity_number) = (named.identity_kind, named.identity_number))`.execute(
    tx,
  )
}

/** Whether the car of a confirmed booking may not leave yet, because nobody is approved to drive it. */
export async function lacksDriver(db: Db, bookingId: string): Promise<boolean> {
  const row = await db
    .selectFrom('bookings')
    .select(sql<boolean>`lacks_driver(bookings)`.as('lacks'))
    .where('id', '=', bookingId)
    .where('status', '=', 'confirmed')
    .executeTakeFirst()
  return row?.lacks ?? false
}

export async function findWaiver(db: Db, bookingId: string) {
  return db
    .selectFrom('driver_waivers')
    .innerJoin('accounts', 'accounts.id', 'driver_waivers.waived_by')
    .select(['driver_waivers.waived_at', 'driver_waivers.reason', accountName().as('by')])
    .where('booking_id', '=', bookingId)
    .executeTakeFirst()
}

export type DriverSearch = { status: DriverStatus; search?: string | undefined }

export async function findDriverPage(
  db: Db,
  { status, search, limit, offset }: DriverSearch & PageRange,
): Promise<FoundPage<StoredDriver>> {
  const words = searchWords(search)
  const matches = db
    .selectFrom('drivers')
    .where('status', '=', status)
    .where(
      words.length === 0
        ? sql<SqlBool>`true`
        : containsWords(searchable(sql`full_name || ' ' || licence_number || ' ' || identity_number`), words),
    )
  const direction = status === 'submitted' ? 'asc' : 'desc'
  const keys = await matches
    .selectAll()
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await matches
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { keys, total }
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
  { ownerId, licenceNumber }: { ownerId: string; licenceNumber: string },
): Promise<StoredDriver[]> {
  return db
    .deleteFrom('drivers')
    .where(sql<SqlBool>`coalesce(account_id, booking_id) = ${ownerId}`)
    .where('licence_number', '=', licenceNumber)
    .where('status', '=', 'submitted')
    .returningAll()
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

/** The latest other papers with this licence or ID whose approval was withdrawn. */
export async function findWithdrawnBefore(db: Db, driver: StoredDriver): Promise<StoredDriver | undefined> {
  const { id, licence_number, identity_kind, identity_number } = driver
  return db
    .selectFrom('drivers')
    .selectAll()
    .where('id', '<>', id)
    .where('withdrawn_at', 'is not', null)
    .where(
      sql<SqlBool>`(licence_number = ${licence_number}
        or (identity_kind, identity_number) = (${identity_kind}, ${identity_number}))`,
    )
    .orderBy('withdrawn_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

type Withdrawal = { driverIds: readonly string[]; reason: string; withdrawnBy: string; now: Date }

/** Takes back approvals, and records who did; returns those that were still approved. */
export async function setWithdrawn(
  tx: Db,
  { driverIds, reason, withdrawnBy, now }: Withdrawal,
): Promise<string[]> {
  const withdrawn = await tx
    .updateTable('drivers')
    .set({
      status: 'refused',
      withdrawn_at: now,
      withdrawn_by: withdrawnBy,
      withdrawal_reason: reason,
      updated_at: now,
    })
    .where('id', 'in', driverIds)
    .where('status', '=', 'approved')
    .returning('id')
    .execute()
  const checks = withdrawn.map(({ id }) => ({
    id: uuidv7(),
    driver_id: id,
    checked_by: withdrawnBy,
    checked_at: now,
    outcome: 'withdrawn',
    reason: '',
  }))
  if (checks.length > 0) await tx.insertInto('driver_checks').values(checks).execute()
  return withdrawn.map(({ id }) => id)
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

/**
 * Deletes the papers of an account. Those stay that a rental which ended since `before` had, until their time after it is over;
 * what was sent after that rental was over goes.
 */
export async function deleteDriversOf(db: Db, accountId: string, before: Day): Promise<StoredDriver[]> {
  const rental = sql`from bookings
    where bookings.account_id = ${accountId} and bookings.booked_by is distinct from ${accountId}
      and bookings.handover is not null and bookings.end_date >= ${before}::date
      and drivers.created_at <= coalesce(bookings.returned_at, bookings.ends_at)`
  const deleted = await db
    .deleteFrom('drivers')
    .where('account_id', '=', accountId)
    .where(sql<SqlBool>`not exists (select ${rental})`)
    .returningAll()
    .execute()
  await db
    .updateTable('drivers')
    .set({ needed_until: sql<Day>`(select max(bookings.end_date) ${rental})` })
    .where('account_id', '=', accountId)
    .execute()
  return deleted
}

/** Empties what the histories of bookings that were over before a day say about their drivers. */
export async function blankDriverNotes(db: Db, before: Day): Promise<void> {
  await sql`select blank_driver_notes(${before}::date)`.execute(db)
}

/**
 * Deletes papers that no rental has needed since `before`: neither the one they were sent for nor a later one of the account,
 * however long that was extended. Not while a charge of such a rental is disputed.
 */
export async function deleteDriversNeededUntil(db: Db, before: Day): Promise<StoredDriver[]> {
  return db
    .deleteFrom('drivers')
    .where('needed_until', '<', before)
    .where(
      sql<SqlBool>`not exists (
        select from bookings
        where (bookings.id = drivers.booking_id
            or bookings.account_id = drivers.account_id and bookings.booked_by is distinct from bookings.account_id)
          and (bookings.status in ('pending', 'confirmed', 'active')
            or bookings.status = 'completed' and bookings.end_date >= ${before}::date
            or exists (select from charge_disputes where booking_id = bookings.id and decision is null))
      )`,
    )
    .returningAll()
    .execute()
}
