import { m } from '@twende/messages'

/** How a price compares with similar cars, from the cheapest. */
export const PRICE_BANDS = ['low', 'great', 'good', 'fair', 'high'] as const
export type PriceBand = (typeof PRICE_BANDS)[number]

/** With fewer similar cars of other sellers there is no price guide. */
export const FEWEST_SIMILAR = 4

/** Each band ends below this percentage of the median; a price above all of them is high. */
const bandEnds = [
  ['low', 70],
  ['great', 90],
  ['good', 100],
  ['fair', 115],
] as const satisfies readonly (readonly [PriceBand, number])[]

export type PriceSpread = { listings: number; median: number; lowest: number; highest: number }

/** What similar cars cost, in whole shillings; undefined when there are too few of them. */
export function priceSpread(prices: readonly number[]): PriceSpread | undefined {
  if (prices.length < FEWEST_SIMILAR) return undefined
  const sorted = prices.toSorted((a, b) => a - b)
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0
  return {
    listings: sorted.length,
    median: Math.round((lower + upper) / 2),
    lowest: sorted[0] ?? 0,
    highest: sorted.at(-1) ?? 0,
  }
}

/** How a price compares with the median of similar cars; the median itself is a fair price. */
export function priceBand(price: number, median: number): PriceBand {
  return bandEnds.find(([, hundredths]) => price * 100 < median * hundredths)?.[0] ?? 'high'
}

export const priceBandLabels: Record<PriceBand, () => string> = {
  low: m.listing_price_band_low,
  great: m.listing_price_band_great,
  good: m.listing_price_band_good,
  fair: m.listing_price_band_fair,
  high: m.listing_price_band_high,
}
