import type { Listing } from '@twende/contract/listings/listing.ts'
import { LISTINGS_PAGE_SIZE } from '@twende/contract/listings/listing-choices.ts'
import type { ListingSearch } from '@twende/contract/listings/listing-search.ts'
import type { Pagination } from '@twende/contract/text.ts'
import type { ChangeFeed } from '../../db/change-feed.ts'
import { readPage } from '../../db/list-page.ts'
import type { AppDeps } from '../../deps.ts'
import { findListingsById } from '../listing-read-store.ts'
import { toListing } from '../present-listing.ts'
import { priceGuidesFor } from './price-guide-store.ts'
import { findPublicListingPage, type PublicCounts } from './public-listing-store.ts'

/** One page of the cars for sale that match. */
export async function searchListings(
  { db, clock, config: { publicUrl } }: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  filter: ListingSearch,
): Promise<{ data: Listing[]; pagination: Pagination }> {
  const now = clock.now()
  return readPage(filter, {
    size: LISTINGS_PAGE_SIZE,
    find: (range) => findPublicListingPage(db, { filter, now, ...range }),
    read: async (ids) => {
      const rows = await findListingsById(db, ids, now)
      const guide = await priceGuidesFor(db, rows, now)
      return rows.map((row) => toListing(row, { now, publicUrl, median: guide(row)?.median }))
    },
  })
}

const MAX_AGE_MS = 60_000

/** Caches the counts of public listings until a listing changes, the next one ends, or a minute has passed. */
export function cachePublicCounts(
  changeFeed: Pick<ChangeFeed, 'on' | 'isListening'>,
  count: (now: Date) => Promise<PublicCounts>,
): (now: Date) => Promise<PublicCounts> {
  let cached: { counts: PublicCounts; countedAt: Date } | undefined
  let changes = 0
  changeFeed.on((noun) => {
    if (noun !== 'listings' && noun !== 'content') return
    changes += 1
    cached = undefined
  })

  function readCache(now: Date): PublicCounts | undefined {
    if (!cached || !changeFeed.isListening()) return undefined
    const { counts, countedAt } = cached
    const age = now.getTime() - countedAt.getTime()
    const isValid = age >= 0 && age < MAX_AGE_MS && (counts.changesAt === null || now < counts.changesAt)
    return isValid ? counts : undefined
  }

  return async (now) => {
    const valid = readCache(now)
    if (valid) return valid
    const changesBefore = changes
    const counts = await count(now)
    // A change that arrived while counting may be missing from the count, so it is not cached.
    if (changesBefore === changes) cached = { counts, countedAt: now }
    return counts
  }
}
