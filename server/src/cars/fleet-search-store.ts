import { RENTAL_PRICE_FILTER_MAX } from '@twende/contract/business-constants.ts'
import { CAR_SORTS, type CarSearch } from '@twende/contract/cars/car-search.ts'
import { searchWords } from '@twende/contract/search/search-words.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { compiledForms, type GivenParams, ownParams } from '../db/compiled-query.ts'
import type { Database, Db } from '../db/database.ts'
import type { FoundPage, PageRange } from '../db/list-page.ts'
import { matchesLowerCaseName } from '../db/selectable-catalog-items.ts'
import { containsSimilarWords, containsWords, setWordSimilarity, wordSimilarity } from '../db/text-search.ts'
import { type CarRow, type Span, selectEveryCar, takenDuring } from './car-store.ts'

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

type PageValues = ConditionValues & PageRange

async function findMatches(
  db: Db,
  { filter, period, limit, offset }: FleetQuery,
  words: readonly string[],
  hasText: RawBuilder<SqlBool>,
): Promise<FoundPage<FleetRow>> {
  const sort = filter.sort ?? 'recommended'
  const values: PageValues = { ...conditionValues({ filter, period }), limit, offset }
  const keys =
    words.length === 0
      ? await pagesBySort[sort](db, values)
      : await pageQuery(db, ownParams(values), { sort, words, hasText }).execute()
  const [first] = keys
  if (first || offset === 0) return { keys, total: first?.matched ?? 0 }
  const matching = allConditions(ownParams(values), hasText)
  const { rows } = await sql<{ matched: number }>`select ${countMatching(matching)} as matched`.execute(db)
  return { keys, total: rows[0]?.matched ?? 0 }
}

/** Searches without words have few forms. */
const pagesBySort = Object.fromEntries(
  CAR_SORTS.map((sort) => [
    sort,
    compiledForms((db, params: GivenParams<PageValues>) =>
      pageQuery(db, params, { sort, words: [], hasText: sql<SqlBool>`true` }),
    ),
  ]),
) as Record<Sort, (db: Db, values: PageValues) => Promise<(FleetRow & { matched: number })[]>>

type Sort = NonNullable<CarSearch['sort']>
type Text = { sort: Sort; words: readonly string[]; hasText: RawBuilder<SqlBool> }

/** The cars of a page, and how many match in all. The joins are made for the cars of the page alone. */
function pageQuery(db: Db, params: GivenParams<PageValues>, { sort, words, hasText }: Text) {
  const matching = allConditions(params, hasText)
  const ordered = [...orders(sort, words, priceOfDay(params)), sql`cars.id`]
  const order = sql`${sql.join(ordered)}`
  const found = sql<{ id: string }>`(
    select cars.id from cars where ${matching} order by ${order}
    limit ${params.limit}::bigint offset ${params.offset}::bigint
  )`
  return selectEveryCar(db)
    .innerJoin(found.as('found'), 'found.id', 'cars.id')
    .select((isTaken(params) ?? sql<boolean>`false`).as('taken'))
    .select(countMatching(matching).as('matched'))
    .orderBy(order)
}

function countMatching(matching: RawBuilder<SqlBool>): RawBuilder<number> {
  return sql<number>`(select count(*) from cars where ${matching})`
}

const CHOICES = ['category', 'seats', 'transmission', 'fuel', 'location'] as const
type Choice = (typeof CHOICES)[number]

