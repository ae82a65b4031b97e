import type { PaymentStatus } from '@twende/contract/bookings/booking-status.ts'
import { addDays, type Day, nairobiInstant } from '@twende/contract/calendar-day.ts'
import type { MoneyKind, MoneyMethod, MoneyQueue } from '@twende/contract/payments/money-choices.ts'
import type { Purpose } from '@twende/contract/payments/payment.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { foundBy } from './money-search-store.ts'

export type MoneySearch = {
  queue: MoneyQueue
  search?: string | undefined
  purpose?: Purpose | undefined
  method?: MoneyMethod | undefined
  status?: PaymentStatus | undefined
  accountId?: string | undefined
  fromDay?: Day | undefined
  toDay?: Day | undefined
}

export type MoneyKey = { kind: MoneyKind; id: string }
type Condition = RawBuilder<SqlBool>
type Leaf = { kind: MoneyKind; where: readonly Condition[] }

/** One page of what staff asked for, by name, and how much there is. */
export async function findMoney(
  db: Db,
  { limit, offset, ...search }: MoneySearch & { limit: number; offset: number },
): Promise<{ keys: MoneyKey[]; total: number }> {
  const leaves = leavesOf(search)
  if (leaves.length === 0) return { keys: [], total: 0 }
  const waiting = search.queue === 'review' || search.queue === 'unmatched'
  const order = waiting ? sql`order by at, id` : sql`order by at desc, id desc`
  // Each kind by itself walks its index and stops.
  const firstOf = (leaf: Leaf) => sql`(${selectOf(leaf)} ${order} limit ${limit + offset}::int)`
  const [{ rows: keys }, total] = await Promise.all([
    sql<MoneyKey>`
      select kind, id::text as id from (${sql.join(leaves.map(firstOf), sql` union all `)}) as found
      ${order} limit ${limit}::int offset ${offset}::int
    `.execute(db),
    countIn(db, leaves),
  ])
  return { keys, total }
}

/** How much waits in the queues that want somebody. */
export async function countMoneyQueues(db: Db): Promise<{ review: number; unmatched: number }> {
  const [review, unmatched] = await Promise.all([
    countIn(db, leavesOf({ queue: 'review' })),
    countIn(db, leavesOf({ queue: 'unmatched' })),
  ])
  return { review, unmatched }
}

async function countIn(db: Db, leaves: readonly Leaf[]): Promise<number> {
  const counts = leaves.map((leaf) => sql`(select count(*) from (${selectOf(leaf)}) as counted)`)
  const { rows } = await sql<{ total: number }>`select ${sql.join(counts, sql` + `)} as total`.execute(db)
  return rows[0]?.total ?? 0
}

function selectOf({ kind, where }: Leaf) {
  return sql`select ${sql.lit(kind)} as kind, ${columns[kind]} where ${sql.join(where, sql` and `)}`
}

const columns = {
  payment: sql`p.id::text as id, p.created_at as at from payments as p`,
  claim: sql`c.id::text as id, c.created_at as at from mpesa_claims as c`,
  inbox: sql`i.receipt as id, i.received_at as at from mpesa_inbox as i`,
}

/** Money goes back already, by itself or with a cancelled purchase of which it was a part. */
export const REFUND_IS_OWED = sql<boolean>`exists (
  select from refunds where refunds.payment_id = p.id
    or (p.status = 'partial' and refunds.payment_id is null and (
      refunds.booking_id = p.booking_id or refunds.listing_id = p.listing_id or refunds.order_id = p.order_id
    ))
)`

export const NO_PAYMENT_YET = sql<boolean>`i.payment_id is null
  and not exists (select from payments where payments.receipt = i.receipt)`

const paymentsIn: Record<MoneyQueue, Condition | undefined> = {
  review: sql`p.status in ('review', 'partial') and not ${REFUND_IS_OWED}`,
  unmatched: undefined,
  matched: sql`p.status in ('paid', 'refunding', 'refunded')`,
  all: sql`true`,
}
const claimsIn: Record<MoneyQueue, Condition | undefined> = {
  review: sql`c.status = 'waiting'`,
  unmatched: undefined,
  matched: undefined,
  all: sql`c.status <> 'approved'`,
}

function leavesOf(search: MoneySearch): Leaf[] {
  const { queue, purpose, method, status, accountId } = search
  const found = foundBy(search.search)
  const leaves: Leaf[] = []
  const inPayments = paymentsIn[queue]
  if (inPayments) {
    const where = [inPayments, ...daysOf(search, sql`p.created_at`)]
    if (purpose) where.push(sql`p.purpose = ${purpose}`)
    if (method) where.push(sql`p.method = ${method}`)
    if (status) where.push(sql`p.status = ${status}`)
    if (accountId) where.push(sql`p.account_id = ${accountId}`)
    leaves.push({ kind: 'payment', where: found ? [...where, found.payment] : where })
  }
  const inClaims = claimsIn[queue]
  if (inClaims && (method ?? 'message') === 'message' && (purpose ?? 'listing_period') === 'listing_period') {
    const where = [inClaims, ...daysOf(search, sql`c.created_at`)]
    if (status) where.push(sql`c.status = ${claimStatuses[status] ?? 'none'}`)
    if (accountId) where.push(sql`c.listing_id in (select id from listings where account_id = ${accountId})`)
    leaves.push({ kind: 'claim', where: found ? [...where, found.claim] : where })
  }
  const isNobodysYet = !purpose && !status && !accountId
  if ((queue === 'unmatched' || queue === 'all') && (method ?? 'c2b') === 'c2b' && isNobodysYet) {
    const where = [NO_PAYMENT_YET, ...daysOf(search, sql`i.received_at`)]
    leaves.push({ kind: 'inbox', where: found ? [...where, found.inbox] : where })
  }
  return leaves
}

const claimStatuses: Partial<Record<PaymentStatus, string>> = { review: 'waiting', failed: 'rejected' }

function daysOf({ fromDay, toDay }: MoneySearch, at: RawBuilder<unknown>): Condition[] {
  return [
    ...(fromDay ? [sql<SqlBool>`${at} >= ${nairobiInstant(fromDay, '00:00')}::timestamptz`] : []),
    ...(toDay ? [sql<SqlBool>`${at} < ${nairobiInstant(addDays(toDay, 1), '00:00')}::timestamptz`] : []),
  ]
}
