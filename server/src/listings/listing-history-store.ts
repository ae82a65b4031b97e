import type { ListingActor } from '@twende/contract/listings/listing-status.ts'
import type { Db } from '../db/database.ts'

export type ListingEventInput = {
  by: ListingActor
  now: Date
  what: string
  note?: string | undefined
  accountId?: string | undefined
}

const DAY_MS = 86_400_000
/** What a seller does over and over adds no more rows to a listing in a day than this. */
const MOST_OWNER_ROWS_A_DAY = 30
const ONCE_ONLY = ['Listed', 'Paid for again', 'Deleted']

/**
 * Adds what happened to the story of a listing, to which rows are only ever added. What its seller repeats at once is
 * written once, and beyond a number of changes in a day one row says that there were more.
 */
export async function addListingEvent(tx: Db, listing: Listing, event: ListingEventInput): Promise<void> {
  const { by, now, what, note = '', accountId } = event
  const entry = { what, note, status: listing.status }
  const written = by === 'owner' ? await ownerEntry(tx, listing.id, now, entry) : entry
  if (!written) return
  await tx
    .insertInto('listing_history')
    .values({ listing_id: listing.id, at: now, actor: by, account_id: accountId ?? null, ...written })
    .execute()
}

type Listing = { id: string; status: string }
type Entry = { what: string; note: string; status: string }

/** What is written of a seller's action, if anything. The listing is locked: nobody else adds to its story meanwhile. */
async function ownerEntry(tx: Db, listingId: string, now: Date, entry: Entry): Promise<Entry | undefined> {
  if (ONCE_ONLY.includes(entry.what)) return entry
  const rows = await tx
    .selectFrom('listing_history')
    .select(['actor', 'what', 'note', 'status'])
    .where('listing_id', '=', listingId)
    .where('at', '>', new Date(now.getTime() - DAY_MS))
    .orderBy('id', 'desc')
    .limit(2 * MOST_OWNER_ROWS_A_DAY)
    .execute()
  const [newest] = rows
  if (newest?.actor === 'owner' && isSame(newest, entry)) return undefined
  const written = rows.filter(({ actor }) => actor === 'owner').length
  if (written >= MOST_OWNER_ROWS_A_DAY) return undefined
  if (written < MOST_OWNER_ROWS_A_DAY - 1) return entry
  return { ...entry, what: 'Changed very often', note: 'Further changes on this day are not listed.' }
}

function isSame(one: Entry, other: Entry): boolean {
  return one.what === other.what && one.note === other.note && one.status === other.status
}

/** The stories of several listings, oldest event first. */
export async function findListingEvents(db: Db, listingIds: readonly string[]) {
  if (listingIds.length === 0) return []
  return db
    .selectFrom('listing_history')
    .select(['listing_id', 'at', 'actor', 'what', 'note'])
    .where('listing_id', 'in', listingIds)
    .orderBy('id')
    .execute()
}
