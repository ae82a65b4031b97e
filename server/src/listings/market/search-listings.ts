import type { FilterCounts } from '@twende/contract/cars/car-search.ts'
import { seatChoices } from '@twende/contract/cars/seat-choices.ts'
import type { Listing } from '@twende/contract/listings/listing.ts'
import { LISTINGS_PAGE_SIZE, type ListingSort } from '@twende/contract/listings/listing-choices.ts'
import { type ListingSearch, listingLimits } from '@twende/contract/listings/listing-search.ts'
import { searchWords } from '@twende/contract/search/search-words.ts'
import type { Pagination } from '@twende/contract/text.ts'
import { cachedValue } from '../../db/cached-value.ts'
import type { ChangeFeed } from '../../db/change-feed.ts'
import { type FoundPage, type PageRange, readPage } from '../../db/list-page.ts'
import type { AppDeps } from '../../deps.ts'
import { boundedQueue } from '../../http/limits/bounded-queue.ts'
import { findListingsById } from '../listing-read-store.ts'
import { toListing } from '../present-listing.ts'
import type { IndexAnswer, IndexQuery } from '../search-index/listing-index.ts'
import { type FindPriceGuides, priceGuidesFor } from './price-guide-store.ts'
import {
  countListingChoices,
  findPublicListingPage,
  MOST_RANKED,
  type PublicCounts,
  rankListings,
} from './public-listing-store.ts'

type Counts = Pick<PublicCounts, 'verified' | 'available'>
type SearchDeps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'listingSearch'>

/**
 * One page of the cars for sale that match, and how many there are in all. The index finds them where there is one,
 * otherwise the database.
 */
export async function searchListings(
  { db, clock, config: { publicUrl }, listingSearch }: SearchDeps,
  filter: ListingSearch,
  {
    publicCounts,
    findPriceGuides,
  }: { publicCounts: (now: Date) => Promise<Counts>; findPriceGuides: FindPriceGuides },
): Promise<{ data: Listing[]; counts: Counts; pagination: Pagination }> {
  const now = clock.now()
  let shown: Counts | undefined
  const page = await readPage(filter, {
    size: LISTINGS_PAGE_SIZE,
    find: async (range) => {
      const query = toIndexQuery(filter, { now, ...range })
      const answer = query && (await listingSearch.find(query))
      if (!answer) return findInDatabase(() => findPublicListingPage(db, { filter, now, ...range }))
      shown = answer.shown
      return pageOf(answer, query, (ids) => rankListings(db, ids, { filter, ...range }))
    },
    read: async (ids) => {
      const rows = await findListingsById(db, ids, now)
      const guide = await priceGuidesFor(db, rows, now, findPriceGuides)
      return rows.map((row) => toListing(row, { now, publicUrl, median: guide(row)?.median }))
    },
  })
  const { verified, available } = shown ?? (await publicCounts(now))
  return { ...page, counts: { verified, available } }
}

async function pageOf(
  { ids, total }: IndexAnswer,
  { mostRanked }: IndexQuery,
  rank: (ids: string[]) => Promise<string[]>,
): Promise<FoundPage> {
  const isRanked = total > 0 && total <= mostRanked
  return { keys: isRanked ? await rank(ids) : ids, total, orMore: false }
}

// Among a million listings a search in the database takes hundreds of times the processor time of one in the index. Where the
// index is late because there is no processor time, more of them would keep it late for ever.
const findInDatabase = boundedQueue({ concurrency: 4, maxWaiting: 200 })

// Counting in the database reads every match, so it must not take all of its connections.
const countInDatabase = boundedQueue({ concurrency: 2, maxWaiting: 20 })

/** How many cars for sale each choice of a filter would leave, with the other filters as they are. */
export async function countFilterChoices(
  { db, clock, listingSearch }: SearchDeps,
  filter: ListingSearch,
): Promise<FilterCounts> {
  const now = clock.now()
  const query = toIndexQuery(filter, { now, limit: 0, offset: 0, withCounts: true })
  const answer = query && (await listingSearch.find(query))
  if (answer?.counts) return answer.counts
  const counts: FilterCounts = { category: {}, seats: {}, transmission: {}, fuel: {}, location: {} }
  for (const { filter: facet, value, listings } of await countInDatabase(() =>
    countListingChoices(db, { filter, now }),
  )) {
    const choices = facet === 'seats' ? seatChoices(Number(value)) : [value]
    for (const choice of choices) counts[facet][choice] = (counts[facet][choice] ?? 0) + listings
  }
  return counts
}

const orders: Record<ListingSort, IndexQuery['order']> = {
  newest: { by: 'liveAt', descending: true },
  'price-low': { by: 'price', descending: false },
  'price-high': { by: 'price', descending: true },
  mileage: { by: 'mileage', descending: false },
  year: { by: 'year', descending: true },
}

/**
 * A search as the index understands it. Undefined for what the database answers: searches by ids, which need no index, and
 * words with other letters than a to z, which it compares by the rules of its own collation.
 */
function toIndexQuery(
  filter: ListingSearch,
  { now, withCounts = false, ...range }: PageRange & { now: Date; withCounts?: boolean },
): IndexQuery | undefined {
  const { ids, search, category, location, seats, transmission, fuel, sort } = filter
  const words = searchWords(search)
  if (ids || words.some((word) => !/^[a-z0-9]+$/.test(word))) return undefined
  return {
    words,
    chosen: {
      category: category?.toLowerCase() || undefined,
      location: location?.toLowerCase() || undefined,
      seats,
      transmission,
      fuel,
    },
    limits: listingLimits(filter),
    order: orders[sort ?? 'newest'],
    ...range,
    mostRanked: sort === undefined && !withCounts && words.length > 0 ? MOST_RANKED : 0,
    now: now.getTime(),
    withCounts,
  }
}

const MAX_AGE_MS = 60_000

/** Caches the counts of public listings until a listing changes, the next one ends, or a minute has passed. */
export function cachePublicCounts(
  changeFeed: Pick<ChangeFeed, 'on' | 'isListening'>,
  count: (now: Date) => Promise<PublicCounts>,
): (now: Date) => Promise<PublicCounts> {
  return cachedValue(changeFeed, {
    nouns: ['listings', 'content'],
    read: count,
    isValid: ({ value: { changesAt }, readAt }, now) => {
      const age = now.getTime() - readAt.getTime()
      return age >= 0 && age < MAX_AGE_MS && (changesAt === null || now < changesAt)
    },
  })
}
