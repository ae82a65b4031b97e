import type { BookingQueue } from '@twende/contract/bookings/admin-booking.ts'
import type { BookingStatus } from '@twende/contract/bookings/booking-status.ts'
import { addDays, type Day, nairobiDay, nairobiInstant } from '@twende/contract/calendar-day.ts'
import { searchWords } from '@twende/contract/search/search-words.ts'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { accountName } from '../../db/account-name.ts'
import type { Db } from '../../db/database.ts'
import {
  type FoundPage,
  findPage,
  findSearchPage,
  inOrderOf,
  type PageRange,
  type SumOf,
} from '../../db/list-page.ts'
import {
  carsWithPlate,
  containsWords,
  depositNumberOf,
  payablesWithCode,
  searchedCode,
} from '../../db/text-search.ts'
import { bookingsWithPayment } from '../booking-read-store.ts'
import { CUSTOMER_REACH } from '../customer-reach-store.ts'

export type AdminBookingFilter = {
  queue: BookingQueue
  status?: BookingStatus | undefined
  search?: string | undefined
  carId?: string | undefined
  accountId?: string | undefined
  fromDay?: Day | undefined
  toDay?: Day | undefined
}

export type AdminBookingRow = NonNullable<Awaited<ReturnType<typeof findAdminBooking>>>

/** The ids of one page of the bookings that match the filter. */
export async function findAdminBookingPage(
  db: Db,
  { limit, offset, ...filter }: AdminBookingFilter & PageRange,
  now: Date,
): Promise<FoundPage> {
  const where = sql.join(filters(filter, now), sql` and `)
  const sumOf = filter.queue === 'owed' ? sumOwedBy : sumOfPrices(now)
  const page = { order: sql`${orders[filter.queue]}, id desc`, limit, offset, sumOf }
  if (!filter.search) return findPage(db, { from: sql`bookings`, where, ...page })
  const words = searchWords(filter.search)
  const select = sql`select id, created_at, starts_at, ends_at from bookings where ${where}`
  const ways = [
    sql`${select} and ${containsWords(sql`bookings.search_text`, words)}`,
    sql`${select} and bookings.car_id = any(array(${carsWithPlate(words)}))`,
    ...waysByMoney(select, searchedCode(words)),
  ]
  return findSearchPage(db, words.length === 0 ? [sql`${select} and false`] : ways, page)
}

/** Of those that are cancelled nobody pays a price. */
const sumOfPrices =
  (now: Date): SumOf =>
  (ids) =>
    sql`select sum(final_amount) from bookings where id in (${ids}) and not ${hasStatus('cancelled', now)}`
const sumOwedBy: SumOf = (ids) => sql`
  select sum(receivable - unapplied) from ledger_balances
  where receivable > unapplied and payable_type = 'booking' and payable_id in (${ids})`

/** By a code that paid the booking or its deposit, or by the reference of the deposit. */
function waysByMoney(select: RawBuilder<unknown>, code: string | undefined): RawBuilder<unknown>[] {
  if (code === undefined) return []
  const paid = payablesWithCode(code)
  const deposit = sql`number = ${depositNumberOf(code) ?? null}::bigint or id in (${paid})`
  return [
    sql`${select} and bookings.id in (${paid})`,
    sql`${select} and bookings.id in (select booking_id from deposits where ${deposit})`,
  ]
}

/** The bookings of these ids, in their order. */
export async function findAdminBookingsByIds(db: Db, ids: readonly string[]): Promise<AdminBookingRow[]> {
  if (ids.length === 0) return []
  const rows = await adminBookingRows(db)
    .where('bookings.id', 'in', [...ids])
    .execute()
  return inOrderOf(ids, rows)
}

/** The money of a booking in the ledger; what moved to or from another purchase is part of it. */
export type BookingMoney = {
  revenue: number
  /** What the revenue consists of: the price, what is kept of a cancelled booking, charges and fines. */
  price: number
  cancellationFee: number
  charges: number
  fines: number
  /** What was kept of the deposit, less what was released. */
  fromDeposit: number
  paid: number
  received: number
  givenBack: number
  toGiveBack: number
}

