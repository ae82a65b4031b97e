import type { TodayCounts } from '@twende/contract/today/today-routes.ts'
import { type RawBuilder, sql } from 'kysely'
import { accountName } from '../db/account-name.ts'
import type { Db } from '../db/database.ts'

/** Queues that are counted here; the rest is counted where the rule is. */
type StoredCounts = Omit<TodayCounts, 'carsDue' | 'refundsDue' | 'refundsToApprove'>

// Each condition repeats that of a partial index word for word, without parameters, so that the index is used.
const counted = {
  paymentsToCheck: () => sql`
    (select count(*) from payment_proofs where status = 'waiting')
    + (select count(*) from payments as p where p.status in ('review', 'partial')
        and not exists (select from payments_going_back as back where back.id = p.id))`,
  paymentsUnmatched: () => sql`select count(*) from provider_transactions where payment_id is null`,
  paymentsUnreported: () => sql`select count(*) from unreported_payments`,
  paymentsAnswerLost: () => sql`select count(*) from lost_answers`,
  listingsToVerify: () => sql`
    select count(*) from listings where review_since is not null and months > 0
      and status in ('active', 'sold', 'expired') and deleted_at is null`,
  listingsReported: () => sql`
    select count(*) from listings where reported_at is not null`,
  bookingsToConfirm: (now) => sql`
    select count(*) from bookings where status = 'pending' and payment_method = 'whatsapp' and hold_expires_at > ${now}`,
  pickups: (now, tomorrow) => sql`
    select count(*) from bookings where status = 'confirmed' and starts_at < ${tomorrow} and ends_at >= ${now}`,
  returns: (now, tomorrow) => sql`
    select count(*) from bookings where status = 'active' and ends_at >= ${now} and ends_at < ${tomorrow}`,
  overdue: (now) => sql`select count(*) from bookings where status = 'active' and ends_at < ${now}`,
  notHandedOver: (now) => sql`
    select count(*) from bookings where status = 'confirmed' and ends_at < ${now}`,
  chargesDisputed: () => sql`select count(distinct booking_id) from charge_disputes where decision is null`,
  owed: () => sql`
    select count(*) from ledger_balances where receivable > unapplied and payable_type = 'booking'`,
  driversToCheck: () => sql`select count(*) from drivers where status = 'submitted'`,
  depositsOverdue: (now) => sql`
    select count(*) from deposits join ledger_balances as balance
      on balance.payable_id = deposits.id and balance.payable_type = 'deposit'
    where return_by is not null and return_by <= ${now} and balance.held + balance.refunds_payable > 0`,
  ordersUnpaid: (now) => sql`select count(*) from orders where status = 'pending' and expires_at > ${now}`,
  unpaidHolds: (now) => sql`
    (select count(*) from bookings where status = 'pending' and keeps_car and hold_expires_at > ${now})
    + (select count(*) from orders where status = 'pending' and reserves_stock and expires_at > ${now})`,
  ordersToPack: () => sql`select count(*) from orders where status = 'paid'`,
  ordersToSend: () => sql`select count(*) from orders where status = 'processing'`,
  messagesOpen: () => sql`
    select count(*) from contact_messages where answered_at is null and not suspicious`,
  notificationsFailed: () =>
    sql`select count(*) from notifications where given_up_at is not null and sent_at is null`,
  productsLow: () => sql`select count(*) from products where hidden_at is null and on_hand - reserved <= 3`,
} satisfies Record<keyof StoredCounts, (now: Date, tomorrow: Date) => RawBuilder<unknown>>

/** The length of each queue of open work, in one query. */
export async function countToday(db: Db, now: Date, tomorrow: Date): Promise<StoredCounts> {
  const columns = Object.entries<(now: Date, tomorrow: Date) => RawBuilder<unknown>>(counted).map(
    ([name, count]) => sql`(${count(now, tomorrow)})::int as ${sql.ref(name)}`,
  )
  const { rows } = await sql<StoredCounts>`select ${sql.join(columns)}`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('a question without a table has one answer')
  return counts
}

