import type { ListingQueue } from '@twende/contract/listings/listing-choices.ts'
import { searchedPhone, searchWords } from '@twende/contract/search/search-words.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { type FoundPage, findPage, findSearchPage, type SumOf } from '../../db/list-page.ts'
import {
  belongsToAccountNamed,
  containsWords,
  escapeLike,
  payablesWithCode,
  searchedCode,
} from '../../db/text-search.ts'

/** Listings with the time since which their oldest payment proof waits. */
const listingsWithClaims = sql`(
  select listings.*, (
    select min(created_at) from payment_proofs where payment_proofs.listing_id = listings.id and payment_proofs.status = 'waiting'
  ) as waiting_since from listings
) as listings`

// Each condition is that of a partial index, so that finding the few that wait does not read all listings.
const inQueue: Record<ListingQueue, RawBuilder<SqlBool>> = {
  payment: sql`listings.id in (select listing_id from payment_proofs where status = 'waiting')`,
  verification: sql`listings.id in (
    select id from listings where review_since is not null and months > 0 and status in ('active', 'sold', 'expired')
    union all
    select listings.id from accounts join listings on listings.account_id = accounts.id
    where accounts.name_was_changed and listings.deleted_at is null and listings.status in ('active', 'sold')
      and listings.checked_seller_name <> accounts.name
  )`,
  reported: sql`listings.reported_at is not null`,
  // What a deleted account leaves behind waits for nobody.
  suspended: sql`listings.status = 'suspended'
    and exists (select from accounts where accounts.id = listings.account_id and accounts.deleted_at is null)`,
  all: sql`true`,
}
/** Queues that keep what its seller removed. */
const KEEPING: ReadonlySet<ListingQueue> = new Set(['reported', 'suspended'])
const isThere = sql<SqlBool>`deleted_at is null`

/** The longest waiting listing comes first. */
const orders: Record<ListingQueue, RawBuilder<unknown>> = {
  payment: sql`waiting_since, id`,
  verification: sql`review_since, id`,
  reported: sql`reported_at, id`,
  suspended: sql`updated_at desc, id`,
  all: sql`created_at desc, id`,
}

export type AdminListingFilter = {
  queue: ListingQueue
  search: string
  accountId: string | undefined
}

/** The ids of one page of a queue, and how many listings it has. */
export async function findAdminListingPage(
  db: Db,
  { queue, search, accountId, ...page }: AdminListingFilter & { limit: number; offset: number },
): Promise<FoundPage> {
  const conditions = [inQueue[queue]]
  if (accountId !== undefined)
    conditions.push(sql`account_id = ${accountId}`, sql`staff_sees_listing(listings.*)`)
  if (accountId === undefined && !KEEPING.has(queue)) conditions.push(isThere)
  const where = sql.join(conditions, sql` and `)
  const from = queue === 'payment' ? listingsWithClaims : sql`listings`
  const order = orders[queue]
  const words = searchWords(search)
  if (words.length === 0) return findPage(db, { from, where, order, sumOf, ...page })
  const sorted =
    queue === 'payment' ? sql`waiting_since` : sql`review_since, reported_at, updated_at, created_at`
  const select = sql`select id, ${sorted} from ${from} where ${where}`
  const ways = searchWays(words, select, {
    hasSeller: await belongsToAccountNamed(db, words),
    phone: searchedPhone(search),
  })
  return findSearchPage(db, ways, { order, sumOf, ...page })
}

/** What was charged for their time on the market, paid or not. */
const sumOf: SumOf = (ids) => sql`
  select sum(revenue) from ledger_balances where payable_type = 'listing_period' and payable_id in (${ids})`

/** A search finds by car, seller, the phone that buyers call, payment code and listing number; each way has an index of its own. */
function searchWays(
  words: readonly string[],
  select: RawBuilder<unknown>,
  { hasSeller, phone }: { hasSeller: RawBuilder<SqlBool>; phone: string | undefined },
): RawBuilder<unknown>[] {
  const [term = '', ...more] = words
  const code = searchedCode(words)
  const number = /^(?:car)?(\d{1,9})$/.exec(term)?.[1]
  return [
    sql`${select} and ${containsWords(sql`search_text`, words)}`,
    sql`${select} and ${hasSeller}`,
    ...(more.length === 0
      ? [
          sql`${select} and id in (select listing_id from payment_proofs where code like ${`${escapeLike(term.toUpperCase())}%`})`,
        ]
      : []),
    ...(phone === undefined ? [] : [sql`${select} and contact_phone like ${`%${phone}%`}`]),
    ...(code === undefined ? [] : [sql`${select} and id in (${payablesWithCode(code)})`]),
    ...(more.length === 0 && number ? [sql`${select} and number = ${number}::int`] : []),
  ]
}

export async function countQueues(db: Db) {
  type Counts = Record<Exclude<ListingQueue, 'all'>, number>
  const count = (queue: keyof Counts) =>
    sql`(select count(*) from listings where ${inQueue[queue]} and ${KEEPING.has(queue) ? sql`true` : isThere}) as ${sql.ref(queue)}`
  const counts = [count('payment'), count('verification'), count('reported'), count('suspended')]
  const { rows } = await sql<Counts>`select ${sql.join(counts)}`.execute(db)
  return rows[0] ?? { payment: 0, verification: 0, reported: 0, suspended: 0 }
}
