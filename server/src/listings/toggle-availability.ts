import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { listingToChange } from './listing-store.ts'
import { setAvailability } from './update-listing.ts'

/**
 * Marks a seller's own car as sold, or as available again; answers which of the two it is now. A wish that is said
 * (`wanted`) and sent again changes nothing more.
 */
export async function toggleAvailability(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { listingId, accountId, wanted }: { listingId: string; accountId: string; wanted?: boolean | undefined },
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const listing = await listingToChange(tx, listingId, accountId)
    const available = wanted ?? !listing.available
    if (available === listing.available) return available
    await setAvailability(tx, listing, { available, now: clock.now(), accountId })
    return available
  })
}
