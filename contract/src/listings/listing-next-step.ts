import type { OwnListing } from './listing.ts'
import { REMINDER_DAYS } from './listing-plan.ts'
import { daysRemaining } from './listing-status.ts'

/** What a seller can do about a listing now. */
export type ListingAction = 'pay' | 'renew' | 'edit' | 'contact' | 'wait'

/** Why a listing is not simply on sale; `reason` is what staff or the payment check gave. */
export type ListingNextStep = { action: ListingAction } & (
  | {
      code: 'not_paid' | 'payment_not_received' | 'payment_in_review' | 'in_review' | 'expired'
    }
  | { code: 'payment_refused' | 'not_verified' | 'suspended'; reason: string }
  | { code: 'ends_soon'; days: number }
)

type Facts = Pick<OwnListing, 'listingStatus' | 'listingExpiresAt' | 'verified' | 'reviewReason'> & {
  payment: Pick<OwnListing['payment'], 'status' | 'reason'>
}

/** Why a listing is not simply on sale, and what its seller does next; undefined when there is nothing to do. */
export function listingNextStep(listing: Facts, now: Date): ListingNextStep | undefined {
  switch (listing.listingStatus) {
    case 'draft':
      return { code: 'not_paid', action: 'pay' }
    case 'pending_payment':
      return paymentStep(listing)
    case 'suspended':
      return { code: 'suspended', reason: listing.reviewReason, action: 'contact' }
    case 'expired':
      return { code: 'expired', action: 'renew' }
    case 'sold':
      return undefined
    case 'active':
      return listing.verified ? endStep(listing.listingExpiresAt, now) : reviewStep(listing)
  }
}

function paymentStep({ payment: { status, reason } }: Facts): ListingNextStep {
  if (reason !== '') return { code: 'payment_refused', reason, action: 'pay' }
  const isMissing = status === 'pending' || status === 'failed' || status === 'expired'
  return isMissing
    ? { code: 'payment_not_received', action: 'pay' }
    : { code: 'payment_in_review', action: 'wait' }
}

function reviewStep({ reviewReason }: Facts): ListingNextStep {
  return reviewReason === ''
    ? { code: 'in_review', action: 'wait' }
    : { code: 'not_verified', reason: reviewReason, action: 'edit' }
}

function endStep(expiresAt: string | null, now: Date): ListingNextStep | undefined {
  const days = daysRemaining(expiresAt, now)
  if (typeof days !== 'number' || days > REMINDER_DAYS[0]) return undefined
  return { code: 'ends_soon', days, action: 'renew' }
}
