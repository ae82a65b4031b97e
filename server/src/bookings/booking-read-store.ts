import type { BOOKING_RANGES } from '@twende/contract/bookings/booking-routes.ts'
import { BookingStatus } from '@twende/contract/bookings/booking-status.ts'
import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import { ONLY_RECORDED_CARS } from '@twende/contract/cars/car-cover.ts'
import { searchWords } from '@twende/contract/search/search-words.ts'
import { type Expression, type SqlBool, sql } from 'kysely'
import { compiledQuery, type Params } from '../db/compiled-query.ts'
import type { Db } from '../db/database.ts'
import type { FoundPage, PageRange } from '../db/list-page.ts'
import { containsWords, searchable } from '../db/text-search.ts'

/** A stored booking with its latest payment and its review. */
export type BookingRow = NonNullable<Awaited<ReturnType<typeof findBooking>>>

/** Two people declared the car lost and did not withdraw that, and it has not come back since. */
export const CAR_IS_LOST = sql<boolean>`(
  bookings.returned_at is null
  and exists (
    select from car_losses where booking_id = bookings.id and confirmed_by is not null and withdrawn_at is null)
)`

/** What came for it and waits for the rest of its price. */
const PAID_IN_PART = sql<number>`coalesce((
  select unapplied from ledger_balances where payable_id = bookings.id and payable_type = 'booking'
), 0)`

/** Those of these bookings whose car is lost. */
export async function findLostAmong(db: Db, bookingIds: readonly string[]): Promise<Set<string>> {
  if (bookingIds.length === 0) return new Set()
  const lost = await db
    .selectFrom('bookings')
    .select('id')
    .where('id', 'in', [...bookingIds])
    .where(CAR_IS_LOST)
    .execute()
  return new Set(lost.map(({ id }) => id))
}

/** Bookings, each with the latest money that came in for it, its review, and whether its car is lost. */
export function bookingsWithPayment(db: Db) {
  return db
    .selectFrom('bookings')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('payments')
          .select([
            'payments.receipt',
            'payments.settled_at as paid_at',
            sql<number>`coalesce(payments.amount_received, payments.amount)`.as('paid_amount'),
          ])
          .whereRef('payments.booking_id', '=', 'bookings.id')
          .where('payments.receipt', 'is not', null)
          // What was owed besides the price is in the history.
          .where('payments.pays_owed', '=', false)
          .orderBy(sql`payments.status = 'paid'`, 'desc')
          .orderBy('payments.settled_at', 'desc')
          .limit(1)
          .as('paid'),
      (join) => join.onTrue(),
    )
    .leftJoin('reviews', 'reviews.booking_id', 'bookings.id')
    .leftJoin('review_decisions', 'review_decisions.booking_id', 'bookings.id')
    .selectAll('bookings')
    .select(['paid.receipt', 'paid.paid_at', 'paid.paid_amount'])
    .select(['reviews.rating', 'reviews.comment', 'reviews.reviewed_at'])
    .select(CAR_IS_LOST.as('car_is_lost'))
    .select(PAID_IN_PART.as('paid_in_part'))
    .select(['review_decisions.answer as review_answer', 'review_decisions.hidden_reason'])
}

const bookingById = compiledQuery((db, params: Params<{ bookingId: string }>) =>
  bookingsWithPayment(db).where('bookings.id', '=', params.bookingId),
)
const ownBookingById = compiledQuery((db, params: Params<{ bookingId: string; ownedBy: string }>) =>
  bookingsWithPayment(db).where('bookings.id', '=', params.bookingId).where(isOwn(params.ownedBy)),
)

/** One booking; only its customer's when `ownedBy` is given. */
export async function findBooking(db: Db, bookingId: string, ownedBy?: string) {
  const [row] = await (ownedBy === undefined
    ? bookingById(db, { bookingId })
    : ownBookingById(db, { bookingId, ownedBy }))
  return row
}

/** Unpaid bookings of the account that still keep a car from others. */
export const findRunningHolds = compiledQuery((db, params: Params<{ accountId: string; now: Date }>) =>
  db
    .selectFrom('bookings')
    .select([
      'id',
      'car_id',
      'starts_at',
      'ends_at',
      'payment_method',
      'request_hash',
      'final_amount',
      'created_at',
    ])
    .where('account_id', '=', params.accountId)
    // Written out, so that a prepared plan can use the partial index.
    .where('status', '=', sql.lit('pending'))
    .where('hold_expires_at', '>', params.now),
)

export type BookingSearch = {
  status?: BookingStatus | undefined
  range?: (typeof BOOKING_RANGES)[number] | undefined
  search?: string | undefined
}

