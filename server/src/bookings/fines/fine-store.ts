import type { FineTab } from '@twende/contract/bookings/fine.ts'
import { addDays, type Day, nairobiInstant } from '@twende/contract/calendar-day.ts'
import { searchWords } from '@twende/contract/search/search-words.ts'
import { type Insertable, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { accountName } from '../../db/account-name.ts'
import type { Db } from '../../db/database.ts'
import { type FoundPage, findPage, inOrderOf, type PageRange } from '../../db/list-page.ts'
import type { Tables } from '../../db/tables.ts'
import { containsWords, searchable } from '../../db/text-search.ts'
import { isOwn } from '../booking-read-store.ts'
import { CUSTOMER_REACH } from '../customer-reach-store.ts'

export type FineRow = Selectable<Tables['traffic_fines']>

const CUSTOMER = sql<
  string | null
>`trim(concat(bookings.customer_info ->> 'firstName', ' ', bookings.customer_info ->> 'lastName'))`

/** A car of ours by its plate, also one that left the fleet. */
export function findCarByPlate(db: Db, plate: string): Promise<{ id: string; name: string } | undefined> {
  return db.selectFrom('cars').select(['id', 'name']).where('number_plate', '=', plate).executeTakeFirst()
}

const MINUTE_MS = 60_000

/**
 * The rental in which a car was out in the minute that a paper names: from its handover, or else its pickup, to its return,
 * or else its loss or its booked end; one that is out still is so until now. Where two are written down for it, the later one.
 */
export function findRentalAt(db: Db, { carId, at }: { carId: string; at: Date }) {
  const from = sql<Date>`coalesce((bookings.handover ->> 'at')::timestamptz, bookings.starts_at)`
  const until = sql<Date | null>`case when bookings.status = 'completed'
    then coalesce(bookings.returned_at,
      (select confirmed_at from car_losses where booking_id = bookings.id and withdrawn_at is null), bookings.ends_at) end`
  return db
    .selectFrom('bookings')
    .select(['id', 'reference', 'status', 'end_date', 'payment_status'])
    .select([CUSTOMER.as('customer'), CUSTOMER_REACH.as('reach'), from.as('from'), until.as('until')])
    .where('car_id', '=', carId)
    .where('status', 'in', ['active', 'completed'])
    .where(from, '<', new Date(at.getTime() + MINUTE_MS))
    .where(sql<SqlBool>`coalesce(${until} >= ${at}::timestamptz, true)`)
    .orderBy(from, 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

export async function insertFine(tx: Db, fine: Insertable<Tables['traffic_fines']>): Promise<void> {
  await tx.insertInto('traffic_fines').values(fine).execute()
}

/** A fine whose withdrawal nobody else can decide on meanwhile. */
export function lockFine(tx: Db, fineId: string): Promise<FineRow | undefined> {
  return tx.selectFrom('traffic_fines').selectAll().where('id', '=', fineId).forUpdate().executeTakeFirst()
}

/** A fine that is charged to this booking. */
export function findFineOf(db: Db, bookingId: string, fineId: string): Promise<FineRow | undefined> {
  return db
    .selectFrom('traffic_fines')
    .selectAll()
    .where('id', '=', fineId)
    .where('booking_id', '=', bookingId)
    .executeTakeFirst()
}

/** The booking that a fine is charged to; undefined where there is no such fine. */
export function findBookingOfFine(
  db: Db,
  fineId: string,
): Promise<{ booking_id: string | null } | undefined> {
  return db.selectFrom('traffic_fines').select('booking_id').where('id', '=', fineId).executeTakeFirst()
}

type Withdrawn = { fineId: string; accountId: string; reason: string; now: Date }

export async function setFineWithdrawn(tx: Db, { fineId, accountId, reason, now }: Withdrawn): Promise<void> {
  await tx
    .updateTable('traffic_fines')
    .set({ withdrawn_by: accountId, withdrawn_at: now, withdrawal_reason: reason })
    .where('id', '=', fineId)
    .execute()
}

function fines(db: Db) {
  return db
    .selectFrom('traffic_fines')
    .innerJoin('cars', 'cars.id', 'traffic_fines.car_id')
    .innerJoin('accounts as recorder', 'recorder.id', 'traffic_fines.recorded_by')
    .leftJoin('accounts as withdrawer', 'withdrawer.id', 'traffic_fines.withdrawn_by')
    .leftJoin('bookings', 'bookings.id', 'traffic_fines.booking_id')
    .selectAll('traffic_fines')
    .select(['cars.name as carName', 'bookings.reference', CUSTOMER.as('customer')])
    .select(CUSTOMER_REACH.as('reach'))
    .select([accountName('recorder').as('recordedBy'), accountName('withdrawer').as('withdrawnBy')])
}

export type ShownFineRow = Awaited<ReturnType<typeof findFinesOf>>[number]

/** The fines of a booking, the latest offence first. */
export function findFinesOf(db: Db, bookingId: string) {
  return fines(db)
    .where('traffic_fines.booking_id', '=', bookingId)
    .orderBy('traffic_fines.offence_at', 'desc')
    .orderBy('traffic_fines.id', 'desc')
    .execute()
}

export async function findFinesByIds(db: Db, ids: readonly string[]): Promise<ShownFineRow[]> {
  if (ids.length === 0) return []
  const rows = await fines(db)
    .where('traffic_fines.id', 'in', [...ids])
    .execute()
  return inOrderOf(ids, rows)
}

/** What is charged to a booking for fines that count. */
export async function sumFinesOf(db: Db, bookingId: string): Promise<number> {
  const { charged } = await db
    .selectFrom('traffic_fines')
    .leftJoin('charge_disputes', 'charge_disputes.fine_id', 'traffic_fines.id')
    .select(
      sql<number>`coalesce(sum(traffic_fines.amount - coalesce(withdrawn, 0)), 0)::bigint`.as('charged'),
    )
    .where('traffic_fines.booking_id', '=', bookingId)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirstOrThrow()
  return charged
}

const TABS: Record<FineTab, RawBuilder<SqlBool>> = {
  charged: sql`withdrawn_at is null and booking_id is not null`,
  own: sql`withdrawn_at is null and booking_id is null`,
  withdrawn: sql`withdrawn_at is not null`,
}

export type FineSearch = {
  tab: FineTab
  search?: string | undefined
  fromDay?: Day | undefined
  toDay?: Day | undefined
}

function offenceIn({ fromDay, toDay }: Pick<FineSearch, 'fromDay' | 'toDay'>): RawBuilder<unknown> {
  const from = fromDay ? sql`and offence_at >= ${nairobiInstant(fromDay, '00:00')}` : sql``
  const until = toDay ? sql`and offence_at < ${nairobiInstant(addDays(toDay, 1), '00:00')}` : sql``
  return sql`${from} ${until}`
}

export function findFinePage(
  db: Db,
  { tab, search, fromDay, toDay, ...range }: FineSearch & PageRange,
): Promise<FoundPage> {
  const words = searchWords(search)
  const text =
    searchable(sql`concat_ws(' ', number_plate, replace(number_plate, ' ', ''), authority_reference,
    (select search_text from bookings where bookings.id = booking_id))`)
  const found = words.length === 0 ? sql<SqlBool>`true` : containsWords(text, words)
  return findPage(db, {
    from: sql`traffic_fines`,
    where: sql`${TABS[tab]} and ${found} ${offenceIn({ fromDay, toDay })}`,
    order: sql`offence_at desc, id desc`,
    sumOf: (ids) => sql`select sum(amount) from traffic_fines where id in (${ids})`,
    ...range,
  })
}

export async function countFineTabs(db: Db): Promise<Record<FineTab, number>> {
  const { rows } = await sql<Record<FineTab, number>>`
    select count(*) filter (where ${TABS.charged}) as charged, count(*) filter (where ${TABS.own}) as own,
      count(*) filter (where ${TABS.withdrawn}) as withdrawn from traffic_fines`.execute(db)
  return rows[0] ?? { charged: 0, own: 0, withdrawn: 0 }
}

/** The fines of an account's own bookings, each with the booking's reference. */
export function findFinesOfAccount(db: Db, accountId: string) {
  return db
    .selectFrom('traffic_fines')
    .innerJoin('bookings', 'bookings.id', 'traffic_fines.booking_id')
    .selectAll('traffic_fines')
    .select('bookings.reference')
    .where(isOwn(accountId))
    .orderBy('offence_at')
    .execute()
}

/** Removes what staff wrote about the fines of an account's own bookings. */
export async function eraseFines(tx: Db, accountId: string, now: Date): Promise<void> {
  const set = { note: '', withdrawal_reason: '', erased_at: now }
  await tx
    .updateTable('traffic_fines')
    .set(set)
    .where('booking_id', 'in', (eb) => eb.selectFrom('bookings').select('id').where(isOwn(accountId)))
    .execute()
}