const NAIROBI_DAY = sql`'YYYY-MM-DD'`

/** The number of bookings created on each Nairobi day since. */
export async function countBookingsByDay(db: Db, since: Date) {
  const { rows } = await sql<{ day: string; made: number }>`
    select to_char(created_at at time zone 'Africa/Nairobi', ${NAIROBI_DAY}) as day, count(*) as made
    from bookings where created_at >= ${since} group by 1`.execute(db)
  return rows
}

export type MoveRow = {
  id: string
  reference: string
  car: string | null
  plate: string | null
  first_name: string | null
  last_name: string | null
  phone: string | null
  place: string
  at: Date
}

/** The next pickups, overdue ones first. */
export async function findNextPickups(db: Db, most: number): Promise<MoveRow[]> {
  const { rows } = await sql<MoveRow>`
    select ${columnsOfMove}, pickup_location as place, starts_at as at
    from bookings where status = 'confirmed' order by starts_at limit ${most}::int`.execute(db)
  return rows
}

/** The next returns, overdue ones first. */
export async function findNextReturns(db: Db, most: number): Promise<MoveRow[]> {
  const { rows } = await sql<MoveRow>`
    select ${columnsOfMove}, dropoff_location as place, ends_at as at
    from bookings where status = 'active' order by ends_at limit ${most}::int`.execute(db)
  return rows
}

/** What somebody asked for, and somebody else approves. */
export type Requested = {
  id: string
  reference: string
  amount: number
  by: string
  byId: string
  at: Date
}

/** Held bookings whose confirmation without payment waits for approval, oldest first. */
export async function findUnpaidToConfirm(db: Db, now: Date, most: number): Promise<Requested[]> {
  const { rows } = await sql<Requested>`
    select bookings.id, bookings.reference, request.amount, ${accountName()} as by, accounts.id as "byId",
      request.requested_at as at
    from unpaid_confirmations as request join bookings on bookings.id = request.booking_id
    join accounts on accounts.id = request.requested_by
    where request.confirmed_by is null and bookings.status = 'pending' and bookings.hold_expires_at > ${now}
    order by request.requested_at limit ${most}::int`.execute(db)
  return rows
}

/** Cars that somebody asked to declare lost, oldest first. */
export async function findLossesToConfirm(db: Db, most: number): Promise<Requested[]> {
  const { rows } = await sql<Requested>`
    select bookings.id, bookings.reference, 0 as amount, ${accountName()} as by, accounts.id as "byId",
      loss.requested_at as at
    from car_losses as loss join bookings on bookings.id = loss.booking_id
    join accounts on accounts.id = loss.requested_by
    where loss.confirmed_by is null and loss.withdrawn_at is null and bookings.status = 'active'
    order by loss.requested_at limit ${most}::int`.execute(db)
  return rows
}

/** Losses of cars that somebody asked to withdraw, oldest first. */
export async function findLossesToWithdraw(db: Db, most: number): Promise<Requested[]> {
  const { rows } = await sql<Requested>`
    select bookings.id, bookings.reference, 0 as amount, ${accountName()} as by, accounts.id as "byId",
      loss.withdrawal_requested_at as at
    from car_losses as loss join bookings on bookings.id = loss.booking_id
    join accounts on accounts.id = loss.withdrawal_requested_by
    where loss.withdrawn_at is null and bookings.status = 'completed' and bookings.returned_at is null
    order by loss.withdrawal_requested_at limit ${most}::int`.execute(db)
  return rows
}

const columnsOfMove = sql`
  id, reference, car_snapshot ->> 'name' as car, customer_info ->> 'firstName' as first_name,
  customer_info ->> 'lastName' as last_name, customer_info ->> 'phone' as phone,
  (select number_plate from cars where cars.id = bookings.car_id) as plate`
