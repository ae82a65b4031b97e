import type { Call } from '@twende/contract/http/call.ts'
import type { Listing, PriceGuide } from '@twende/contract/listings/listing.ts'

const SIMILAR = 4

/** A car for sale with what similar cars cost and a few of them. */
export type ListingPageData = {
  listing: Listing
  guide: PriceGuide | null
  similar: readonly Listing[]
}

/** What stands around a listing; the page does without where it cannot be had. */
export async function loadAround(api: Call, listing: Listing): Promise<ListingPageData> {
  const [guide, similar] = await Promise.all([
    guideOf(api, listing).catch(() => null),
    similarTo(api, listing).catch(() => []),
  ])
  return { listing, guide, similar }
}

async function guideOf(api: Call, { make, model, year, priceBand }: Listing): Promise<PriceGuide | null> {
  if (!make || !model || !priceBand) return null
  const { data } = await api('GET /api/sell/guide', { query: { make, model, year } })
  return data
}

async function similarTo(api: Call, { _id, category }: Listing): Promise<Listing[]> {
  const query = { category, page: 1, limit: SIMILAR * 2 }
  const { data } = await api('GET /api/sell/list', { query })
  return data.filter((other) => other._id !== _id && other.available).slice(0, SIMILAR)
}
