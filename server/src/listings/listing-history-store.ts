import type { ListingActor } from '@twende/contract/listings/listing-status.ts'
import type { Db } from '../db/database.ts'

export type Happening = {
  by: ListingActor
  now: Date
  what: string
  note?: string | undefined
  accountId?: string | undefined
}

/** Adds what happened to the story of a listing. */
export async function writeHistory(
  tx: Db,
  listing: { id: string; status: string },
  { by, now, what, note = '', accountId }: Happening,
): Promise<void> {
  await tx
    .insertInto('listing_history')
    .values({
      listing_id: listing.id,
      at: now,
      actor: by,
      account_id: accountId ?? null,
      what,
      status: listing.status,
      note,
    })
    .execute()
}

/** The stories of several listings, oldest event first. */
export async function listHistories(db: Db, listingIds: readonly string[]) {
  if (listingIds.length === 0) return []
  return db
    .selectFrom('listing_history')
    .select(['listing_id', 'at', 'actor', 'what', 'note'])
    .where('listing_id', 'in', listingIds)
    .orderBy('id')
    .execute()
}
