import type { ListingSearch } from '@twende/contract/listings/listing-search.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database, Db } from '../db/database.ts'
import { holdsWords, LIKENESS, likeness, SHORTEST_GUESSED, searchWords } from '../db/word-search.ts'
import { selectListings } from './listing-read-store.ts'
import type { ListingRow } from './present-listing.ts'
import {
  type Condition,
  gatherPage,
  isSomeShown,
  matchOf,
  walkPage,
  wordsLike,
} from './shown-listing-store.ts'

export type ListingQuery = {
  filter: ListingSearch
  now: Date
  limit: number
  offset: number
  /** Where counting stops: at 5,000, unless told. */
  mostCounted?: number
}
/** `orMore`: at least so many match; nobody counted further. */
export type Matched = { matched: number; orMore: boolean }
export type ListingPage = Matched & { rows: ListingRow[] }

/**
 * So many are counted and put in order; of more, only those on the page are read, along the index of their order. Nobody
 * reads on to the five-thousandth car, and counting on would cost more than all else that a search does.
 */
const MOST_COUNTED = 5_000
const MOST_MEANT = 8

const searchText = sql<string>`search_text`

/** One page of the public cars for sale that match, and how many match in all. */
export async function findListingPage(db: Database, query: ListingQuery): Promise<ListingPage> {
  const words = searchWords(query.filter.search)
  const named = holdsWords(searchText, words)
  const found = await findIds(db, query, named)
  if (found.matched > 0 || words.length === 0 || (await isSomeShown(db, named, query.now))) {
    return { ...counted(found.matched, query), rows: await readRows(db, found.ids, query.now) }
  }
  // Guessing is for words that nothing on the market is called.
  const meant = await findIds(db, query, await guess(db, words))
  return { ...counted(meant.matched, query), rows: await readRows(db, meant.ids, query.now) }
}

function counted(matched: number, { mostCounted = MOST_COUNTED }: ListingQuery): Matched {
  return { matched: Math.min(matched, mostCounted), orMore: matched > mostCounted }
}

async function findIds(
  db: Db,
  { filter, now, limit, offset, mostCounted = MOST_COUNTED }: ListingQuery,
  named: Condition,
): Promise<{ matched: number; ids: string[] }> {
  const match = matchOf(filter, named, now)
  const page = { limit, offset }
  const gathered = await gatherPage(db, match, orderOf(filter.sort), {
    ...page,
    most: mostCounted,
    fit: fitOf(filter),
  })
  if (gathered !== 'more') return gathered
  return { matched: mostCounted + 1, ids: await walkPage(db, match, orderOf(filter.sort), page) }
}

/** What is shown of these cars, in their order. */
export async function readRows(db: Db, ids: readonly string[], now: Date): Promise<ListingRow[]> {
  if (ids.length === 0) return []
  const rows = await selectListings(db, now).where('listings.id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Cars that are called, for each word, by it or by one like it. */
async function guess(db: Db, words: readonly string[]): Promise<Condition> {
  const conditions = await Promise.all(
    words.map(async (word) => {
      const like = word.length < SHORTEST_GUESSED ? [] : await wordsLike(db, word, LIKENESS, MOST_MEANT)
      return sql`(${sql.join(
        [word, ...like].map((one) => holdsWords(searchText, [one])),
        sql` or `,
      )})`
    }),
  )
  return sql`(${sql.join(conditions, sql` and `)})`
}

/** Words without an order ask for what fits them best. */
function fitOf({ sort, search }: ListingSearch): RawBuilder<number> | undefined {
  const words = searchWords(search)
  return sort !== undefined || words.length === 0 ? undefined : likeness(searchText, words)
}

/** Each is that of an index, forwards or backwards. */
function orderOf(sort: ListingSearch['sort']): RawBuilder<unknown> {
  switch (sort) {
    case 'price-low':
      return sql`price, listing_id`
    case 'price-high':
      return sql`price desc, listing_id desc`
    case 'mileage':
      return sql`mileage, listing_id`
    case 'year':
      return sql`year desc, listing_id desc`
    case 'newest':
    case undefined:
      return sql`live_at desc, listing_id desc`
  }
}
