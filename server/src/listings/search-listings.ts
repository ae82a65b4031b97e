import type { Listing } from '@twende/contract/listings/listing.ts'
import { LISTINGS_PAGE_SIZE } from '@twende/contract/listings/listing-choices.ts'
import type { ListingSearch } from '@twende/contract/listings/listing-search.ts'
import type { Pagination } from '@twende/contract/text.ts'
import type { AppDeps } from '../deps.ts'
import { guidesOf } from './guide-prices.ts'
import { findListingPage } from './listing-search-store.ts'
import { toListing } from './present-listing.ts'

export type SearchDeps = Pick<AppDeps, 'db' | 'clock' | 'config'>
export type Shown = { verified: number; available: number }

/** One page of the cars for sale that match. */
export async function searchListings(
  { db, clock, config }: SearchDeps,
  search: ListingSearch,
): Promise<{ listings: Listing[]; pagination: Pagination }> {
  const now = clock.now()
  const page = search.page ?? 1
  const limit = search.limit ?? LISTINGS_PAGE_SIZE
  const offset = (page - 1) * limit
  const { rows, matched, orMore } = await findListingPage(db, { filter: search, now, limit, offset })
  const guide = await guidesOf(db, rows, now)
  const { publicUrl } = config
  const listings = rows.map((row) => toListing(row, { now, publicUrl, median: guide(row)?.median }))
  const pages = Math.ceil(matched / limit)
  return { listings, pagination: { page, limit, total: matched, pages, ...(orMore && { orMore }) } }
}