/** A page of an account's bookings, newest first. */
export async function findBookingPage(
  db: Db,
  accountId: string,
  { limit, offset, ...filter }: BookingSearch & PageRange,
  now: Date,
): Promise<FoundPage<BookingRow>> {
  const chosen = filters(filter, now)
  const matches = [...chosen, isOwn(accountId)]
  const keys =
    chosen.length === 0
      ? await ownBookingPage(db, { accountId, limit, offset })
      : await bookingPage(db, matches, { limit, offset }).execute()
  if (keys[0]) return { keys, total: keys[0].total ?? 0 }
  return {
    keys,
    total: offset === 0 ? 0 : (await countBookings(db, matches).executeTakeFirstOrThrow()).total,
  }
}

const ownBookingPage = compiledQuery((db, params: Params<{ accountId: string } & PageRange>) =>
  bookingPage(db, [isOwn(params.accountId)], params),
)

/** Counted in the statement that reads the page, because a second round trip takes as long as reading it. */
function bookingPage(
  db: Db,
  matches: Expression<SqlBool>[],
  { limit, offset }: PageRange | Params<PageRange>,
) {
  return bookingsWithPayment(db)
    .select(countBookings(db, matches).as('total'))
    .where((eb) => eb.and(matches))
    .orderBy('bookings.created_at', 'desc')
    .orderBy('bookings.id', 'desc')
    .limit(limit)
    .offset(offset)
}

function countBookings(db: Db, matches: Expression<SqlBool>[]) {
  return db
    .selectFrom('bookings')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where((eb) => eb.and(matches))
}

/** Whether a booking is of this account. Those that staff made at the counter for somebody else are not staff's own. */
export function isOwn(accountId: string | Expression<string>) {
  return sql<SqlBool>`(bookings.account_id = ${accountId} and bookings.booked_by is distinct from ${accountId})`
}

function filters({ status, range, search }: BookingSearch, now: Date): Expression<SqlBool>[] {
  const found: Expression<SqlBool>[] = []
  if (status) found.push(sql`${statusAt(now)} = ${status}`)
  if (range) {
    const today = nairobiDay(now)
    const last = { upcoming: undefined, past: undefined, thisWeek: 7, thisMonth: 30 }[range]
    if (range === 'past') found.push(sql`bookings.start_date < ${today}`)
    else found.push(sql`bookings.start_date >= ${today}`)
    if (last !== undefined) found.push(sql`bookings.start_date <= ${addDays(today, last)}`)
  }
  if (search) {
    const text = searchable(sql`concat_ws(' ', bookings.reference, bookings.car_snapshot ->> 'name',
      bookings.pickup_location, bookings.dropoff_location)`)
    const words = searchWords(search)
    found.push(words.length === 0 ? sql<SqlBool>`false` : containsWords(text, words))
  }
  return found
}

/** The status at `now`: a hold that ran out counts as cancelled, also before the clock's job has said so. */
export function statusAt(now: Date) {
  return sql<BookingStatus>`case when bookings.status = 'pending' and bookings.hold_expires_at <= ${now}
    then 'cancelled' else bookings.status end`
}

export async function countByStatus(db: Db, accountId: string, now: Date) {
  return db
    .selectFrom('bookings')
    .select((eb) => [statusAt(now).as('status'), eb.fn.countAll<number>().as('count')])
    .where(isOwn(accountId))
    .groupBy(sql`1`)
    .execute()
}

/** Whether nobody was approved to drive on the days of a booking, and no admin lets it pass. */
export async function lacksDriver(db: Db, bookingId: string): Promise<boolean> {
  const row = await db
    .selectFrom('bookings')
    .select(sql<boolean>`lacks_driver(bookings)`.as('lacks'))
    .where('id', '=', bookingId)
    .executeTakeFirst()
  return row?.lacks ?? true
}

/** Whether a booking keeps its car from others while it waits to be paid. */
export async function keepsCar(db: Db, bookingId: string): Promise<boolean> {
  const row = await db
    .selectFrom('bookings')
    .select('keeps_car')
    .where('id', '=', bookingId)
    .executeTakeFirst()
  return row?.keeps_car ?? true
}

/**
 * Whether the customer of a booking still has to send papers: no driver is approved, and none waits for a check. Those of a
 * booking at the counter are entered by staff.
 */
const lacksPapers = sql<boolean>`(
  bookings.status = 'confirmed' and bookings.booked_by is distinct from bookings.account_id and lacks_driver(bookings)
  and not exists (
    select from drivers
    where drivers.status = 'submitted'
      and (drivers.booking_id = bookings.id or drivers.account_id = bookings.account_id)
  )
)`

