import { m } from '@twende/messages'
import { inTransaction } from '../../db/transaction.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { lockParts } from '../../payments/collections/record-staff-payment.ts'
import { type ListingRecord, lockListingToChange, moveListing } from '../listing-store.ts'
import { oweUnusedPeriodBack, payableOf } from '../unused-period.ts'

function notRefundable({ months }: Pick<ListingRecord, 'months'>): AppError {
  return months === 0
    ? new AppError('listing_wrong_state')
    : new AppError('listing_wrong_state', { message: m.error_listing_was_on_sale() })
}

/** Owes back what was paid for a listing that cannot be verified; it is a draft again. */
export async function giveListingMoneyBack(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { listingId, accountId, reason }: { listingId: string; accountId: string; reason: string },
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    await lockParts(tx, payableOf(listingId), '')
    const listing = await lockListingToChange(tx, listingId)
    const amount = await oweUnusedPeriodBack(tx, { listingId, why: 'given_back', note: reason, now })
    if (amount === 0) throw notRefundable(listing)
    await moveListing(tx, listing, 'giveMoneyBack', {
      by: 'staff',
      accountId,
      now,
      what: { code: 'money_given_back', amount },
      note: reason,
      // Paid for again, the car is checked again before buyers see it.
      set: {
        months: listing.months - listing.months_due,
        days: listing.days - listing.days_due,
        months_due: 0,
        days_due: 0,
        paid_due: 0,
        verified_at: null,
        review_since: null,
        review_reason: reason,
        suspension_reason: '',
      },
    })
  })
}
