import { Readable } from 'node:stream'
import { Listing, type PriceGuide } from '@twende/contract/listings/listing.ts'
import type { AppDeps } from '../../deps.ts'
import { findListingsById, findPublicListingIds } from '../listing-read-store.ts'
import { toListing } from '../present-listing.ts'
import { type CarKind, type FindPriceGuides, findPriceGuides, priceGuidesFor } from './price-guide-store.ts'
import { type Cursor, publicListingsAfter } from './public-listing-store.ts'

type ReadDeps = Pick<AppDeps, 'db' | 'clock' | 'config'>

const BATCH_SIZE = 200

/** Every public listing, newest first, in batches: all of them may not fit into memory. */
export async function* allPublicListings({ db, clock, config }: ReadDeps): AsyncGenerator<Listing[]> {
  const { publicUrl } = config
  const now = clock.now()
  const find = rememberGuides((kinds) => findPriceGuides(db, kinds, now))
  let cursor: Cursor | undefined
  do {
    const batch = await publicListingsAfter(db, cursor, BATCH_SIZE, now)
    const ids = batch.map(({ listingId }) => listingId)
    const rows = await findListingsById(db, ids, now)
    const guide = await priceGuidesFor(db, rows, now, find)
    yield rows.map((row) => toListing(row, { now, publicUrl, median: guide(row)?.median }))
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

/** Reads the guide of each kind of car once, however many batches have such cars. */
function rememberGuides(find: FindPriceGuides): FindPriceGuides {
  const known = new Map<string, PriceGuide | undefined>()
  const keyOf = ({ make, model, year }: CarKind) => `${make}|${model}|${year}`
  return async (kinds, now) => {
    const missing = kinds.filter((kind) => !known.has(keyOf(kind)))
    for (const kind of missing) known.set(keyOf(kind), undefined)
    for (const guide of await find(missing, now)) known.set(keyOf(guide), guide)
    return kinds.flatMap((kind) => known.get(keyOf(kind)) ?? [])
  }
}

/** Every public listing that is not sold, and when it last changed: the sitemap's lines. */
export function publicListingIndex({
  db,
  clock,
}: Pick<AppDeps, 'db' | 'clock'>): Promise<{ id: string; changedAt: Date }[]> {
  return findPublicListingIds(db, clock.now())
}
