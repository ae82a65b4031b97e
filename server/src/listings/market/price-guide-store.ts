import type { PriceGuide } from '@twende/contract/listings/listing.ts'
import { FEWEST_SIMILAR } from '@twende/contract/listings/price-guide.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** A make, model and year, as they are compared. */
export type Kind = { make: string; model: string; year: number }
export type Spread = Kind & { listings: number; median: number; lowest: number; highest: number }

const COMPARED_DAYS = 365

/** What cars of these kinds cost, of those that staff saw within a year; kinds with too few of them are left out. */
export async function findSpreads(db: Db, kinds: readonly Kind[], now: Date): Promise<Spread[]> {
  if (kinds.length === 0) return []
  const since = new Date(now.getTime() - COMPARED_DAYS * 86_400_000)
  const { rows } = await sql<Spread>`
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

export type Named = { make: string | null; model: string | null; year: number }

/** What similar cars cost; null when there are too few of them. */
export async function priceGuideFor(db: Db, kind: Kind, now: Date): Promise<PriceGuide | null> {
  const [spread] = await findSpreads(db, [kind], now)
  return spread ?? null
}

/** The guide of each car of a list, looked up by car. */
export async function priceGuidesFor(
  db: Db,
  cars: readonly Named[],
  now: Date,
): Promise<(car: Named) => PriceGuide | undefined> {
  const kinds = new Map(
    cars.flatMap(({ make, model, year }) => {
      if (make === null || model === null) return []
      const kind: Kind = { make, model, year }
      return [[keyOf(kind), kind] as const]
    }),
  )
  const spreads = await findSpreads(db, [...kinds.values()], now)
  const byKind = new Map(spreads.map((spread) => [keyOf(spread), spread]))
  return (car) => byKind.get(keyOf(car))
}

function keyOf({ make, model, year }: Named): string {
  return `${make}|${model}|${year}`
}