/** Counts the cars for each value of each filter with fixed choices, among the cars that match all other filters. */
export async function countChoices(
  db: Database,
  { filter, period }: FleetMatch,
): Promise<{ filter: Choice; value: string; cars: number }[]> {
  const params = ownParams(conditionValues({ filter, period }))
  const conditions = choiceConditions(params)
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
        where cars.retired_at is null and ${all([hasText, ...boundConditions(params)])}
      )
      ${sql.join(counts, sql` union all `)}
    `.execute(tx)
    return rows
  })
}

function all(conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

/** What the conditions compare with; undefined where a search has no such condition. Names are in lower case. */
type ConditionValues = {
  category: string | undefined
  seats: number | undefined
  fewestSeats: number | undefined
  transmission: string | undefined
  fuel: string | undefined
  location: string | undefined
  ids: readonly string[] | undefined
  minPrice: number | undefined
  maxPrice: number | undefined
  from: Date | undefined
  until: Date | undefined
  now: Date | undefined
  /** Given where taken and unavailable cars are left out, as these are. */
  refused: readonly string[] | undefined
  dayPrices: string | undefined
}

function conditionValues({ filter, period }: FleetMatch): ConditionValues {
  const { category, seats, transmission, fuel, location, ids, minPrice, maxPrice } = filter
  return {
    category: category?.toLowerCase() || undefined,
    seats: seats && seats !== '7+' ? Number(seats) : undefined,
    fewestSeats: seats === '7+' ? 7 : undefined,
    transmission,
    fuel,
    location: location?.toLowerCase() || undefined,
    ids: ids?.split(','),
    minPrice: minPrice || undefined,
    maxPrice: maxPrice === RENTAL_PRICE_FILTER_MAX ? undefined : maxPrice,
    from: period?.span.from,
    until: period?.span.until,
    now: period?.now,
    refused: period?.showTaken ? undefined : period?.refused,
    dayPrices: period?.dayPrices && JSON.stringify(period.dayPrices),
  }
}

type Conditions = GivenParams<ConditionValues>

/** One condition on the columns of `cars` for each filter with fixed choices. */
function choiceConditions(params: Conditions): Record<Choice, RawBuilder<SqlBool>> {
  const { category, seats, fewestSeats, transmission, fuel, location } = params
  const noCondition = sql<SqlBool>`true`
  return {
    category: category ? inCategory(category) : noCondition,
    seats: fewestSeats ? sql`cars.seats >= ${fewestSeats}` : seats ? sql`cars.seats = ${seats}` : noCondition,
    transmission: transmission ? sql`cars.transmission = ${transmission}` : noCondition,
    fuel: fuel ? sql`cars.fuel_type = ${fuel}` : noCondition,
    location: location ? inPlace(location) : noCondition,
  }
}

/** The conditions of the other filters: ids, price and rental period. */
function boundConditions(params: Conditions): RawBuilder<SqlBool>[] {
  const { ids, refused, minPrice, maxPrice } = params
  const taken = isTaken(params)
  const conditions: RawBuilder<SqlBool>[] = []
  if (ids) conditions.push(sql`cars.id = any(${ids}::uuid[])`)
  if (taken && refused)
    conditions.push(sql`cars.available`, sql`not ${taken}`, sql`cars.id <> all(${refused}::uuid[])`)
  if (minPrice) conditions.push(sql`${priceOfDay(params)} >= ${minPrice}`)
  if (maxPrice) conditions.push(sql`${priceOfDay(params)} <= ${maxPrice}`)
  return conditions
}

function allConditions(params: Conditions, hasText: RawBuilder<SqlBool>): RawBuilder<SqlBool> {
  const choices = Object.values(choiceConditions(params))
  return all([sql`cars.retired_at is null`, hasText, ...boundConditions(params), ...choices])
}

function isTaken({ from, until, now }: Conditions): RawBuilder<boolean> | undefined {
  return from && until && now && takenDuring({ from, until }, now)
}

function priceOfDay({ dayPrices }: Conditions): RawBuilder<number> {
  if (!dayPrices) return sql`cars.price_per_day`
  return sql`(${dayPrices}::jsonb ->> cars.id::text)::numeric`
}

function inCategory(name: RawBuilder<string>): RawBuilder<SqlBool> {
  return sql`cars.category_id in (
    select category.id from categories as category where ${matchesLowerCaseName('category', name)}
  )`
}

/** A town includes its pickup points. */
function inPlace(name: RawBuilder<string>): RawBuilder<SqlBool> {
  return sql`cars.location_id in (
    select place.id from locations as place left join locations as town on town.id = place.town_id
    where ${matchesLowerCaseName('place', name)} or ${matchesLowerCaseName('town', name)}
  )`
}

function orders(sort: Sort, words: readonly string[], priceOfDay: RawBuilder<number>): RawBuilder<unknown>[] {
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
