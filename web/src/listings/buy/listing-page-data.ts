import { withCarDefaults } from '@twende/contract/cars/car-defaults.ts'
import type { Call } from '@twende/contract/http/call.ts'
import { cardPicture } from '@twende/contract/listings/card-picture.ts'
import type { Listing, PriceGuide } from '@twende/contract/listings/listing.ts'

const SIMILAR = 4

/** As much of another car as its card shows: the whole of it would make every page a third heavier. */
export type SimilarListing = Pick<
  Listing,
  '_id' | 'name' | 'year' | 'mileage' | 'location' | 'price' | 'priceBand'
> & { picture: string | undefined; placeholder: string | undefined }

/** A car for sale with what similar cars cost and a few of them. */
export type ListingPageData = {
  listing: Listing
  guide: PriceGuide | null
  similar: readonly SimilarListing[]
}

/** What stands around a listing; the page does without where it cannot be had. */
export async function loadAround(api: Call, answered: Listing): Promise<ListingPageData> {
  const listing = withCarDefaults(answered)
  const [guide, similar] = await Promise.all([
    guideOf(api, listing).catch(() => null),
    similarTo(api, listing).catch(() => []),
  ])
  return { listing, guide, similar }
}

async function guideOf(
  api: Call,
  { _id, make, model, year, priceBand }: Listing,
): Promise<PriceGuide | null> {
  if (!make || !model || !priceBand) return null
  const { data } = await api('GET /api/sell/guide', { query: { make, model, year, listingId: _id } })
  return data
}

async function similarTo(api: Call, { _id, category }: Listing): Promise<SimilarListing[]> {
  const query = { category, page: 1, limit: SIMILAR * 2 }
  const { data } = await api('GET /api/sell/list', { query })
  return data
    .map(withCarDefaults)
    .filter((other) => other._id !== _id && other.verified && other.available)
    .slice(0, SIMILAR)
    .map(asCard)
}

function asCard(listing: Listing): SimilarListing {
  const { _id, name, year, mileage, location, price, priceBand } = listing
  const picture = cardPicture(listing)
  const placeholder = listing.pictures.find(({ address }) => address === picture)?.placeholder
  return { _id, name, year, mileage, location, price, priceBand, picture, placeholder }
}
