import type { Listing } from '@twende/contract/listings/listing.ts'
import type { AppDeps } from '../../deps.ts'
import { findListingsById, findPublicListingIds } from '../listing-read-store.ts'
import { toListing } from '../present-listing.ts'
import { findPriceGuides, priceGuidesFor } from './price-guide-store.ts'
import { newestPublicListingIds } from './public-listing-store.ts'

type ReadDeps = Pick<AppDeps, 'db' | 'clock' | 'config'>

/** The newest public listings, so many at most. */
export async function newestPublicListings(
  { db, clock, config: { publicUrl } }: ReadDeps,
  most: number,
): Promise<Listing[]> {
  const now = clock.now()
  const ids = await newestPublicListingIds(db, most, now)
  const rows = await findListingsById(db, ids, now)
  const guide = await priceGuidesFor(db, rows, now, (kinds) => findPriceGuides(db, kinds, now))
  return rows.map((row) => toListing(row, { now, publicUrl, median: guide(row)?.median }))
}

/** Every public listing that is not sold, and when it last changed: the sitemap's lines. */
export function publicListingIndex({
  db,
  clock,
}: Pick<AppDeps, 'db' | 'clock'>): Promise<{ id: string; changedAt: Date }[]> {
  return findPublicListingIds(db, clock.now())
}
