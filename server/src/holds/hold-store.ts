import { CANCELLED_WEIGHT } from '@twende/contract/holds/hold-limits.ts'
import { type RawBuilder, sql } from 'kysely'
import { compiledQuery, type Params } from '../db/compiled-query.ts'
import type { Db } from '../db/database.ts'
import type { HoldOrigin } from './hold-origin.ts'
import type { PaymentMethod, Stock } from './network-shares.ts'

/**
 * Whose holds are counted. `network` is null if networks are not limited, or the customer proved a contact; `person` is what
 * they proved.
 */
export type HoldSubjects = {
  accountId: string
  network: string | null
  person: string | null
  phones: readonly string[]
}

/** Makes other purchases of the same networks, people and phones wait until the transaction ends. */
export async function lockSubjects(tx: Db, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await lockKeys(tx, { keys: keys.map((key) => `unpaid holds ${key}`) })
}

/** In one order everywhere, so that two purchases do not deadlock; a sorted subquery is read in its order. */
const lockKeys = compiledQuery(
  (_tx, params: Params<{ keys: string[] }>) => sql`
    select pg_advisory_xact_lock(hash)
    from (select hashtextextended(key, 0) as hash from unnest(${params.keys}::text[]) as key order by hash) as sorted`,
)

type NewOrigin = Pick<HoldOrigin, 'network' | 'phones' | 'person'> & { accountId: string; madeAt: Date } & (
    | { bookingId: string; orderId?: never }
    | { orderId: string; bookingId?: never }
  )

export async function insertOrigin(tx: Db, origin: NewOrigin): Promise<void> {
  const { bookingId = null, orderId = null, accountId, network, phones, madeAt } = origin
  const person = origin.person?.key ?? null
  await newOrigin(tx, { bookingId, orderId, accountId, network, person, phones: [...phones], madeAt })
}

type OriginRow = {
  bookingId: string | null
  orderId: string | null
  accountId: string
  network: string
  person: string | null
  phones: string[]
  madeAt: Date
}

const newOrigin = compiledQuery((tx, params: Params<OriginRow>) =>
  tx.insertInto('hold_origins').values({
    booking_id: params.bookingId,
    order_id: params.orderId,
    account_id: params.accountId,
    network: params.network,
    person: params.person,
    phones: params.phones,
    made_at: params.madeAt,
  }),
)

export async function deleteOriginsBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('hold_origins').where('made_at', '<', before).execute()
}

/** An unpaid purchase of one of the subjects that still holds something. */
export type RunningHold = {
  id: string
  accountId: string
  network: string
  person: string | null
  phones: string[]
  method: PaymentMethod
}
export type RunningBooking = RunningHold & { totalDays: number; from: Date; until: Date }
export type ReservedStock = RunningHold & { productId: string; quantity: number; price: number }

/** The record of a customer, and the unpaid bookings of the subjects that hold a car. */
export async function findRecordAndBookings(
  tx: Db,
  subjects: HoldSubjects,
  times: RecordTimes,
): Promise<RecordAndHolds<RunningBooking>> {
  return toRecordAndHolds(await selectRecordAndBookings(tx, { ...subjects, ...times }))
}

/** The record of a customer, and the stock that unpaid orders of the subjects hold, by order and product. */
export async function findRecordAndStock(
  tx: Db,
  subjects: HoldSubjects,
  times: RecordTimes,
): Promise<RecordAndHolds<ReservedStock>> {
  return toRecordAndHolds(await selectRecordAndStock(tx, { ...subjects, ...times }))
}

const selectRecordAndBookings = compiledQuery((_tx, params: Params<HoldsQuery>) =>
  selectRecordAndHolds<RunningBooking>(
    params,
    sql`
      select bookings.id, ${originColumns}, bookings.payment_method as method,
        bookings.total_days as "totalDays", bookings.starts_at as "from", bookings.occupied_until as "until"
      from origins
      cross join lateral (
        select * from bookings
        where id = origins.booking_id and status = 'pending' and keeps_car and hold_expires_at > ${params.now} limit 1
      ) as bookings`,
  ),
)

const selectRecordAndStock = compiledQuery((_tx, params: Params<HoldsQuery>) =>
  selectRecordAndHolds<ReservedStock>(
    params,
    sql`
      select orders.id, ${originColumns}, orders.channel as method,
        reservations.product_id as "productId", reservations.quantity, products.price
      from origins
      cross join lateral (
        select * from orders
        where id = origins.order_id and status = 'pending' and expires_at > ${params.now} limit 1
      ) as orders
      join reservations on reservations.order_id = orders.id
      join products on products.id = reservations.product_id`,
  ),
)

const originColumns = sql`origins.account_id as "accountId", origins.network, origins.person, origins.phones`

/** How many holds ended unpaid, and the time of the last one; one that its own customer cancelled counts half, except for a network. */
export type EndedUnpaid = { count: number; last: Date | null }

/** What an account has proved, and the unpaid holds of each subject that expired or were cancelled by the customer. */
export type CustomerRecord = {
  emailProven: boolean
  /** Has paid for something before. */
  paid: boolean
  endedUnpaid: { account: EndedUnpaid; phone: EndedUnpaid; person: EndedUnpaid; network: EndedUnpaid }
}

