import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { withdrawClaims } from '../payments/settle-claim.ts'
import { deleteEdit } from './listing-edit-store.ts'
import { changeListing, listingToChange } from './listing-store.ts'

/** Takes a seller's own listing away; what was paid for it stays on record. */
export async function removeListing(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { listingId, accountId }: { listingId: string; accountId: string },
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const listing = await listingToChange(tx, listingId, accountId)
    const set = { deleted_at: now, review_since: null, reported_at: null }
    await changeListing(tx, listing, set, { by: 'owner', accountId, now, what: 'Deleted' })
    await deleteEdit(tx, listingId)
    await withdrawClaims(tx, { listingId, now })
  })
}
