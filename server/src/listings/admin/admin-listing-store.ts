import type { ListingQueue } from '@twende/contract/listings/listing-choices.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { type FoundPage, findPage, findSearchPage, inOrderOf } from '../../db/list-page.ts'
import { isOfPeopleCalled } from '../../db/people-called.ts'
import { holdsWords, searchWords } from '../../db/word-search.ts'
import { selectListings } from '../listing-read-store.ts'
import type { ListingRow } from '../present-listing.ts'

/** With since when their oldest message of a payment waits. */
const listingsWithClaims = sql`(
  select listings.*, (
    select min(created_at) from mpesa_claims where mpesa_claims.listing_id = listings.id and mpesa_claims.status = 'waiting'
  ) as waiting_since from listings
) as listings`

// Each begins with the words of an index, so that nobody looks through all listings for the few that wait.
const inQueue: Record<ListingQueue, RawBuilder<SqlBool>> = {
  payment: sql`listings.id in (select listing_id from mpesa_claims where status = 'waiting')`,
  verification: sql`listings.review_since is not null and listings.months > 0 and listings.status in ('active', 'sold', 'expired')`,
  reported: sql`listings.reported_at is not null`,
  suspended: sql`listings.status = 'suspended'`,
  all: sql`true`,
}
/** Whoever waits longest comes first. */
const orders: Record<ListingQueue, RawBuilder<unknown>> = {
  payment: sql`waiting_since, id`,
  verification: sql`review_since, id`,
  reported: sql`reported_at, id`,
  suspended: sql`updated_at desc, id`,
  all: sql`created_at desc, id`,
}

export type QueueSearch = {
  queue: ListingQueue
  search: string
  accountId: string | undefined
}
type Asked = QueueSearch & { limit: number; offset: number }

/** One page of the listings that wait for staff, and how many do. */
export async function findQueue(db: Db, asked: Asked, now: Date) {
  const { ids, ...found } = await findQueueIds(db, asked)
  return { rows: await findListingsById(db, ids, now), ...found }
}

/** The ids of the same. */
export async function findQueueIds(db: Db, { queue, search, accountId, ...page }: Asked): Promise<FoundPage> {
  const matches = [sql<SqlBool>`deleted_at is null`, inQueue[queue]]
  if (accountId !== undefined) matches.push(sql`account_id = ${accountId}`)
  const where = sql.join(matches, sql` and `)
  const words = searchWords(search)
  const from = queue === 'payment' ? listingsWithClaims : sql`listings`
  const wanted = { order: orders[queue], ...page }
  const moments =
    queue === 'payment' ? sql`waiting_since` : sql`review_since, reported_at, updated_at, created_at`
  const found = sql`select id, ${moments} from ${from} where ${where}`
  if (words.length === 0) return findPage(db, { from, where, ...wanted })
  return findSearchPage(db, waysToFind(words, found, await isOfPeopleCalled(db, words)), wanted)
}

/** The listings of these ids, in their order. */
export async function findListingsById(db: Db, ids: readonly string[], now: Date): Promise<ListingRow[]> {
  if (ids.length === 0) return []
  const rows = await selectListings(db, now)
    .where('listings.id', 'in', [...ids])
    .execute()
  return inOrderOf(ids, rows)
}

/** By car, by seller, by M-Pesa code, by our own number. */
function waysToFind(
  words: readonly string[],
  found: RawBuilder<unknown>,
  ofPeople: RawBuilder<SqlBool>,
): RawBuilder<unknown>[] {
  const [term = '', ...more] = words
  const number = /^(?:car)?(\d{1,9})$/.exec(term)?.[1]
  return [
    sql`${found} and ${holdsWords(sql`search_text`, words)}`,
    sql`${found} and ${ofPeople}`,
    ...(more.length === 0
      ? [
          sql`${found} and id in (select listing_id from mpesa_claims where code like ${`${term.toUpperCase()}%`})`,
        ]
      : []),
    ...(more.length === 0 && number ? [sql`${found} and number = ${number}::int`] : []),
  ]
}

export async function countQueues(db: Db) {
  type Counts = Record<Exclude<ListingQueue, 'all'>, number>
  const count = (queue: keyof Counts) =>
    sql`(select count(*) from listings where deleted_at is null and ${inQueue[queue]}) as ${sql.ref(queue)}`
  const counts = [count('payment'), count('verification'), count('reported'), count('suspended')]
  const { rows } = await sql<Counts>`select ${sql.join(counts)}`.execute(db)
  return rows[0] ?? { payment: 0, verification: 0, reported: 0, suspended: 0 }
}
