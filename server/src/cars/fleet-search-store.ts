import { RENTAL_PRICE_FILTER_MAX } from '@twende/contract/business-constants.ts'
import type { CarSearch } from '@twende/contract/cars/car-search.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database, Db } from '../db/database.ts'
import type { FoundPage, PageRange } from '../db/list-page.ts'
import { matchesName } from '../db/selectable-catalog-items.ts'
import {
  containsSimilarWords,
  containsWords,
  searchWords,
  setWordSimilarity,
  wordSimilarity,
} from '../db/text-search.ts'
import { type CarRow, type Span, selectCars, takenDuring } from './car-store.ts'

export type FleetQuery = PageRange & {
  filter: CarSearch
  /** The span that must be free, and whether taken and unavailable cars are part of the answer. */
  period: { span: Span; now: Date; showTaken: boolean } | undefined
}
export type FleetRow = CarRow & { taken: boolean }

const searchText = sql<string>`cars.search_text`

/** One page of the cars that match. */
export async function findFleetPage(db: Database, query: FleetQuery): Promise<FoundPage<FleetRow>> {
  const words = searchWords(query.filter.search)
  if (words.length === 0 || (await someCarHolds(db, words))) {
    return findMatches(db, query, words, containsWords(searchText, words))
  }
  return db.transaction().execute(async (tx) => {
    await setWordSimilarity().execute(tx)
    return findMatches(tx, query, words, containsSimilarWords(searchText, words))
  })
}

/** How many cars the fleet has, and how many of them can be rented at all. */
export async function countFleet(db: Db): Promise<{ total: number; available: number }> {
  return db
    .selectFrom('cars')
    .where('retired_at', 'is', null)
    .select([
      sql<number>`count(*)`.as('total'),
      sql<number>`count(*) filter (where available)`.as('available'),
    ])
    .executeTakeFirstOrThrow()
}

/** Similar words are tried only when no car has the words as typed; otherwise "Fit" would also find a Fielder. */
async function someCarHolds(db: Db, words: readonly string[]): Promise<boolean> {
  const row = await db
    .selectFrom('cars')
    .select('id')
    .where('retired_at', 'is', null)
    .where(containsWords(searchText, words))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

async function findMatches(
  db: Db,
  { filter, period, limit, offset }: FleetQuery,
  words: readonly string[],
  named: RawBuilder<SqlBool>,
): Promise<FoundPage<FleetRow>> {
  const taken = period ? takenDuring(period.span, period.now) : sql<boolean>`false`
  const conditions = [named, ...filterConditions(filter)]
  if (period && !period.showTaken) conditions.push(sql<SqlBool>`cars.available`, sql<SqlBool>`not ${taken}`)
  const matching = sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
  const ordered = orders(filter.sort ?? 'recommended', words)
  const keys = await selectCars(db)
    .where(matching)
    .select(taken.as('taken'))
    .orderBy(sql`${sql.join([...ordered, sql`cars.id`])}`)
    .limit(limit)
    .offset(offset)
    .execute()
  const isLastPage = keys.length < limit && (keys.length > 0 || offset === 0)
  return { keys, total: isLastPage ? offset + keys.length : await countMatching(db, matching) }
}

async function countMatching(db: Db, matching: RawBuilder<SqlBool>): Promise<number> {
  const { matched } = await db
    .selectFrom('cars')
    .innerJoin('categories', 'categories.id', 'cars.category_id')
    .innerJoin('locations', 'locations.id', 'cars.location_id')
    .where('cars.retired_at', 'is', null)
    .where(matching)
    .select(sql<number>`count(*)`.as('matched'))
    .executeTakeFirstOrThrow()
  return matched
}

function filterConditions(filter: CarSearch): RawBuilder<SqlBool>[] {
  const conditions: RawBuilder<SqlBool>[] = []
  const { category, seats, transmission, fuel, location, minPrice, maxPrice } = filter
  if (category) conditions.push(matchesName('categories', category))
  if (seats) conditions.push(seats === '7+' ? sql`cars.seats >= 7` : sql`cars.seats = ${Number(seats)}`)
  if (transmission) conditions.push(sql`cars.transmission = ${transmission}`)
  if (fuel) conditions.push(sql`cars.fuel_type = ${fuel}`)
  if (location) conditions.push(inPlace(location))
  if (minPrice) conditions.push(sql`cars.price_per_day >= ${minPrice}`)
  if (maxPrice !== undefined && maxPrice !== RENTAL_PRICE_FILTER_MAX) {
    conditions.push(sql`cars.price_per_day <= ${maxPrice}`)
  }
  return conditions
}

/** A town finds the cars at its pickup points too. */
function inPlace(name: string): RawBuilder<SqlBool> {
  return sql`(${matchesName('locations', name)} or locations.town_id in (
    select town.id from locations as town where ${matchesName('town', name)}
  ))`
}

function orders(sort: NonNullable<CarSearch['sort']>, words: readonly string[]): RawBuilder<unknown>[] {
  switch (sort) {
    case 'recommended':
      return [
        sql`cars.available desc`,
        ...(words.length > 0 ? [sql`${wordSimilarity(searchText, words)} desc`] : []),
        sql`cars.rating desc, cars.review_count desc`,
      ]
    case 'price-low':
      return [sql`cars.price_per_day`]
    case 'price-high':
      return [sql`cars.price_per_day desc`]
    case 'rating':
      return [sql`cars.rating desc, cars.review_count desc`]
    case 'newest':
      return [sql`cars.created_at desc`]
    case 'seats':
      return [sql`cars.seats desc, cars.price_per_day`]
  }
}
