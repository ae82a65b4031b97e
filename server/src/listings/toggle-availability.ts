import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { listingToChange } from './listing-store.ts'
import { setAvailability } from './update-listing.ts'

/** Marks a seller's own car as sold, or as available again; answers which of the two it is now. */
export async function toggleAvailability(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { listingId, accountId }: { listingId: string; accountId: string },
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const listing = await listingToChange(tx, listingId, accountId)
    const available = !listing.available
    await setAvailability(tx, listing, { available, now: clock.now(), accountId })
    return available
  })
}
