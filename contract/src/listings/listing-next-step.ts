import type { OwnListing } from './listing.ts'
import { REMINDER_DAYS } from './listing-plan.ts'
import { daysRemaining } from './listing-status.ts'

/** What a seller can do about a listing now. */
export type ListingAction = 'pay' | 'renew' | 'edit' | 'contact' | 'wait'
export type ListingNextStep = { sentence: string; action: ListingAction }

type Told = Pick<OwnListing, 'listingStatus' | 'listingExpiresAt' | 'verified' | 'reviewReason'> & {
  payment: Pick<OwnListing['payment'], 'status' | 'reason'>
}

/** Why a listing is not simply on sale, and what its seller does next; undefined when there is nothing to do. */
export function listingNextStep(listing: Told, now: Date): ListingNextStep | undefined {
  switch (listing.listingStatus) {
    case 'draft':
      return { sentence: 'Not on sale yet. Pay for a period and we will check the car.', action: 'pay' }
    case 'pending_payment':
      return payment(listing)
    case 'suspended':
      return { sentence: because('Taken off the market', listing.reviewReason), action: 'contact' }
    case 'expired':
      return { sentence: 'The paid period is over. Renew to put the car on sale again.', action: 'renew' }
    case 'sold':
      return undefined
    case 'active':
      return listing.verified ? ending(listing.listingExpiresAt, now) : review(listing)
  }
}

function payment({ payment: { status, reason } }: Told): ListingNextStep {
  if (reason !== '') return { sentence: because('Payment not accepted', reason), action: 'pay' }
  if (status === 'pending' || status === 'failed' || status === 'expired') {
    return { sentence: 'We have not received a payment yet. Pay, or send its M-Pesa message.', action: 'pay' }
  }
  return { sentence: 'We are checking your payment.', action: 'wait' }
}

function review({ reviewReason }: Told): ListingNextStep {
  if (reviewReason !== '') return { sentence: because('Not verified', reviewReason), action: 'edit' }
  return { sentence: 'We are checking the car. Buyers see it as soon as it is verified.', action: 'wait' }
}

function ending(expiresAt: string | null, now: Date): ListingNextStep | undefined {
  const days = daysRemaining(expiresAt, now)
  if (typeof days !== 'number' || days > REMINDER_DAYS[0]) return undefined
  const left = days === 1 ? 'Less than a day is left' : `${days} days are left`
  return { sentence: `${left}. Renew now and the months are added to the end.`, action: 'renew' }
}

function because(what: string, reason: string): string {
  return reason === '' ? `${what}.` : `${what}: ${reason}`
}
