import { nairobiDay, showDay } from '@twende/contract/calendar-day.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import type { OwnListing } from '@twende/contract/listings/listing.ts'
import { listingLabel } from '@twende/contract/listings/listing-labels.ts'
import { daysRemaining, isPublic, type ListingStatus } from '@twende/contract/listings/listing-status.ts'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { capitalised } from '@twende/ui/cars/car-words.ts'
import type { BadgeTone } from '@twende/ui/controls/badge.tsx'

export const listingTones: Readonly<Record<ListingStatus, BadgeTone>> = {
  active: 'acacia',
  pending_payment: 'sunrise',
  expired: 'clay',
  sold: 'ink',
  draft: 'neutral',
  suspended: 'clay',
}

/** The badge in words. A seller whose car was taken off the market must not be told that it is a draft. */
export function statusWord(status: ListingStatus): string {
  return status === 'suspended' ? 'Suspended' : listingLabel(status)
}

/** `12`, `Expired` or `N/A`. */
export function daysWord({ listingExpiresAt }: Pick<OwnListing, 'listingExpiresAt'>): string {
  return String(daysRemaining(listingExpiresAt, serverNow()))
}

/** The Nairobi day of an instant, `10 Apr 2026`. */
export function dayWord(instant: string): string {
  return showDay(nairobiDay(new Date(instant)))
}

/** The day of the last change, unless it is the day of listing. */
export function updatedWord({ createdAt, updatedAt }: OwnListing): string | undefined {
  return dayWord(updatedAt) === dayWord(createdAt) ? undefined : dayWord(updatedAt)
}

export function durationWord(months: number): string {
  if (months === 0) return 'Not paid yet'
  return months === 1 ? '1 month' : `${months} months`
}

/** `Paid`; specification, section 4. */
export function paymentWord({ payment }: OwnListing): string {
  return capitalised(payment.status)
}

/** The listing with the facts that buyers see, where changes wait. */
export function asBuyersSee(listing: OwnListing): OwnListing {
  if (!listing.edit) return listing
  const { published } = listing.edit
  return { ...listing, ...published, image: published.pictures[0]?.address ?? '' }
}

/** Whether buyers can see it now. */
export function isOnSale(listing: OwnListing): boolean {
  return isPublic(listing, serverNow())
}

/** Whether paying puts it on sale, or keeps it there. */
export function isRenewable({ listingStatus }: OwnListing): boolean {
  return listingStatus === 'active' || listingStatus === 'expired'
}

/** Whether its first period is still to be paid. */
export function isUnpaid({ listingStatus }: OwnListing): boolean {
  return listingStatus === 'draft' || listingStatus === 'pending_payment'
}

/** The server's own words where it answered, otherwise ours. */
export function wordsOf(error: unknown, otherwise: string): string {
  return error instanceof ApiError && error.code !== 'unreachable' ? error.message : otherwise
}

/** Whether the person has to log in again. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not_signed_in'
}

/** What was paid already towards a plan that costs more. */
export function paidBefore({ payment }: Pick<OwnListing, 'payment'>): number {
  return payment.status === 'partial' ? payment.amount : 0
}
