import {
  MILEAGE_FILTER_MAX,
  OLDEST_MODEL_YEAR,
  SALE_PRICE_FILTER_MAX,
} from '@twende/contract/business-constants.ts'
import type { ListingSearch } from '@twende/contract/listings/listing-search.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Database, type Db, plannedForItsValues } from '../../db/database.ts'
import { called } from '../../db/offered-choices.ts'

import { holdsWords, LIKENESS, likeness, SHORTEST_GUESSED, searchWords } from '../../db/word-search.ts'
import { selectListings } from '../listing-read-store.ts'
import type { ListingRow } from '../present-listing.ts'

/**
 * So many are counted and put in order; of more, only those on the page are read, along the index of their order. Nobody
 * reads on to the five-thousandth car, and counting on would cost more than all else that a search does.
 */
const MOST_COUNTED = 5_000

const MOST_MEANT = 8

const searchText = sql<string>`search_text`

export type Condition = RawBuilder<SqlBool>

export type Counts = { matched: number; available: number; goodUntil: Date | null }

/** A filter as a condition; `named` says which words a car is called by. */
export function matchOf(filter: ListingSearch, named: Condition, now: Date): Condition {
  const { category, seats, transmission, fuel, location } = filter
  const conditions = [named, sql<SqlBool>`leaves_at > ${now}::timestamptz`]
  if (category) {
    conditions.push(sql`category_id in (
      select id from categories where kind = 'vehicle' and ${called('categories', category)}
    )`)
  }
  if (location) conditions.push(inPlace(location))
  conditions.push(...rangeConditions(filter))
  if (seats) conditions.push(seats === '7+' ? sql`seats >= 7` : sql`seats = ${Number(seats)}`)
  if (transmission) conditions.push(sql`transmission = ${transmission}`)
  if (fuel) conditions.push(sql`fuel_type = ${fuel}`)
  return sql`(${sql.join(conditions, sql` and `)})`
}

/** How many cars everybody may see, how many of them are not sold, and when time alone will change that. */
export async function countPublicListings(db: Db, now: Date): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select count(*) as matched, count(*) filter (where available) as available, min(leaves_at) as "goodUntil"
    from shown_listings where leaves_at > ${now}::timestamptz
  `.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('a count has one row')
  return counts
}

type Wanted = { limit: number; offset: number }

/** How well a car fits the words is compared among so many at most: it costs more than all the rest. */
const MOST_FITTED = 1_000

type Gathering = Wanted & {
  most: number
  /** How well a car fits what was asked, more being better; the order decides between equals. */
  fit: RawBuilder<number> | undefined
}

/** How many match, if they are at most `most`, and the page of them in this order; else only that there are more. */
export async function gatherPage(
  db: Db,
  match: Condition,
  order: RawBuilder<unknown>,
  { limit, offset, most, fit }: Gathering,
): Promise<{ matched: number; ids: string[] } | 'more'> {
  const fitting = fit
    ? sql`case when (select count(*) from few) <= ${MOST_FITTED}::int then ${fit} end desc,`
    : sql``
  const { rows } = await sql<{ matched: number; ids: string[] }>`
    ${plannedForItsValues} with few as materialized (
      select listing_id, live_at, price, mileage, year ${fit ? sql`, search_text` : sql``} from shown_listings
      where ${match} limit ${most + 1}
    )
    select (select count(*) from few) as matched,
      array(
        select listing_id from few where (select count(*) from few) <= ${most}::int
        order by ${fitting} ${order} limit ${limit} offset ${offset}
      ) as ids
  `.execute(db)
  const [gathered] = rows
  return !gathered || gathered.matched > most ? 'more' : gathered
}

/** The page of the many that match, along the index of their order. */
export async function walkPage(
  db: Db,
  match: Condition,
  order: RawBuilder<unknown>,
  { limit, offset }: Wanted,
): Promise<string[]> {
  const { rows } = await sql<{ listing_id: string }>`
    ${plannedForItsValues} select listing_id from shown_listings where ${match}
    order by ${order} limit ${limit} offset ${offset}
  `.execute(db)
  return rows.map(({ listing_id }) => listing_id)
}

/** Whether anything on the market is called by these words, whatever else is asked of it. */
export async function anyPublicListing(db: Db, named: Condition, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from shown_listings where ${named} and leaves_at > ${now}::timestamptz limit 1
  `.execute(db)
  return rows.length > 0
}

/** The words of the market most like a misspelt one, best first. */
export async function wordsLike(db: Db, word: string, likeness: number, most: number): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select word from listing_words where similarity(word, ${word}) >= ${likeness}::real
    order by similarity(word, ${word}) desc, word limit ${most}
  `.execute(db)
  return rows.map(({ word: known }) => known)
}

export type Place = { liveAt: string; listingId: string }

/** The cars everybody may see, newest first, some at a time: those that come after a place in that order. */
export async function publicListingsAfter(
  db: Db,
  after: Place | undefined,
  limit: number,
  now: Date,
): Promise<Place[]> {
  // As text: a Date would lose the microseconds that order them.
  const behind = after
    ? sql`and (live_at, listing_id) < (${after.liveAt}::timestamptz, ${after.listingId}::uuid)`
    : sql``
  const { rows } = await sql<Place>`
    select listing_id as "listingId", live_at::text as "liveAt" from shown_listings
    where leaves_at > ${now}::timestamptz ${behind} order by live_at desc, listing_id desc limit ${limit}
  `.execute(db)
  return rows
}

/** Forgets cars that nobody sees any more; one that comes back is noted again. */
export async function deleteEndedPublicListings(db: Db, before: Date): Promise<void> {
  await sql`delete from shown_listings where leaves_at < ${before}::timestamptz`.execute(db)
}

/** The ends of the sliders mean no limit. */
function rangeConditions(filter: ListingSearch): Condition[] {
  const { minPrice, maxPrice, minYear, maxYear, minMileage, maxMileage } = filter
  const conditions: Condition[] = []
  if (minPrice) conditions.push(sql`price >= ${minPrice}`)
  if (maxPrice !== undefined && maxPrice !== SALE_PRICE_FILTER_MAX) conditions.push(sql`price <= ${maxPrice}`)
  if (minYear && minYear > OLDEST_MODEL_YEAR) conditions.push(sql`year >= ${minYear}`)
  if (maxYear) conditions.push(sql`year <= ${maxYear}`)
  if (minMileage) conditions.push(sql`mileage >= ${minMileage}`)
  if (maxMileage !== undefined && maxMileage !== MILEAGE_FILTER_MAX) {
    conditions.push(sql`mileage <= ${maxMileage}`)
  }
  return conditions
}

/** A town finds the cars at its pickup points too. */
function inPlace(name: string): Condition {
  return sql`location_id in (
    select places.id from locations as places left join locations as towns on towns.id = places.town_id
    where ${called('places', name)} or ${called('towns', name)}
  )`
}

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

/** One page of the public cars for sale that match, and how many match in all. */
export async function findListingPage(db: Database, query: ListingQuery): Promise<ListingPage> {
  const words = searchWords(query.filter.search)
  const named = holdsWords(searchText, words)
  const found = await findIds(db, query, named)
  if (found.matched > 0 || words.length === 0 || (await anyPublicListing(db, named, query.now))) {
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
