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

/** What similar cars cost; null when there are too few of them. */
export async function priceGuideFor(db: Db, kind: KnownKind, now: Date): Promise<PriceGuide | null> {
  const [guide] = await findPriceGuides(db, [kind], now)
  return guide ?? null
}

/** Finds the price guides of these kinds; a kind with too few similar cars has none. */
export type FindPriceGuides = (kinds: readonly KnownKind[], now: Date) => Promise<PriceGuide[]>

/** The price guide of each car of a list, as a function of the car. */
export async function priceGuidesFor(
  db: Db,
  cars: readonly CarKind[],
  now: Date,
  find: FindPriceGuides = (kinds) => findPriceGuides(db, kinds, now),
): Promise<(car: CarKind) => PriceGuide | undefined> {
  const kinds = new Map(
    cars.flatMap(({ make, model, year }) =>
      make === null || model === null ? [] : [[keyOf({ make, model, year }), { make, model, year }] as const],
    ),
  )
  const guides = await find([...kinds.values()], now)
  const byKind = new Map(guides.map((guide) => [keyOf(guide), guide]))
  return (car) => byKind.get(keyOf(car))
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
