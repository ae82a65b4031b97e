import {
  type ListingPlans,
  monthsPaidBy,
  periodEnd,
  renewedEnd,
} from '@twende/contract/listings/listing-plan.ts'
import { goesLive, type ListingActor } from '@twende/contract/listings/listing-status.ts'
import { showKsh } from '@twende/contract/money.ts'
import type { Db } from '../db/database.ts'
import type { AppDeps } from '../deps.ts'
import {
  changeListing,
  type KeptListing,
  type ListingChange,
  lockListing,
  moveListing,
} from './listing-store.ts'

/** `plans` is the price list that the money counts by. */
type Paid = { amount: number; plans: ListingPlans; receipt: string | null; by: ListingActor }

/**
 * Gives a listing the months that were paid for, in the transaction that settles the money: a running period grows, one
 * that is over begins anew, and one that has not begun waits for the car to be verified. `gone` means that the listing
 * was deleted and the money must go back.
 */
export async function payForListing(
  tx: Db,
  { clock }: Pick<AppDeps, 'clock'>,
  listingId: string,
  { amount, plans, receipt, by }: Paid,
): Promise<'done' | 'gone'> {
  const now = clock.now()
  const listing = await lockListing(tx, listingId)
  const months = monthsPaidBy(amount, plans)
  if (!listing || months === 0) return 'gone'
  const happening = {
    by,
    now,
    what: `Paid ${showKsh(amount)}: ${monthsInWords(months)}`,
    note: receipt ?? '',
  }
  const set = withMonths(listing, months, now)
  if (listing.status === 'sold' || listing.status === 'suspended') {
    await changeListing(tx, listing, set, happening)
    return 'done'
  }
  if (listing.status === 'active' || listing.status === 'expired') {
    await beginPeriod(tx, await moveListing(tx, listing, 'renew', { ...happening, set }), now)
    return 'done'
  }
  const asked =
    listing.status === 'draft' ? await moveListing(tx, listing, 'submit', { ...submitted, now }) : listing
  const paid = await moveListing(tx, asked, 'approvePayment', { ...happening, set })
  await beginPeriod(tx, paid, now)
  return 'done'
}

const submitted = { by: 'owner', what: 'Paid for again' } as const

function withMonths(listing: KeptListing, months: number, now: Date): ListingChange {
  const review_since = listing.review_since ?? (listing.verified_at === null ? now : null)
  const sum = { months: listing.months + months, review_since }
  const beginsAnew = listing.status === 'expired' && listing.verified_at === null
  return listing.expires_at === null || beginsAnew
    ? { ...sum, months_due: listing.months_due + months, live_at: null, expires_at: null }
    : { ...sum, expires_at: renewedEnd(listing.expires_at, now, months) }
}

/** Starts the paid period once the listing is both paid for and verified, so that no paid day is spent waiting. */
export async function beginPeriod(tx: Db, listing: KeptListing, now: Date): Promise<KeptListing> {
  const isDue = goesLive({
    listingStatus: listing.status,
    verified: listing.verified_at !== null,
    listingExpiresAt: listing.expires_at?.toISOString() ?? null,
  })
  if (!isDue) return listing
  return changeListing(
    tx,
    listing,
    { live_at: now, expires_at: periodEnd(now, listing.months_due), months_due: 0 },
    { by: 'clock', now, what: `Went live for ${monthsInWords(listing.months_due)}` },
  )
}

function monthsInWords(months: number): string {
  return months === 1 ? '1 month' : `${months} months`
}