/** The money of these bookings; of those that never had any nothing. */
export async function findMoneyOf(db: Db, ids: readonly string[]): Promise<Map<string, BookingMoney>> {
  const { rows } = await sql<BookingMoney & { id: string }>`
    select balance.payable_id as id, revenue,
      case when status <> 'cancelled' then part.price else 0 end as price,
      case when status = 'cancelled' then part.price else 0 end as "cancellationFee",
      part.charges, part.fines, part."fromDeposit", greatest(0, revenue + unapplied - receivable) as paid, money + sent.amount as received, sent.amount as "givenBack",
      refunds_payable as "toGiveBack"
    from ledger_balances as balance join bookings on bookings.id = balance.payable_id
    cross join lateral (
      select coalesce(sum(amount) filter (where figure = 'price'), 0)::bigint as price,
        coalesce(sum(amount) filter (where figure = 'charge'), 0)::bigint as charges,
        coalesce(sum(amount) filter (where figure = 'passed_on'), 0)::bigint as fines,
        coalesce(sum(amount) filter (where figure = 'from_deposit'), 0)::bigint as "fromDeposit"
      from report_entries where booking_id = balance.payable_id
    ) as part cross join lateral (
      select coalesce(sum(amount), 0)::bigint as amount from refunds
      where booking_id = balance.payable_id and status = 'sent'
    ) as sent
    where payable_type = 'booking' and payable_id = any(${[...ids]}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, ...money }) => [id, money]))
}

export async function findAdminBooking(db: Db, bookingId: string) {
  return adminBookingRows(db).where('bookings.id', '=', bookingId).executeTakeFirst()
}

/** How many bookings wait in each queue. */
export async function countBookingQueues(db: Db, now: Date) {
  const count = (queue: BookingQueue) => sql<number>`count(*) filter (where ${inQueue(queue, now)})`.as(queue)
  const counts = await db
    .selectFrom('bookings')
    .select([count('toConfirm'), count('pickups'), count('returns'), count('overdue')])
    .select(count('notHandedOver'))
    .where('status', 'in', ['pending', 'confirmed', 'active'])
    .executeTakeFirstOrThrow()
  const { disputed } = await db
    .selectFrom('charge_disputes')
    .select(sql<number>`count(distinct booking_id)`.as('disputed'))
    .where('decision', 'is', null)
    .executeTakeFirstOrThrow()
  const { rows } = await sql<{ owed: number }>`select count(*)::int as owed from (${OWING}) as owing`.execute(
    db,
  )
  return { ...counts, disputed, owed: rows[0]?.owed ?? 0 }
}

/** The bookings whose customers owe something, in the words of the index. */
const OWING = sql`
  select payable_id from ledger_balances where receivable > unapplied and payable_type = 'booking'`

/**
 * The account that has proven this address and is not banned; undefined where there is none. Until the transaction ends, a proof of
 * it waits, so that it finds the booking.
 */
export async function findAccountWithProvenEmail(tx: Db, email: string): Promise<string | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext(${`counter booking ${email}`}))`.execute(tx)
  const row = await tx
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', email)
    .where('email_proven_at', 'is not', null)
    .where('banned_at', 'is', null)
    .executeTakeFirst()
  return row?.id
}

