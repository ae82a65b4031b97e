import { availabilityMove } from '@twende/contract/listings/listing-status.ts'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { AppDeps } from '../../deps.ts'
import { lockParts } from '../../payments/collections/record-staff-payment.ts'
import { withdrawProofs } from '../../payments/proofs/settle-proof.ts'
import { deleteEdit } from '../listing-edit-store.ts'
import {
  changeListing,
  type ListingRecord,
  lockListingToChange,
  moveListing,
  periodEndOf,
} from '../listing-store.ts'
import { oweUnusedPeriodBack, payableOf } from '../unused-period.ts'
import { startPaidPeriod } from './paid-period.ts'

/** Marks a seller's own car as sold or available; without `wanted` it changes to the other. Returns what it is now. */
export async function toggleAvailability(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { listingId, accountId, wanted }: { listingId: string; accountId: string; wanted?: boolean | undefined },
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const listing = await lockListingToChange(tx, listingId, accountId)
    const available = wanted ?? !listing.available
    if (available === listing.available) return available
    await setAvailability(tx, listing, { available, now: clock.now(), accountId })
    return available
  })
}

/** Sets the flag and, for an active or sold listing, the status that belongs to it. */
export async function setAvailability(
  tx: Db,
  listing: ListingRecord,
  { available, now, accountId }: { available: boolean; now: Date; accountId: string },
): Promise<ListingRecord> {
  const move = availabilityMove(
    { listingStatus: listing.status, listingExpiresAt: periodEndOf(listing, now)?.toISOString() ?? null },
    available,
    now,
  )
  const event = {
    by: 'owner',
    accountId,
    now,
    what: { code: available ? 'marked_available' : 'marked_sold' },
  } as const
  const set = { available, sold_at: available ? null : now }
  if (move === undefined) return changeListing(tx, listing, set, event)
  return startPaidPeriod(tx, await moveListing(tx, listing, move, { ...event, set }), now)
}

/** Deletes a seller's own listing. Its payments stay on record; a paid time of which no day was used is owed back. */
export async function removeListing(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { listingId, accountId }: { listingId: string; accountId: string },
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    await lockParts(tx, payableOf(listingId), '')
    const listing = await lockListingToChange(tx, listingId, accountId)
    await oweUnusedPeriodBack(tx, { listingId, why: 'listing_deleted', note: '', now })
    // Reports that wait for staff go on waiting.
    const set = { deleted_at: now, review_since: null }
    await changeListing(tx, listing, set, { by: 'owner', accountId, now, what: { code: 'deleted' } })
    await deleteEdit(tx, listingId)
    await withdrawProofs(tx, { payableId: listingId, now })
  })
}
