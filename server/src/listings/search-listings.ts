import type { Listing } from '@twende/contract/listings/listing.ts'
import { LISTINGS_PAGE_SIZE } from '@twende/contract/listings/listing-choices.ts'
import type { ListingSearch } from '@twende/contract/listings/listing-search.ts'
import type { Pagination } from '@twende/contract/text.ts'
import type { AppDeps } from '../deps.ts'
import { guidesOf } from './guide-prices.ts'
import { countPublic, findListingPage } from './listing-search-store.ts'
import { toListing } from './present-listing.ts'

type Found = {
  listings: Listing[]
  counts: { verified: number; available: number }
  pagination?: Pagination
}

/** Every public car for sale when nothing is asked; else one page of those that match. */
export async function searchListings(
  { db, clock, config }: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  search: ListingSearch,
): Promise<Found> {
  const now = clock.now()
  const whole = Object.keys(search).length === 0
  const page = search.page ?? 1
  const limit = search.limit ?? LISTINGS_PAGE_SIZE
  const [counts, { rows, matched }] = await Promise.all([
    countPublic(db, now),
    findListingPage(db, {
      filter: search,
      now,
      limit: whole ? Number.MAX_SAFE_INTEGER : limit,
      offset: whole ? 0 : (page - 1) * limit,
    }),
  ])
  const guide = await guidesOf(db, rows, now)
  const { publicUrl } = config
  const listings = rows.map((row) => toListing(row, { now, publicUrl, median: guide(row)?.median }))
  if (whole) return { listings, counts }
  return { listings, counts, pagination: { page, limit, total: matched, pages: Math.ceil(matched / limit) } }
}
