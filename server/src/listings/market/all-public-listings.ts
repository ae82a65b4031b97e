import { Readable } from 'node:stream'
import { Listing } from '@twende/contract/listings/listing.ts'
import type { AppDeps } from '../../deps.ts'
import { findListingsById, findPublicListingIds } from '../listing-read-store.ts'
import { toListing } from '../present-listing.ts'
import { type CarKind, priceGuidesFor } from './price-guide-store.ts'
import { type Cursor, publicListingsAfter } from './public-listing-store.ts'

type ReadDeps = Pick<AppDeps, 'db' | 'clock' | 'config'>

const BATCH_SIZE = 200

/** Every public listing, newest first, in batches: all of them may not fit into memory. */
export async function* allPublicListings({ db, clock, config }: ReadDeps): AsyncGenerator<Listing[]> {
  const { publicUrl } = config
  const now = clock.now()
  const medians = cacheMedians((cars) => priceGuidesFor(db, cars, now))
  let cursor: Cursor | undefined
  do {
    const batch = await publicListingsAfter(db, cursor, BATCH_SIZE, now)
    const ids = batch.map(({ listingId }) => listingId)
    const rows = await findListingsById(db, ids, now)
    const median = await medians(rows)
    yield rows.map((row) => toListing(row, { now, publicUrl, median: median(row) }))
    cursor = batch.length === BATCH_SIZE ? batch.at(-1) : undefined
  } while (cursor)
}

/** The whole list as a stream of JSON, so that a long list needs no memory. */
export function streamPublicListings(
  deps: ReadDeps,
  counts: { verified: number; available: number },
): Readable {
  async function* json() {
    yield `{"success":true,"counts":${JSON.stringify(counts)},"data":[`
    let separator = ''
    for await (const listings of allPublicListings(deps)) {
      // A stream does not pass the check of replies, so each listing is checked here.
      const texts = listings.map((listing) => JSON.stringify(Listing.parse(listing)))
      if (texts.length === 0) continue
      yield separator + texts.join(',')
      separator = ','
    }
    yield ']}'
  }
  return Readable.from(json(), { objectMode: false })
}

type Guides = Awaited<ReturnType<typeof priceGuidesFor>>

/** Reads the median price of each make, model and year once, however many batches have such cars. */
function cacheMedians(read: (cars: readonly CarKind[]) => Promise<Guides>) {
  const cache = new Map<string, number | undefined>()
  const keyOf = ({ make, model, year }: CarKind) => `${make}|${model}|${year}`
  return async (cars: readonly CarKind[]) => {
    const missing = cars.filter((car) => !cache.has(keyOf(car)))
    const guide = missing.length > 0 ? await read(missing) : undefined
    for (const car of missing) cache.set(keyOf(car), guide?.(car)?.median)
    return (car: CarKind) => cache.get(keyOf(car))
  }
}

/** Every public listing that is not sold, and when it last changed: the sitemap's lines. */
export function publicListingIndex({
  db,
  clock,
}: Pick<AppDeps, 'db' | 'clock'>): Promise<{ id: string; changedAt: Date }[]> {
  return findPublicListingIds(db, clock.now())
}
