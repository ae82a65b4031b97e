import type { FilterCounts } from '@twende/contract/cars/car-search.ts'
import { type ListingSearch, listingLimits } from '@twende/contract/listings/listing-search.ts'
import { searchWords } from '@twende/contract/search/search-words.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database, Db } from '../../db/database.ts'
import { plannedForItsValues } from '../../db/database-client.ts'
import type { FoundPage } from '../../db/list-page.ts'
import { matchesName } from '../../db/selectable-catalog-items.ts'
import { containsWords, wordSimilarity } from '../../db/text-search.ts'
import { MIN_SIMILARITY, MOST_SIMILAR_WORDS, SHORTEST_FUZZY_WORD } from '../../db/word-similarity.ts'

/** Searches `public_listings`: narrow rows, kept by triggers, of the listings that everybody may see. */

export type PublicListingQuery = {
  filter: ListingSearch
  now: Date
  limit: number
  offset: number
  /** Where counting stops; tests set it lower. */
  mostCounted?: number
}

/**
 * Up to this many matches are counted and sorted. Beyond it the total is reported as "or more", and only the rows of the
 * page are read, along the index of their order: counting further would cost more than the rest of a search.
 */
const MOST_COUNTED = 5_000
/** A search by relevance compares at most this many matches, because the comparison costs more than all the rest. */
export const MOST_RANKED = 1_000

type Condition = RawBuilder<SqlBool>
const searchText = sql<string>`search_text`

/** The ids of one page of the public listings that match, and how many match in all. */
export async function findPublicListingPage(db: Database, query: PublicListingQuery): Promise<FoundPage> {
  const words = searchWords(query.filter.search)
  const found = await findIds(db, query, containsWords(searchText, words))
  if (found.total > 0 || words.length === 0) return found
  return findIds(db, query, await wordCondition(db, words, query.now))
}

/** Similar words are tried only where no public listing has the words as they were typed. */
async function wordCondition(db: Db, words: readonly string[], now: Date): Promise<Condition> {
  const hasWords = containsWords(searchText, words)
  const isExact = words.length === 0 || (await anyPublicListing(db, hasWords, now))
  return isExact ? hasWords : await hasSimilarWords(db, words)
}

async function findIds(
  db: Db,
  { filter, now, limit, offset, mostCounted = MOST_COUNTED }: PublicListingQuery,
  hasWords: Condition,
): Promise<FoundPage> {
  const match = matchOf(filter, hasWords, now)
  const page = { match, order: orderOf(filter.sort), limit, offset }
  const counted = await countAndSort(db, { ...page, mostCounted, rank: rankOf(filter) })
  if (counted) return { ...counted, orMore: false }
  return { keys: await readAlongIndex(db, page), total: mostCounted, orMore: true }
}

type Page = { match: Condition; order: RawBuilder<unknown>; limit: number; offset: number }

/** The page and the number of matches; undefined when more than `mostCounted` match. */
async function countAndSort(
  db: Db,
  {
    match,
    order,
    limit,
    offset,
    mostCounted,
    rank,
  }: Page & { mostCounted: number; rank: RawBuilder<number> | undefined },
): Promise<FoundPage | undefined> {
  const byRank = rank
    ? sql`case when (select count(*) from matches) <= ${MOST_RANKED}::int then ${rank} end desc,`
    : sql``
  const { rows } = await sql<{ total: number; keys: string[] }>`
    ${plannedForItsValues} with matches as materialized (
      select listing_id, live_at, price, mileage, year ${rank ? sql`, search_text` : sql``} from public_listings
      where ${match} limit ${mostCounted + 1}
    )
    select (select count(*) from matches) as total,
      array(
        select listing_id from matches where (select count(*) from matches) <= ${mostCounted}::int
        order by ${byRank} ${order} limit ${limit} offset ${offset}
      ) as keys
  `.execute(db)
  const [counted] = rows
  return counted && counted.total <= mostCounted ? counted : undefined
}

