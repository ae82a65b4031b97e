import type { ListingQueue } from '@twende/contract/listings/listing-choices.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { selectListings } from './listing-read-store.ts'
import type { ListingRow } from './present-listing.ts'

const waitingSince = sql<Date | null>`(
  select min(created_at) from mpesa_claims where mpesa_claims.listing_id = listings.id and mpesa_claims.status = 'waiting'
)`
const inQueue: Record<ListingQueue, RawBuilder<SqlBool>> = {
  payment: sql`${waitingSince} is not null`,
  verification: sql`listings.review_since is not null and listings.months > 0 and listings.status in ('active', 'sold', 'expired')`,
  reported: sql`listings.reported_at is not null`,
  suspended: sql`listings.status = 'suspended'`,
  all: sql`true`,
}
/** Whoever waits longest comes first. */
const orders: Record<ListingQueue, RawBuilder<unknown>> = {
  payment: waitingSince,
  verification: sql`listings.review_since`,
  reported: sql`listings.reported_at`,
  suspended: sql`listings.updated_at desc`,
  all: sql`listings.created_at desc`,
}

type Asked = {
  queue: ListingQueue
  search: string
  accountId: string | undefined
  now: Date
  limit: number
  offset: number
}

/** One page of the listings that wait for staff, and how many do. */
export async function findQueue(
  db: Db,
  { queue, search, accountId, now, limit, offset }: Asked,
): Promise<{ rows: ListingRow[]; matched: number }> {
  const ofPerson = accountId === undefined ? sql`true` : sql`listings.account_id = ${accountId}`
  const conditions = sql<SqlBool>`(${inQueue[queue]} and ${ofPerson} and ${named(search)})`
  const rows = await selectListings(db, now)
    .where(conditions)
    .orderBy(orders[queue])
    .orderBy('listings.id')
    .limit(limit)
    .offset(offset)
    .execute()
  const { matched } = await db
    .selectFrom('listings')
    .innerJoin('accounts', 'accounts.id', 'listings.account_id')
    .where('listings.deleted_at', 'is', null)
    .where(conditions)
    .select(sql<number>`count(*)`.as('matched'))
    .executeTakeFirstOrThrow()
  return { rows, matched }
}

/** By car, seller, M-Pesa code or our own number. */
function named(search: string): RawBuilder<SqlBool> {
  if (search === '') return sql`true`
  const part = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  return sql`(
    listings.search_text like ${part} or lower(accounts.name) like ${part} or accounts.email like ${part}
    or lower('CAR' || listings.number) like ${part} or exists (
      select from mpesa_claims where mpesa_claims.listing_id = listings.id and lower(mpesa_claims.code) like ${part}
    )
  )`
}

export async function countQueues(db: Db) {
  return db
    .selectFrom('listings')
    .where('deleted_at', 'is', null)
    .select([
      sql<number>`count(*) filter (where ${inQueue.payment})`.as('payment'),
      sql<number>`count(*) filter (where ${inQueue.verification})`.as('verification'),
      sql<number>`count(*) filter (where ${inQueue.reported})`.as('reported'),
      sql<number>`count(*) filter (where ${inQueue.suspended})`.as('suspended'),
    ])
    .executeTakeFirstOrThrow()
}
