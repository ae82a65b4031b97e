import { Readable } from 'node:stream'
import { Listing } from '@twende/contract/listings/listing.ts'
import type { AppDeps } from '../../deps.ts'
import { findPublicIds } from '../listing-read-store.ts'
import { toListing } from '../present-listing.ts'
import { type Named, priceGuidesFor } from './price-guide-store.ts'
import { type Place, publicListingsAfter, readRows } from './public-listing-store.ts'
import type { SearchDeps, Shown } from './search-listings.ts'

const AT_A_TIME = 200

/** Every car that everybody may see, newest first, a few at a time: there may be more than memory holds. */
export async function* allPublicListings({ db, clock, config }: SearchDeps): AsyncGenerator<Listing[]> {
  const { publicUrl } = config
  const now = clock.now()
  const medians = cacheMedians((cars) => priceGuidesFor(db, cars, now))
  let after: Place | undefined
  do {
    const places = await publicListingsAfter(db, after, AT_A_TIME, now)
    const ids = places.map(({ listingId }) => listingId)
    const rows = await readRows(db, ids, now)
    const median = await medians(rows)
    yield rows.map((row) => toListing(row, { now, publicUrl, median: median(row) }))
    after = places.length === AT_A_TIME ? places.at(-1) : undefined
  } while (after)
}

/** The whole list as the bytes of its answer, drawn as fast as they are read. */
export function streamPublicListings(deps: SearchDeps, counts: Shown): Readable {
  async function* json() {
    yield `{"success":true,"counts":${JSON.stringify(counts)},"data":[`
    let comma = ''
    for await (const listings of allPublicListings(deps)) {
      // Parsed like every answer, so that nothing leaves that the contract does not know.
      const shown = listings.map((listing) => JSON.stringify(Listing.parse(listing)))
      if (shown.length === 0) continue
      yield comma + shown.join(',')
      comma = ','
    }
    yield ']}'
  }
  return Readable.from(json(), { objectMode: false })
}

type Guides = Awaited<ReturnType<typeof priceGuidesFor>>

/** Asks what similar cars cost once for each kind of car, however many of it follow. */
function cacheMedians(read: (cars: readonly Named[]) => Promise<Guides>) {
  const known = new Map<string, number | undefined>()
  const kindOf = ({ make, model, year }: Named) => `${make}|${model}|${year}`
  return async (cars: readonly Named[]) => {
    const unknown = cars.filter((car) => !known.has(kindOf(car)))
    const guide = unknown.length > 0 ? await read(unknown) : undefined
    for (const car of unknown) known.set(kindOf(car), guide?.(car)?.median)
    return (car: Named) => known.get(kindOf(car))
  }
}

/** Every car for sale that has a public page, and when it last changed. */
export function publicListingIndex({
  db,
  clock,
}: Pick<AppDeps, 'db' | 'clock'>): Promise<{ id: string; changedAt: Date }[]> {
  return findPublicIds(db, clock.now())
}