async function readAlongIndex(db: Db, { match, order, limit, offset }: Page): Promise<string[]> {
  const { rows } = await sql<{ listing_id: string }>`
    ${plannedForItsValues} select listing_id from public_listings where ${match}
    order by ${order} limit ${limit} offset ${offset}
  `.execute(db)
  return rows.map(({ listing_id }) => listing_id)
}

async function anyPublicListing(db: Db, match: Condition, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from public_listings where ${match} and public_until > ${now}::timestamptz limit 1
  `.execute(db)
  return rows.length > 0
}

/** For each word: it, or one of the known words most like it. */
async function hasSimilarWords(db: Db, words: readonly string[]): Promise<Condition> {
  const conditions = await Promise.all(
    words.map(async (word) => {
      const similar = word.length < SHORTEST_FUZZY_WORD ? [] : await findSimilarWords(db, word)
      return sql`(${sql.join(
        [word, ...similar].map((one) => containsWords(searchText, [one])),
        sql` or `,
      )})`
    }),
  )
  return sql`(${sql.join(conditions, sql` and `)})`
}

async function findSimilarWords(db: Db, word: string): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select word from listing_words where similarity(word, ${word}) >= ${MIN_SIMILARITY}::real
    order by similarity(word, ${word}) desc, word collate "C" limit ${MOST_SIMILAR_WORDS}
  `.execute(db)
  return rows.map(({ word: known }) => known)
}

function matchOf(filter: ListingSearch, hasWords: Condition, now: Date): Condition {
  return every([...limitConditions(filter, hasWords, now), ...Object.values(choiceConditions(filter))])
}

function every(conditions: readonly Condition[]): Condition {
  return sql`(${sql.join(conditions, sql` and `)})`
}

function limitConditions(filter: ListingSearch, hasWords: Condition, now: Date): Condition[] {
  const conditions = [hasWords, sql<SqlBool>`public_until > ${now}::timestamptz`]
  if (filter.ids) conditions.push(sql`listing_id = any(${filter.ids.split(',')}::uuid[])`)
  return [...conditions, ...rangeConditions(filter)]
}

/** The conditions of the filters with fixed choices that are set. */
function choiceConditions(filter: ListingSearch): Partial<Record<Choice, Condition>> {
  const { category, seats, transmission, fuel, location } = filter
  return {
    ...(category && {
      category: sql`category_id in (
        select id from categories where kind = 'vehicle' and ${matchesName('categories', category)}
      )`,
    }),
    ...(location && { location: isInLocation(location) }),
    ...(seats && { seats: seats === '7+' ? sql`seats >= 7` : sql`seats = ${Number(seats)}` }),
    ...(transmission && { transmission: sql`transmission = ${transmission}` }),
    ...(fuel && { fuel: sql`fuel_type = ${fuel}` }),
  }
}

type Choice = keyof FilterCounts

/** Counts the listings for each choice of each filter, among those that match all other filters. */
export async function countListingChoices(
  db: Db,
  { filter, now }: Pick<PublicListingQuery, 'filter' | 'now'>,
): Promise<{ filter: Choice; value: string; listings: number }[]> {
  const conditions = choiceConditions(filter)
  const hasWords = await wordCondition(db, searchWords(filter.search), now)
  const values: Record<Choice, RawBuilder<unknown>> = {
    category: sql`array[(select name from categories where id = category_id)]`,
    seats: sql`array[seats::text]`,
    transmission: sql`array[transmission]`,
    fuel: sql`array[fuel_type]`,
    location: sql`(
      select array_remove(array[place.name, town.name], null) from locations place
      left join locations town on town.id = place.town_id where place.id = location_id
    )`,
  }
  const columns: Record<Choice, string> = {
    category: 'category_id',
    seats: 'seats',
    transmission: 'transmission',
    fuel: 'fuel_type',
    location: 'location_id',
  }
  const choices = Object.keys(values) as Choice[]
  const counts = choices.map((choice) => {
    const others = choices.flatMap((other) => (other === choice ? [] : (conditions[other] ?? [])))
    const column = sql.ref(columns[choice])
    return sql`select ${choice} as filter, value, sum(listings)::int as listings from (
        select ${column}, count(*) as listings from matching where ${every([sql`true`, ...others])} group by ${column}
      ) as counted, unnest(${values[choice]}) as value group by value`
  })
  const { rows } = await sql<{ filter: Choice; value: string; listings: number }>`
    ${plannedForItsValues} with matching as materialized (
      select category_id, seats, transmission, fuel_type, location_id from public_listings
      where ${every(limitConditions(filter, hasWords, now))}
    )
    ${sql.join(counts, sql` union all `)}`.execute(db)
  return rows
}

