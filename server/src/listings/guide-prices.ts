import type { PriceGuide } from '@twende/contract/listings/listing.ts'
import type { Db } from '../db/database.ts'
import { findSpreads, type Kind } from './price-guide-store.ts'

export type Named = { make: string | null; model: string | null; year: number }

/** What similar cars cost; null when there are too few of them. */
export async function guidePrice(db: Db, kind: Kind, now: Date): Promise<PriceGuide | null> {
  const [spread] = await findSpreads(db, [kind], now)
  return spread ?? null
}

/** The guide of each car of a list, looked up by car. */
export async function guidesOf(
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
