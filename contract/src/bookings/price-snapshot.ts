import * as z from 'zod/mini'
import { storedDocument } from '../stored-document.ts'
import type { RentalPrice } from './rental-price.ts'

const Percent = z.int().check(z.gte(0), z.lte(90))

/** The price of each day of a booking, and the discount of its length, as they were when it was made. */
export const PriceSnapshot = z.object({
  days: z.array(z.object({ price: z.int(), insurance: z.int(), rule: z.nullable(z.string()) })),
  discountPercent: Percent,
  discountRule: z.nullable(z.string()),
})
export type PriceSnapshot = z.output<typeof PriceSnapshot>

export const priceSnapshotDocument = /* @__PURE__ */ storedDocument('price snapshot', PriceSnapshot)

/** What a booking stores of the price under which it was made. */
export function priceSnapshot({ dailyPrices, dailyRules, discountPercent, discountRule }: RentalPrice) {
  const days = dailyPrices.map((day, place) => ({ ...day, rule: dailyRules[place] ?? null }))
  return { days, discountPercent, discountRule }
}

/** The stored snapshot; a booking without one has its price per day on every day, and no discount. */
export function readPriceSnapshot(
  stored: unknown,
  flat: { pricePerDay: number; totalDays: number },
): PriceSnapshot {
  if (stored !== null) return priceSnapshotDocument.read(stored)
  const day = { price: flat.pricePerDay, insurance: 0, rule: null }
  return {
    days: Array.from({ length: flat.totalDays }, () => ({ ...day })),
    discountPercent: 0,
    discountRule: null,
  }
}