/** One page of these listings, those most like the words first. */
export async function rankListings(
  db: Db,
  ids: readonly string[],
  { filter, limit, offset }: Pick<PublicListingQuery, 'filter' | 'limit' | 'offset'>,
): Promise<string[]> {
  const { rows } = await sql<{ listing_id: string }>`
    select listing_id from public_listings where listing_id = any(${ids}::uuid[])
    order by ${wordSimilarity(searchText, searchWords(filter.search))} desc, ${orderOf(filter.sort)}
    limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ listing_id }) => listing_id)
}

/** Whether there are at least so many rows; counts no further. */
export async function arePublicListingsAtLeast(db: Db, least: number): Promise<boolean> {
  const { rows } = await sql<{ enough: boolean }>`
    select count(*) >= ${least}::int as enough from (select from public_listings limit ${least}::int) as found`.execute(
    db,
  )
  return rows[0]?.enough ?? false
}

/** Deletes changes that every search index has read long ago; one that did not read for `LONGEST_PAUSE_MS` is filled anew. */
export async function deleteOldSearchChanges(db: Db): Promise<void> {
  await sql`delete from listing_search_changes where at < now() - interval '1 day'`.execute(db)
}

function rangeConditions(filter: ListingSearch): Condition[] {
  const { minPrice, maxPrice, minYear, maxYear, minMileage, maxMileage } = listingLimits(filter)
  const conditions: Condition[] = []
  if (minPrice) conditions.push(sql`price >= ${minPrice}`)
  if (maxPrice !== undefined) conditions.push(sql`price <= ${maxPrice}`)
  if (minYear) conditions.push(sql`year >= ${minYear}`)
  if (maxYear) conditions.push(sql`year <= ${maxYear}`)
  if (minMileage) conditions.push(sql`mileage >= ${minMileage}`)
  if (maxMileage !== undefined) conditions.push(sql`mileage <= ${maxMileage}`)
  return conditions
}

/** A town includes its pickup points. */
function isInLocation(name: string): Condition {
  return sql`location_id in (
    select places.id from locations as places left join locations as towns on towns.id = places.town_id
    where ${matchesName('places', name)} or ${matchesName('towns', name)}
  )`
}

/** Words without a chosen order are sorted by relevance. */
function rankOf({ sort, search }: ListingSearch): RawBuilder<number> | undefined {
  const words = searchWords(search)
  return sort !== undefined || words.length === 0 ? undefined : wordSimilarity(searchText, words)
}

/** Each order is that of an index, forwards or backwards. */
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

/** `changesAt` is when time alone changes the counts: the end of the first public listing to end. */
export type PublicCounts = { verified: number; available: number; changesAt: Date | null }

/** How many listings are public, and how many of them are not sold. */
export async function countPublicListings(db: Db, now: Date): Promise<PublicCounts> {
  const { rows } = await sql<PublicCounts>`
    select count(*) as verified, count(*) filter (where available) as available, min(public_until) as "changesAt"
    from public_listings where public_until > ${now}::timestamptz
  `.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('a count has one row')
  return counts
}

/** The last listing read, from which the next batch continues. */
export type Cursor = { liveAt: string; listingId: string }

/** The newest listings that are public now, by when they went live. */
export async function newestPublicListingIds(db: Db, most: number, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select listing_id as id from public_listings
    where public_until > ${now}::timestamptz order by live_at desc, listing_id desc limit ${most}
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** Deletes rows that ended before `before`; a trigger adds the row again when its listing is renewed. */
export async function deleteEndedPublicListings(db: Db, before: Date): Promise<void> {
  await sql`delete from public_listings where public_until < ${before}::timestamptz`.execute(db)
}
