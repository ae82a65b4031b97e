import {
  MILEAGE_FILTER_MAX,
  OLDEST_MODEL_YEAR,
  SALE_PRICE_FILTER_MAX,
} from '@twende/contract/business-constants.ts'
import type { ListingSearch } from '@twende/contract/listings/listing-search.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database, Db } from '../db/database.ts'
import { guessWords, holdsWords, holdsWordsLike, likeness, searchWords } from '../db/word-search.ts'
import { isPublicAt, selectListings } from './listing-read-store.ts'
import type { ListingRow } from './present-listing.ts'

export type ListingQuery = { filter: ListingSearch; now: Date; limit: number; offset: number }
export type ListingPage = { rows: ListingRow[]; matched: number }

const searchText = sql<string>`listings.search_text`

/** One page of the public cars for sale that match, and how many match in all. */
export async function findListingPage(db: Database, query: ListingQuery): Promise<ListingPage> {
  const words = searchWords(query.filter.search)
  if (words.length === 0 || (await someListingHolds(db, words, query.now))) {
    return readPage(db, query, words, holdsWords(searchText, words))
  }
  return db.transaction().execute(async (tx) => {
    await guessWords().execute(tx)
    return readPage(tx, query, words, holdsWordsLike(searchText, words))
  })
}

/** How many cars everybody may see, and how many of them are not sold. */
export async function countPublic(db: Db, now: Date): Promise<{ verified: number; available: number }> {
  return db
    .selectFrom('listings')
    .where(isPublicAt(now))
    .select([
      sql<number>`count(*)`.as('verified'),
      sql<number>`count(*) filter (where available)`.as('available'),
    ])
    .executeTakeFirstOrThrow()
}

/** Guessing is for words that nothing on the market is called. */
async function someListingHolds(db: Db, words: readonly string[], now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('listings')
    .select('id')
    .where(isPublicAt(now))
    .where(holdsWords(searchText, words))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

async function readPage(
  db: Db,
  { filter, now, limit, offset }: ListingQuery,
  words: readonly string[],
  named: RawBuilder<SqlBool>,
): Promise<ListingPage> {
  const matching = sql<SqlBool>`(${sql.join([isPublicAt(now), named, ...filterConditions(filter)], sql` and `)})`
  const ordered = orders(filter.sort, words)
  // The page is found among bare rows first: what is shown of a car is read for the few on it only.
  const page = await db
    .selectFrom('listings')
    .where(matching)
    .select('id')
    .orderBy(sql`${sql.join([...ordered, sql`listings.id`])}`)
    .limit(limit)
    .offset(offset)
    .execute()
  const ids = page.map(({ id }) => id)
  const found =
    ids.length === 0 ? [] : await selectListings(db, now).where('listings.id', 'in', ids).execute()
  const byId = new Map(found.map((row) => [row.id, row]))
  const rows = ids.flatMap((id) => byId.get(id) ?? [])
  const isLastPage = ids.length < limit && (ids.length > 0 || offset === 0)
  return { rows, matched: isLastPage ? offset + ids.length : await countMatching(db, matching) }
}

async function countMatching(db: Db, matching: RawBuilder<SqlBool>): Promise<number> {
  const { matched } = await db
    .selectFrom('listings')
    .where(matching)
    .select(sql<number>`count(*)`.as('matched'))
    .executeTakeFirstOrThrow()
  return matched
}

function filterConditions(filter: ListingSearch): RawBuilder<SqlBool>[] {
  const conditions: RawBuilder<SqlBool>[] = []
  const { category, seats, transmission, fuel, location } = filter
  if (category) {
    conditions.push(sql`listings.category_id in (
      select id from categories where kind = 'vehicle' and lower(name) = ${category.toLowerCase()}
    )`)
  }
  if (seats)
    conditions.push(seats === '7+' ? sql`listings.seats >= 7` : sql`listings.seats = ${Number(seats)}`)
  if (transmission) conditions.push(sql`listings.transmission = ${transmission}`)
  if (fuel) conditions.push(sql`listings.fuel_type = ${fuel}`)
  if (location) conditions.push(inPlace(location.toLowerCase()))
  return [...conditions, ...rangeConditions(filter)]
}

/** The ends of the sliders mean no limit. */
function rangeConditions(filter: ListingSearch): RawBuilder<SqlBool>[] {
  const { minPrice, maxPrice, minYear, maxYear, minMileage, maxMileage } = filter
  const conditions: RawBuilder<SqlBool>[] = []
  if (minPrice) conditions.push(sql`listings.price >= ${minPrice}`)
  if (maxPrice !== undefined && maxPrice !== SALE_PRICE_FILTER_MAX) {
    conditions.push(sql`listings.price <= ${maxPrice}`)
  }
  if (minYear && minYear > OLDEST_MODEL_YEAR) conditions.push(sql`listings.year >= ${minYear}`)
  if (maxYear) conditions.push(sql`listings.year <= ${maxYear}`)
  if (minMileage) conditions.push(sql`listings.mileage >= ${minMileage}`)
  if (maxMileage !== undefined && maxMileage !== MILEAGE_FILTER_MAX) {
    conditions.push(sql`listings.mileage <= ${maxMileage}`)
  }
  return conditions
}

/** A town finds the cars at its pickup points too. */
function inPlace(name: string): RawBuilder<SqlBool> {
  return sql`listings.location_id in (
    select places.id from locations as places left join locations as towns on towns.id = places.town_id
    where lower(places.name) = ${name} or lower(towns.name) = ${name}
  )`
}

function orders(sort: ListingSearch['sort'], words: readonly string[]): RawBuilder<unknown>[] {
  switch (sort) {
    case 'price-low':
      return [sql`listings.price`]
    case 'price-high':
      return [sql`listings.price desc`]
    case 'mileage':
      return [sql`listings.mileage`]
    case 'year':
      return [sql`listings.year desc`]
    case 'newest':
      return [sql`listings.live_at desc`]
    case undefined:
      return [
        ...(words.length > 0 ? [sql`${likeness(searchText, words)} desc`] : []),
        sql`listings.live_at desc`,
      ]
  }
}