/** Papers of drivers that wait for a check while a pickup between the two instants lacks a driver, one for each driver and booking. */
export async function findPapersToCheck(db: Db, { from, until }: { from: Date; until: Date }) {
  return db
    .selectFrom('bookings')
    .innerJoin('drivers', (join) =>
      join.on(
        sql<boolean>`(drivers.booking_id = bookings.id
          or drivers.account_id = bookings.account_id and bookings.booked_by is distinct from bookings.account_id)`,
      ),
    )
    .select(['bookings.id', 'bookings.reference', 'bookings.car_snapshot', 'bookings.starts_at as startsAt'])
    .select([
      'bookings.start_date as startDate',
      'bookings.pickup_time as pickupTime',
      'drivers.id as driverId',
    ])
    .where('bookings.status', '=', 'confirmed')
    .where('bookings.starts_at', '>', from)
    .where('bookings.starts_at', '<=', until)
    .where('drivers.status', '=', 'submitted')
    .where(sql<boolean>`lacks_driver(bookings)`)
    .orderBy('bookings.starts_at')
    .orderBy('drivers.id')
    .execute()
}

/** Confirmed bookings that begin between the two instants, and active ones that end before the later one, in the order in which they were made. */
export async function findRentalsToRemind(db: Db, { from, until }: { from: Date; until: Date }) {
  const rentals = await db
    .selectFrom('bookings')
    .select(['id', 'status', 'starts_at as startsAt', 'ends_at as endsAt', 'created_at as createdAt'])
    .select(lacksPapers.as('lacksPapers'))
    .where((eb) =>
      eb.or([
        eb.and([eb('status', '=', 'confirmed'), eb('starts_at', '>=', from), eb('starts_at', '<=', until)]),
        eb.and([eb('status', '=', 'active'), eb('ends_at', '<=', until)]),
      ]),
    )
    .orderBy('id')
    .execute()
  return rentals.map((rental) => ({ ...rental, status: rental.status as 'confirmed' | 'active' }))
}

export type RentalToRemind = Awaited<ReturnType<typeof findRentalsToRemind>>[number]

/** Locks a rental against changes; undefined when its status or times are no longer those given. */
export async function lockUnchangedRental(tx: Db, { id, status, startsAt, endsAt }: RentalToRemind) {
  return tx
    .selectFrom('bookings')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', status)
    .where('starts_at', '=', startsAt)
    .where('ends_at', '=', endsAt)
    .forShare()
    .executeTakeFirst()
}

/** The extras of these bookings, as they are stored. */
export function findExtrasOf(db: Db, bookingIds: readonly string[]) {
  if (bookingIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('bookings')
    .select(['id', 'extras'])
    .where('id', 'in', [...bookingIds])
    .execute()
}

/** What is asked of a booking before its customer's phone is. */
export type BookingToPay = {
  accountId: string
  status: BookingStatus
  amount: number
  holdExpiresAt: Date | null
  /** It was given up because nobody paid in time. */
  ranOut: boolean
  /** Why it can no longer be had, where it keeps no car: somebody else has the car, the child seats or the chauffeur, or the car is not insured or inspected then. */
  lost: 'car_taken' | 'car_not_covered' | 'child_seats_taken' | 'chauffeurs_taken' | null
}

/** The booking to be paid for, as it is at `now`; with `lock`, nobody changes it until the transaction ends. */
export async function findBookingToPay(
  db: Db,
  bookingId: string,
  { lock = false, now }: { lock?: boolean; now?: Date } = {},
): Promise<BookingToPay | undefined> {
  const query = db
    .selectFrom('bookings')
    .select(['account_id', 'status', 'final_amount', 'hold_expires_at', 'cancelled_by'])
    .select(
      sql<BookingToPay['lost']>`case
        when status <> 'pending' or keeps_car then null
        when exists (
          select from car_calendar where car_calendar.car_id = bookings.car_id
            and car_calendar.taken && tstzrange(bookings.starts_at, bookings.occupied_until)
        ) or car_is_out(car_id, ${now ?? null}, bookings.id) then 'car_taken'
        when exists (
          select from cars where cars.id = bookings.car_id
            and not isempty(not_covered(
              insured, inspected, coalesce((select only_recorded_cars from business_settings), ${ONLY_RECORDED_CARS}),
              tstzrange(bookings.starts_at, bookings.occupied_until)
            ))
        ) then 'car_not_covered'
        when count_of_extra(extras, 'child_seat') > 0
          and most_child_seats_taken(tstzrange(starts_at, occupied_until), ${now ?? null}) + count_of_extra(extras, 'child_seat')
            > coalesce((select stock from extras as offered where kind = 'child_seat'), 0)
          then 'child_seats_taken'
        when count_of_extra(extras, 'chauffeur') > 0
          and most_chauffeurs_taken(tstzrange(starts_at, occupied_until), ${now ?? null}) + 1
            > coalesce((select stock from extras as offered where kind = 'chauffeur'), 0)
          then 'chauffeurs_taken'
      end`.as('lost'),
    )
    .where('id', '=', bookingId)
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst()
  return (
    row && {
      accountId: row.account_id,
      status: BookingStatus.parse(row.status),
      amount: row.final_amount,
      holdExpiresAt: row.hold_expires_at,
      ranOut: row.cancelled_by === 'clock',
      lost: row.lost,
    }
  )
}
