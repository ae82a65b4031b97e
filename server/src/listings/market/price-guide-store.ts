import type { PriceGuide } from '@twende/contract/listings/listing.ts'
import { FEWEST_SIMILAR } from '@twende/contract/listings/price-guide.ts'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Random } from '../../basic-deps.ts'
import type { Db } from '../../db/database.ts'

/** Cars of one make, model and year are similar. */
export type CarKind = { make: string | null; model: string | null; year: number }
type KnownKind = { make: string; model: string; year: number }

const COMPARED_DAYS = 365

/** A car whose price is compared with those of other sellers; `seller_listings` is how many its seller has on sale. */
export type ComparedCar = CarKind & { account_id: string; seller_listings: number }
type KindOfSeller = KnownKind & { seller: string }

/** What similar cars cost, of other sellers than this one where one is given; null when there are too few of them. */
export async function priceGuideFor(
  db: Db,
  kind: KnownKind,
  { seller, now }: { seller: string | undefined; now: Date },
): Promise<PriceGuide | null> {
  const [guide] =
    seller === undefined
      ? await findPriceGuides(db, [kind], now)
      : await findGuidesOfOthers(db, [{ ...kind, seller }], now)
  return guide ?? null
}

/** Finds the price guides of these kinds; a kind with too few similar cars has none. */
export type FindPriceGuides = (kinds: readonly KnownKind[], now: Date) => Promise<PriceGuide[]>

/** Where a seller has a smaller part of the cars of a kind than this, their prices hardly move its median. */
const SMALL_PART = 0.05

/** The price guide of each car of a list, as a function of the car: what other sellers ask for similar cars. */
export async function priceGuidesFor(
  db: Db,
  cars: readonly ComparedCar[],
  now: Date,
  find: FindPriceGuides = (kinds) => findPriceGuides(db, kinds, now),
): Promise<(car: ComparedCar) => PriceGuide | undefined> {
  const kinds = new Map(cars.flatMap((car) => (isKnown(car) ? [[keyOf(car), kindOf(car)] as const] : [])))
  const guides = await find([...kinds.values()], now)
  const ofAll = new Map(guides.map((guide) => [keyOf(guide), guide]))
  const countsOwn = (car: ComparedCar) => {
    const guide = ofAll.get(keyOf(car))
    return guide !== undefined && car.seller_listings >= guide.listings * SMALL_PART
  }
  const pairs = new Map(
    cars.flatMap((car) =>
      isKnown(car) && countsOwn(car)
        ? [[keyOfSeller(car), { ...kindOf(car), seller: car.account_id }] as const]
        : [],
    ),
  )
  const others = await findGuidesOfOthers(db, [...pairs.values()], now)
  const ofOthers = new Map(others.map(({ seller, ...guide }) => [`${keyOf(guide)}|${seller}`, guide]))
  return (car) => (countsOwn(car) ? ofOthers.get(keyOfSeller(car)) : ofAll.get(keyOf(car)))
}

function isKnown<Car extends CarKind>(car: Car): car is Car & KnownKind {
  return car.make !== null && car.model !== null
}

function kindOf({ make, model, year }: KnownKind): KnownKind {
  return { make, model, year }
}

function keyOfSeller(car: ComparedCar): string {
  return `${keyOf(car)}|${car.account_id}`
}

/** One car more or less hardly moves the median of so many, and reading them all costs the most. */
const FEWEST_CACHED = 50
/** Guides that were computed together are not computed again together: each is kept for 30 to 60 seconds. */
const LEAST_AGE_MS = 30_000
const SPREAD_OF_AGE_MS = 30_000
const MAX_CACHED = 5_000

/**
 * Caches the price guides of kinds with 50 or more cars for a minute at most; those of smaller kinds are always computed
 * anew.
 */
export function cachePriceGuides(find: FindPriceGuides, random: Random): FindPriceGuides {
  const cached = new LRUCache<string, { guide: PriceGuide; foundAt: Date; maxAgeMs: number }>({
    max: MAX_CACHED,
  })

  function readCache(kind: KnownKind, now: Date): PriceGuide | undefined {
    const entry = cached.get(keyOf(kind))
    const age = entry ? now.getTime() - entry.foundAt.getTime() : -1
    return entry && age >= 0 && age < entry.maxAgeMs ? entry.guide : undefined
  }

  return async (kinds, now) => {
    const valid = kinds.flatMap((kind) => readCache(kind, now) ?? [])
    const known = new Set(valid.map(keyOf))
    const found = await find(
      kinds.filter((kind) => !known.has(keyOf(kind))),
      now,
    )
    for (const guide of found) {
      const maxAgeMs = LEAST_AGE_MS + SPREAD_OF_AGE_MS * random()
      if (guide.listings >= FEWEST_CACHED) cached.set(keyOf(guide), { guide, foundAt: now, maxAgeMs })
    }
    return [...valid, ...found]
  }
}

function keyOf({ make, model, year }: CarKind): string {
  return `${make}|${model}|${year}`
}

/** Compares verified cars of the last year; kinds with too few of them are left out. */
export async function findPriceGuides(db: Db, kinds: readonly KnownKind[], now: Date): Promise<PriceGuide[]> {
  if (kinds.length === 0) return []
  const since = new Date(now.getTime() - COMPARED_DAYS * 86_400_000)
  const { rows } = await sql<PriceGuide>`
    select listings.make, listings.model, listings.year, count(*) as listings,
      round(percentile_cont(0.5) within group (order by price))::int as median,
      min(price) as lowest, max(price) as highest
    from listings
    join unnest(
      ${kinds.map(({ make }) => make)}::text[], ${kinds.map(({ model }) => model)}::text[],
      ${kinds.map(({ year }) => year)}::int[]
    ) as kind (make, model, year) using (make, model, year)
    where verified_at is not null and deleted_at is null and status in ('active', 'sold', 'expired')
      and live_at > ${since}::timestamptz
    group by listings.make, listings.model, listings.year
    having count(*) >= ${FEWEST_SIMILAR}::int
  `.execute(db)
  return rows
}

/** The same of all sellers but one, for each pair. */
async function findGuidesOfOthers(
  db: Db,
  pairs: readonly KindOfSeller[],
  now: Date,
): Promise<(PriceGuide & { seller: string })[]> {
  if (pairs.length === 0) return []
  const since = new Date(now.getTime() - COMPARED_DAYS * 86_400_000)
  const { rows } = await sql<PriceGuide & { seller: string }>`
    select listings.make, listings.model, listings.year, kind.seller, count(*) as listings,
      round(percentile_cont(0.5) within group (order by price))::int as median,
      min(price) as lowest, max(price) as highest
    from listings
    join unnest(
      ${pairs.map(({ make }) => make)}::text[], ${pairs.map(({ model }) => model)}::text[],
      ${pairs.map(({ year }) => year)}::int[], ${pairs.map(({ seller }) => seller)}::uuid[]
    ) as kind (make, model, year, seller) using (make, model, year)
    where verified_at is not null and deleted_at is null and status in ('active', 'sold', 'expired')
      and live_at > ${since}::timestamptz and account_id <> kind.seller
    group by listings.make, listings.model, listings.year, kind.seller
    having count(*) >= ${FEWEST_SIMILAR}::int
  `.execute(db)
  return rows
}
