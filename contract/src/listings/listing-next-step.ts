import type { OwnListing } from './listing.ts'
import { REMINDER_DAYS } from './listing-plan.ts'
import { daysRemaining, UNPAID_DAYS } from './listing-status.ts'

/** What a seller can do about a listing now. */
export type ListingAction = 'pay' | 'renew' | 'edit' | 'contact' | 'wait'

/** Why a listing is not simply on sale; `reason` is what staff or the payment check gave. */
export type ListingNextStep = {
  action: ListingAction
  /** How its payment fares, where the step is about something else. */
  payment?: ListingNextStep
} & (
  | {
      code: 'not_paid' | 'payment_not_received' | 'payment_in_review' | 'in_review' | 'expired'
    }
  | {
      code: 'payment_refused' | 'part_in_review' | 'part_paid' | 'not_verified' | 'suspended'
      reason: string
    }
  | { code: 'money_goes_back' | 'money_went_back'; amount: number; reason: string }
  | { code: 'ends_soon'; days: number }
)

type Facts = Pick<OwnListing, 'listingStatus' | 'listingExpiresAt' | 'verified' | 'reviewReason'> & {
  payment: Pick<OwnListing['payment'], 'status' | 'paymentMethod' | 'reason' | 'amount' | 'submittedAt'>
}

/** Why a listing is not simply on sale, and what its seller does next; undefined when there is nothing to do. */
export function listingNextStep(listing: Facts, now: Date): ListingNextStep | undefined {
  switch (listing.listingStatus) {
    case 'draft':
      return moneyBackStep(listing) ?? { code: 'not_paid', action: 'pay' }
    case 'pending_payment':
      return paymentStep(listing)
    case 'suspended':
      return withPayment({ code: 'suspended', reason: listing.reviewReason, action: 'contact' }, listing, now)
    case 'expired':
      return renewalStep(listing, now) ?? { code: 'expired', action: 'renew' }
    case 'sold':
      // It cannot be renewed now, but money of a renewal that began before is not forgotten.
      return isLookedAt(listing.payment.status) ? { code: 'payment_in_review', action: 'wait' } : undefined
    case 'active':
      if (!listing.verified) return withPayment(reviewStep(listing), listing, now)
      return renewalStep(listing, now) ?? endStep(listing.listingExpiresAt, now)
  }
}

/** Staff gives back, or gave back, what was paid; the reason is that of the check. */
function moneyBackStep({ reviewReason: reason, payment: { status, amount } }: Facts) {
  if (status === 'refunding') return { code: 'money_goes_back', amount, reason, action: 'pay' } as const
  if (status === 'refunded') return { code: 'money_went_back', amount, reason, action: 'pay' } as const
  return undefined
}

function paymentStep(listing: Facts): ListingNextStep {
  const { status, reason } = listing.payment
  const back = moneyBackStep(listing)
  if (back) return back
  if (reason !== '') {
    if (isLookedAt(status)) return { code: 'part_in_review', reason, action: 'pay' }
    return { code: status === 'partial' ? 'part_paid' : 'payment_refused', reason, action: 'pay' }
  }
  const isMissing = status === 'pending' || status === 'failed' || status === 'expired'
  return isMissing
    ? { code: 'payment_not_received', action: 'pay' }
    : { code: 'payment_in_review', action: 'wait' }
}

const isLookedAt = (status: Facts['payment']['status']) => status === 'processing' || status === 'review'

/** A renewal that is under way, a part of one, or a message that was refused lately; a phone says itself that it declined. */
function renewalStep({ payment }: Facts, now: Date): ListingNextStep | undefined {
  const { status, reason, paymentMethod, submittedAt } = payment
  if (isLookedAt(status)) {
    if (reason !== '') return { code: 'part_in_review', reason, action: 'renew' }
    return { code: 'payment_in_review', action: 'wait' }
  }
  if (status === 'partial') return { code: 'part_paid', reason, action: 'renew' }
  const isRecent = now.getTime() - Date.parse(submittedAt) < UNPAID_DAYS * 86_400_000
  const isRefused = status === 'failed' && paymentMethod === 'message' && reason !== '' && isRecent
  return isRefused ? { code: 'payment_refused', reason, action: 'renew' } : undefined
}

function withPayment(step: ListingNextStep, listing: Facts, now: Date): ListingNextStep {
  const payment = renewalStep(listing, now)
  return payment ? { ...step, payment } : step
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