type Subject = keyof CustomerRecord['endedUnpaid']
type CustomerRecordRow = Record<`${Subject}Count`, number> &
  Record<`${Subject}Last`, Date | null> & { emailProven: boolean; paid: boolean }

/** Holds that ended unpaid count since `since`. */
export type RecordTimes = { since: Date; now: Date }

export type RecordAndHolds<H extends RunningHold> = { record: CustomerRecord; running: H[] }

type HoldsQuery = HoldSubjects & RecordTimes

type RecordAndHoldRow<H> = CustomerRecordRow & (H | { id: null })

/**
 * A customer's record and `running` holds in one statement, because a round trip takes longer than reading them. Each row has
 * the record and one hold. Only what the origins of the subjects name is read: starting at all unpaid bookings, as the planner
 * does while it knows of few, takes longer with each unpaid booking of the market.
 */
function selectRecordAndHolds<H extends RunningHold>(
  { accountId, network, person, phones, since, now }: Params<HoldsQuery>,
  running: RawBuilder<unknown>,
): RawBuilder<RecordAndHoldRow<H>> {
  const ofAccount = sql`account_id = ${accountId}::uuid`
  const ofPhone = sql`phones && ${phones}::text[]`
  const ofNetwork = sql`network = ${network}::text`
  const ofPerson = sql`person = ${person}::text`
  const columns = (name: string, of: RawBuilder<unknown>, count = sql`sum(weight)`) =>
    sql`coalesce(${count} filter (where ${of}), 0) as ${sql.ref(`${name}Count`)}, max(ended_at) filter (where ${of}) as ${sql.ref(`${name}Last`)}`
  return sql<RecordAndHoldRow<H>>`
    with origins as materialized (select * from hold_origins where ${ofAccount} or ${ofNetwork} or ${ofPerson} or ${ofPhone})
    select record.*, running.* from (select ${columns('account', ofAccount)}, ${columns('phone', ofPhone)}, ${columns('network', ofNetwork, sql`count(*)`)}, ${columns('person', ofPerson)},
      exists (select from accounts where id = ${accountId}::uuid and email_proven_at is not null) as "emailProven",
      exists (
        select from payments where account_id = ${accountId}::uuid and status in ('paid', 'refunding', 'refunded')
          and not was_taken_at_counter(payments)
      ) as paid
    from (${endedUnpaid(sql`origins`, now)}) as ended where ended_at > ${since}) as record
    left join (${running}) as running on true`
}

function toRecordAndHolds<H extends RunningHold>(rows: readonly RecordAndHoldRow<H>[]): RecordAndHolds<H> {
  const [row] = rows
  if (!row) throw new Error('a count has one answer')
  return {
    record: {
      emailProven: row.emailProven,
      paid: row.paid,
      endedUnpaid: {
        account: { count: row.accountCount, last: row.accountLast },
        phone: { count: row.phoneCount, last: row.phoneLast },
        person: { count: row.personCount, last: row.personLast },
        network: { count: row.networkCount, last: row.networkLast },
      },
    },
    running: rows.filter((held): held is CustomerRecordRow & H => held.id !== null),
  }
}

/** The origins whose hold ended unpaid, with `ended_at` and the weight by which it counts; an expired hold counts before the scheduled task has run. */
export function endedUnpaid(origins: RawBuilder<unknown>, now: Date | RawBuilder<Date>): RawBuilder<unknown> {
  return sql`
    select origins.*,
      coalesce(bookings.cancelled_at, orders.cancelled_at, bookings.hold_expires_at, orders.expires_at) as ended_at,
      case when coalesce(bookings.cancelled_by, orders.cancelled_by) = 'customer' then ${CANCELLED_WEIGHT}::float8 else 1 end as weight
    from ${origins} as origins
    left join lateral (
      select cancelled_at, cancelled_by, status, hold_expires_at from bookings
      where id = origins.booking_id and keeps_car and payment_status in ('pending', 'processing', 'failed', 'expired')
      limit 1
    ) as bookings on true
    left join lateral (
      select cancelled_at, cancelled_by, status, expires_at from orders
      where id = origins.order_id and reserves_stock and payment_status in ('pending', 'processing', 'failed', 'expired')
      limit 1
    ) as orders on true
    where (
      coalesce(bookings.cancelled_by, orders.cancelled_by) in ('customer', 'clock')
      or (coalesce(bookings.status, orders.status) = 'pending'
        and coalesce(bookings.hold_expires_at, orders.expires_at) <= ${now})
    )`
}

/** The number of cars that can be rented. */
export async function countFleet(db: Db): Promise<number> {
  const { cars } = await db
    .selectFrom('cars')
    .select((eb) => eb.fn.countAll<number>().as('cars'))
    .where('retired_at', 'is', null)
    .where('available', '=', true)
    .executeTakeFirstOrThrow()
  return cars
}

/** The whole stock of the shop: quantity and value. */
export async function sumStock(db: Db): Promise<Stock> {
  const { rows } = await sql<Stock>`
    select coalesce(sum(on_hand), 0)::bigint as pieces, coalesce(sum(on_hand::bigint * price), 0)::bigint as value
    from products where hidden_at is null
  `.execute(db)
  return rows[0] ?? { pieces: 0, value: 0 }
}
