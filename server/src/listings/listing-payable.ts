import {
  bestPlans,
  type ListingPlans,
  timePaidBy,
  whatIsMissing,
} from '@twende/contract/listings/listing-plan.ts'
import type { ListingStatus } from '@twende/contract/listings/listing-status.ts'
import { priceListDocument } from '@twende/contract/settings/business-settings.ts'
import { LISTING_PLANS } from '@twende/contract/settings/first-settings.ts'
import { m } from '@twende/messages'
import { AppError } from '../http/app-error.ts'
import type { Payable, StoredTerms } from '../payments/payable.ts'
import { plansForMoney } from '../settings/read-settings.ts'
import { findPaidEvent } from './listing-history-store.ts'
import { findListingToPay } from './listing-read-store.ts'
import { isPeriodOver, lockListing } from './listing-store.ts'
import { correctPaidTime } from './sell/correct-paid-time.ts'
import { addPaidTime, undoPaidTime } from './sell/paid-period.ts'

/** An error that says what comes first, for a listing whose time cannot be paid for now. */
export function refuseToPay(status: ListingStatus): void {
  if (status === 'sold') throw new AppError('listing_wrong_state', { message: m.error_listing_sold() })
  if (status === 'suspended')
    throw new AppError('listing_wrong_state', { message: m.error_listing_suspended() })
}

/** The time of a listing as something that can be paid for: its seller chooses a plan. */
export const listingPayable: Payable = {
  paidOnce: false,
  description: 'Car listing',
  paymentCheckedMessage: m.error_listing_payment_checked,
  notPayable: 'listing_wrong_state',
  wrongState: 'listing_wrong_state',
  async priceDue(db, { payableId, accountId, amount }, _now, options) {
    const listing = await findListingToPay(db, payableId, options)
    if (listing?.accountId !== accountId) throw new AppError('listing_not_found')
    refuseToPay(listing.status)
    if (amount === undefined) throw new AppError('listing_plan_unknown')
    return amount
  },
  // It may be paid for again at any time.
  isDelivered: async () => false,
  onPaid: (tx, deps, listingId, { id, amount, amount_received, terms, receipt, recorded_by }) =>
    addPaidTime(tx, deps, listingId, {
      amount: amount_received ?? amount,
      plans: plansOf(terms),
      paymentId: id,
      receipt,
      by: recorded_by === null ? 'payment' : 'staff',
      accountId: recorded_by ?? undefined,
    }),
  // While the time that its money bought is the last one, and not over.
  async buysOther(tx, listingId, { payment, difference, now }) {
    const receipt = payment.receipt ?? ''
    const listing = await lockListing(tx, listingId)
    const before = listing && (await findPaidEvent(tx, listingId, receipt))
    if (!listing || !before?.isLast || isPeriodOver(listing, now)) return false
    const total = before.amount + difference
    const plans = plansOf(payment.terms)
    if (timePaidBy(total, plans).months === 0) return false
    await correctPaidTime(tx, listing, { before, total, plans, receipt, by: 'payment', reason: '', now })
    return true
  },
  onVoided: undoPaidTime,
  // A listing's payment is read where it stands.
  onPaymentStatus: async () => {},
  terms: {
    termsFor: async (tx, payment) => termsOf(await plansForMoney(tx, payment)),
    best: (total, [first, ...others]) => termsOf(bestPlans(total, [plansOf(first), ...others.map(plansOf)])),
    bought: (total, terms) => timePaidBy(total, plansOf(terms)),
    async missing(db, listingId, { total, terms }) {
      const [{ months, price }] = plansOf(terms)
      if (total >= price) return undefined
      const status = (await findListingToPay(db, listingId))?.status
      const closed = status === 'sold' || status === 'suspended' ? status : undefined
      return { total, price, months, closed }
    },
    tooLittle(total, terms) {
      const message = whatIsMissing(total, plansOf(terms))
      return message === '' ? undefined : new AppError('amount_too_small', { message })
    },
  },
}

/** The plans that a payment or a proof counts by; those of the first days have none. */
export function plansOf(terms: StoredTerms): ListingPlans {
  return terms === null ? LISTING_PLANS : priceListDocument.read(terms)
}

/** A price list as a payment stores it. */
export function termsOf(plans: ListingPlans): StoredTerms {
  return JSON.parse(priceListDocument.write(plans))
}
