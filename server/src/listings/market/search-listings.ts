import type { Listing } from '@twende/contract/listings/listing.ts'
import { LISTINGS_PAGE_SIZE } from '@twende/contract/listings/listing-choices.ts'
import type { ListingSearch } from '@twende/contract/listings/listing-search.ts'
import type { Pagination } from '@twende/contract/text.ts'
import type { ChangeFeed } from '../../db/change-feed.ts'
import type { AppDeps } from '../../deps.ts'
import { toListing } from '../present-listing.ts'
import { priceGuidesFor } from './price-guide-store.ts'
import { type Counts, findListingPage } from './public-listing-store.ts'

const MAX_AGE_MS = 60_000

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
  const guide = await priceGuidesFor(db, rows, now)
  const { publicUrl } = config
  const listings = rows.map((row) => toListing(row, { now, publicUrl, median: guide(row)?.median }))
  const pages = Math.ceil(matched / limit)
  return { listings, pagination: { page, limit, total: matched, pages, ...(orMore && { orMore }) } }
}

/**
 * A count of the cars for sale, kept while it is exactly right: until a car changes, until the hour when the next one
 * leaves by itself, and for a minute at most.
 */
export function cachePublicCounts(
  changeFeed: Pick<ChangeFeed, 'on' | 'isListening'>,
  count: (now: Date) => Promise<Counts>,
): (now: Date) => Promise<Counts> {
  let kept: { counts: Counts; countedAt: Date } | undefined
  let generation = 0
  changeFeed.on((noun) => {
    if (noun !== 'listings' && noun !== 'content') return
    generation += 1
    kept = undefined
  })

  function known(now: Date): Counts | undefined {
    if (!kept || !changeFeed.isListening()) return undefined
    const { counts, countedAt } = kept
    const age = now.getTime() - countedAt.getTime()
    const isRight = age >= 0 && age < MAX_AGE_MS && (counts.goodUntil === null || now < counts.goodUntil)
    return isRight ? counts : undefined
  }

  return async (now) => {
    const remembered = known(now)
    if (remembered) return remembered
    const startedAt = generation
    const counts = await count(now)
    // Counted before a change that came meanwhile: good for this answer, not for the next.
    if (startedAt === generation) kept = { counts, countedAt: now }
    return counts
  }
}
