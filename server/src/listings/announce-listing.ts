import type { Db } from '../db/database.ts'
import type { ListingFacts } from '../notices/listing-notice-texts.ts'
import type { NoticeText } from '../notices/notice-texts.ts'
import { postNotice } from '../notices/post-notice.ts'
import { findSeller } from './listing-read-store.ts'

/** Writes to the seller about a listing, in the transaction of the change; the same event once. */
export async function announceListing(
  tx: Db,
  listingId: string,
  text: (facts: ListingFacts) => NoticeText,
  event: string,
  now: Date,
): Promise<void> {
  const { accountId, name, email, carName, expiresAt } = await findSeller(tx, listingId)
  const notice = text({ name, carName, expiresAt })
  await postNotice(
    tx,
    { ...notice, accountId, recipient: email, dedupeKey: `listing ${listingId} ${event}` },
    now,
  )
}