function adminBookingRows(db: Db) {
  return (
    bookingsWithPayment(db)
      .innerJoin('accounts', 'accounts.id', 'bookings.account_id')
      .leftJoin('accounts as maker', 'maker.id', 'bookings.booked_by')
      .select([accountName().as('account_name'), 'accounts.email as account_email'])
      .select(['accounts.locale as account_locale', CUSTOMER_REACH.as('reach')])
      .leftJoin('unpaid_confirmations as request', (join) =>
        join.onRef('request.booking_id', '=', 'bookings.id').on('request.confirmed_by', 'is', null),
      )
      .select(
        sql<Date | null>`(
          select ended.at from booking_history as ended
          where ended.booking_id = bookings.id and ended.event in ('cancel', 'noShow', 'completeUnrecorded', 'takeBack')
            and case ended.event when 'takeBack' then array['active', 'completed'] else array['confirmed'] end @> array((
              select status from booking_history as earlier
              where earlier.booking_id = ended.booking_id and earlier.id < ended.id order by id desc limit 1))
          order by ended.id desc limit 1)`.as('ended_at'),
      )
      .leftJoin('car_losses as loss', (join) =>
        join.onRef('loss.booking_id', '=', 'bookings.id').on('loss.withdrawn_at', 'is', null),
      )
      .leftJoin('accounts as withdrawer', 'withdrawer.id', 'loss.withdrawal_requested_by')
      .select([
        'loss.withdrawal_reason',
        'loss.withdrawal_requested_by as withdrawal_by_id',
        'loss.withdrawal_requested_at as withdrawal_at',
        accountName('withdrawer').as('withdrawal_by_name'),
      ])
      .leftJoin('accounts as reporter', 'reporter.id', 'loss.requested_by')
      .select([
        'loss.reason as loss_reason',
        'loss.requested_by as loss_by_id',
        'loss.requested_at as loss_at',
      ])
      .select(['loss.confirmed_at as loss_confirmed_at', accountName('reporter').as('loss_by_name')])
      .leftJoin('accounts as requester', 'requester.id', 'request.requested_by')
      .select(['request.note as request_note', 'request.amount as request_amount', 'request.requested_at'])
      .select(['requester.id as requester_id', accountName('requester').as('requester_name')])
      .select(['accounts.phone as account_phone', accountName('maker').as('booked_by_name')])
      .select(
        sql<string | null>`(select number_plate from cars where cars.id = bookings.car_id)`.as(
          'number_plate',
        ),
      )
      .select(
        sql<number>`coalesce((
          select greatest(0, receivable - unapplied) from ledger_balances
          where payable_id = bookings.id and payable_type = 'booking'
        ), 0)::int`.as('owed'),
      )
      // Whoever left is shut out too, and was not banned.
      .select(
        sql<boolean>`accounts.banned_at is not null and accounts.deleted_at is null`.as('account_banned'),
      )
  )
}

const orders = {
  toConfirm: sql`created_at`,
  pickups: sql`starts_at`,
  returns: sql`ends_at`,
  overdue: sql`ends_at`,
  notHandedOver: sql`ends_at`,
  disputed: sql`ends_at`,
  owed: sql`ends_at`,
  all: sql`created_at desc`,
} as const satisfies Record<BookingQueue, Expression<unknown>>

function inQueue(queue: BookingQueue, now: Date): Expression<SqlBool> {
  const today = nairobiDay(now)
  const tomorrow = nairobiInstant(addDays(today, 1), '00:00')
  switch (queue) {
    case 'toConfirm':
      return sql`bookings.status = 'pending' and bookings.payment_method = 'whatsapp' and bookings.hold_expires_at > ${now}`
    case 'pickups':
      return sql`bookings.status = 'confirmed' and bookings.starts_at < ${tomorrow} and bookings.ends_at >= ${now}`
    case 'returns':
      return sql`bookings.status = 'active' and bookings.ends_at >= ${now} and bookings.ends_at < ${tomorrow}`
    case 'overdue':
      return sql`bookings.status = 'active' and bookings.ends_at < ${now}`
    case 'notHandedOver':
      return sql`bookings.status = 'confirmed' and bookings.ends_at < ${now}`
    case 'disputed':
      return sql`exists (select from charge_disputes where booking_id = bookings.id and decision is null)`
    case 'owed':
      return sql`bookings.id in (${OWING})`
    case 'all':
      return sql`true`
  }
}

/** As `statusAt` says, in words that find the index. */
function hasStatus(status: BookingStatus, now: Date): Expression<SqlBool> {
  const holdExpired = sql`bookings.status = 'pending' and bookings.hold_expires_at <= ${now}`
  switch (status) {
    case 'pending':
      return sql`bookings.status = 'pending' and bookings.hold_expires_at > ${now}`
    case 'cancelled':
      return sql`(bookings.status = 'cancelled' or (${holdExpired}))`
    default:
      return sql`bookings.status = ${status}`
  }
}

function filters(filter: AdminBookingFilter, now: Date): Expression<SqlBool>[] {
  const found: Expression<SqlBool>[] = [inQueue(filter.queue, now)]
  if (filter.status) found.push(hasStatus(filter.status, now))
  if (filter.carId) found.push(sql`bookings.car_id = ${filter.carId}`)
  if (filter.accountId)
    found.push(
      sql`bookings.account_id = ${filter.accountId} and booked_by is distinct from ${filter.accountId}`,
    )
  const { fromDay = null, toDay = null } = filter
  if (fromDay || toDay) {
    const days = sql`daterange(${fromDay}::date, ${toDay}::date, '[]')`
    found.push(sql`daterange(bookings.start_date, bookings.end_date, '[]') && ${days}`)
  }
  return found
}
