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

type FleetMatch = {
  filter: CarSearch
  period: PeriodMatch | undefined
}
type PeriodMatch = {
  /** Must be free. */
  span: Span
  now: Date
  /** Whether taken and unavailable cars are part of the answer. */
  showTaken: boolean
  /** The cars that are not rented for so few days. */
  refused: readonly string[]
  /** What a day of the period costs, by the id of the car; undefined where it costs the price of the car. */
  dayPrices: Readonly<Record<string, number>> | undefined
}
export type FleetQuery = FleetMatch & PageRange
export type FleetRow = CarRow & { taken: boolean }

const searchText = sql<string>`cars.search_text`

/** One page of the cars that match. */
export async function findFleetPage(db: Database, query: FleetQuery): Promise<FoundPage<FleetRow>> {
  const words = searchWords(query.filter.search)
  return withTextCondition(db, words, (tx, hasText) => findMatches(tx, query, words, hasText))
}

/** Calls `find` with the condition that the text of a car contains the words, or similar words if no car contains them. */
async function withTextCondition<Found>(
  db: Database,
  words: readonly string[],
  find: (tx: Db, hasText: RawBuilder<SqlBool>) => Promise<Found>,
): Promise<Found> {
  if (words.length === 0 || (await isTextOfACar(db, words))) return find(db, containsWords(searchText, words))
  return db.transaction().execute(async (tx) => {
    await setWordSimilarity().execute(tx)
    return find(tx, containsSimilarWords(searchText, words))
  })
}

export type FleetCounts = { total: number; available: number }

/** How many cars the fleet has, and how many of them can be rented at all. */
export async function countFleet(db: Db): Promise<FleetCounts> {
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
async function isTextOfACar(db: Db, words: readonly string[]): Promise<boolean> {
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
  hasText: RawBuilder<SqlBool>,
): Promise<FoundPage<FleetRow>> {
  const taken = period ? takenDuring(period.span, period.now) : sql<boolean>`false`
  const matching = all([
    hasText,
    ...boundConditions({ filter, period }),
    ...Object.values(choiceConditions(filter)),
  ])
  const ordered = orders(filter.sort ?? 'recommended', words, priceOfDay(period))
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
    .where('cars.retired_at', 'is', null)
    .where(matching)
    .select(sql<number>`count(*)`.as('matched'))
    .executeTakeFirstOrThrow()
  return matched
}

const CHOICES = ['category', 'seats', 'transmission', 'fuel', 'location'] as const
type Choice = (typeof CHOICES)[number]

/** Counts the cars for each value of each filter with fixed choices, among the cars that match all other filters. */
export async function countChoices(
  db: Database,
  { filter, period }: FleetMatch,
): Promise<{ filter: Choice; value: string; cars: number }[]> {
  const conditions = choiceConditions(filter)
  const columns = CHOICES.map((choice) => sql`${conditions[choice]} as ${sql.ref(`by_${choice}`)}`)
  const counts = CHOICES.map((choice) => {
    const others = CHOICES.filter((other) => other !== choice).map((other) => sql.ref<SqlBool>(`by_${other}`))
    return sql`select ${choice} as filter, value, count(*) as cars from matching, unnest(${sql.ref(choice)}) as value
      where ${all(others)} group by value`
  })
  return withTextCondition(db, searchWords(filter.search), async (tx, hasText) => {
    const { rows } = await sql<{ filter: Choice; value: string; cars: number }>`
      with matching as materialized (
        select array[categories.name] as category, array[cars.seats::text] as seats,
          array[cars.transmission] as transmission, array[cars.fuel_type] as fuel,
          array_remove(array[locations.name, towns.name], null) as location, ${sql.join(columns)}
        from cars
        join categories on categories.id = cars.category_id
        join locations on locations.id = cars.location_id
        left join locations as towns on towns.id = locations.town_id
        where cars.retired_at is null and ${all([hasText, ...boundConditions({ filter, period })])}
      )
      ${sql.join(counts, sql` union all `)}
    `.execute(tx)
    return rows
  })
}

function all(conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

/** One condition on the columns of `cars` for each filter with fixed choices. */
function choiceConditions(filter: CarSearch): Record<Choice, RawBuilder<SqlBool>> {
  const { category, seats, transmission, fuel, location } = filter
  const noCondition = sql<SqlBool>`true`
  return {
    category: category ? inCategory(category) : noCondition,
    seats: seats ? (seats === '7+' ? sql`cars.seats >= 7` : sql`cars.seats = ${Number(seats)}`) : noCondition,
    transmission: transmission ? sql`cars.transmission = ${transmission}` : noCondition,
    fuel: fuel ? sql`cars.fuel_type = ${fuel}` : noCondition,
    location: location ? inPlace(location) : noCondition,
  }
}

/** The conditions of the other filters: ids, price and rental period. */
function boundConditions({ filter: { ids, minPrice, maxPrice }, period }: FleetMatch): RawBuilder<SqlBool>[] {
  const conditions: RawBuilder<SqlBool>[] = []
  if (ids) conditions.push(sql`cars.id = any(${ids.split(',')}::uuid[])`)
  if (period && !period.showTaken) {
    conditions.push(sql`cars.available`, sql`not ${takenDuring(period.span, period.now)}`)
    if (period.refused.length > 0) conditions.push(sql`cars.id <> all(${period.refused}::uuid[])`)
  }
  if (minPrice) conditions.push(sql`${priceOfDay(period)} >= ${minPrice}`)
  if (maxPrice !== undefined && maxPrice !== RENTAL_PRICE_FILTER_MAX) {
    conditions.push(sql`${priceOfDay(period)} <= ${maxPrice}`)
  }
  return conditions
}

function priceOfDay(period: PeriodMatch | undefined): RawBuilder<number> {
  if (!period?.dayPrices) return sql`cars.price_per_day`
  return sql`(${JSON.stringify(period.dayPrices)}::jsonb ->> cars.id::text)::numeric`
}

function inCategory(name: string): RawBuilder<SqlBool> {
  return sql`cars.category_id in (select category.id from categories as category where ${matchesName('category', name)})`
}

/** A town includes its pickup points. */
function inPlace(name: string): RawBuilder<SqlBool> {
  return sql`cars.location_id in (
    select place.id from locations as place left join locations as town on town.id = place.town_id
    where ${matchesName('place', name)} or ${matchesName('town', name)}
  )`
}

function orders(
  sort: NonNullable<CarSearch['sort']>,
  words: readonly string[],
  priceOfDay: RawBuilder<number>,
): RawBuilder<unknown>[] {
  switch (sort) {
    case 'recommended':
      return [
        sql`cars.available desc`,
        ...(words.length > 0 ? [sql`${wordSimilarity(searchText, words)} desc`] : []),
        sql`cars.rating desc, cars.review_count desc`,
      ]
    case 'price-low':
      return [priceOfDay]
    case 'price-high':
      return [sql`${priceOfDay} desc`]
    case 'rating':
      return [sql`cars.rating desc, cars.review_count desc`]
    case 'newest':
      return [sql`cars.created_at desc`]
    case 'seats':
      return [sql`cars.seats desc, cars.price_per_day`]
  }
}
