import { LISTING_PLANS } from '@twende/contract/listings/listing-plan.ts'
import type { ListingRenewal } from '@twende/contract/listings/sell-submission.ts'
import type { Payment } from '@twende/contract/payments/payment.ts'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { Refusal } from '../http/refusal.ts'
import { type ClaimPaymentDeps, claimPayment } from '../payments/claim-payment.ts'
import { presentPayment } from '../payments/present-payment.ts'
import { startPayment } from '../payments/start-payment.ts'
import { findSeller } from './listing-read-store.ts'
import { listingToChange, moveListing } from './listing-store.ts'

type RenewDeps = Parameters<typeof startPayment>[0] & ClaimPaymentDeps
type Asked = { accountId: string; renewal: ListingRenewal }

/** Takes what its seller says was paid for a listing, or asks the phone; a payment asked for is answered. */
export async function renewListing(deps: RenewDeps, { accountId, renewal }: Asked): Promise<Payment | null> {
  if (renewal.paymentMethod === 'stk') return askPhone(deps, accountId, renewal)
  await inTransaction(deps.db, (tx) => claim(tx, deps, accountId, renewal))
  return null
}

async function askPhone(
  deps: RenewDeps,
  accountId: string,
  { id, amount, mpesaPhoneNumber: phone }: Extract<ListingRenewal, { paymentMethod: 'stk' }>,
): Promise<Payment> {
  if (!LISTING_PLANS.some(({ price }) => price === amount)) throw new Refusal('listing_plan_unknown')
  const wish = { purpose: 'listing_period', purchaseId: id, accountId, amount, phone } as const
  return presentPayment(await startPayment(deps, wish))
}

async function claim(
  tx: Db,
  deps: RenewDeps,
  accountId: string,
  renewal: Extract<ListingRenewal, { paymentMethod: 'message' }>,
): Promise<void> {
  const now = deps.clock.now()
  const listing = await listingToChange(tx, renewal.id, accountId)
  if (listing.status === 'sold' || listing.status === 'suspended') throw new Refusal('listing_wrong_state')
  if (listing.status === 'draft') {
    const set = { pending_since: now }
    await moveListing(tx, listing, 'submit', { by: 'owner', accountId, now, what: 'Paid for again', set })
  }
  const { email } = await findSeller(tx, renewal.id)
  await claimPayment(tx, deps, {
    listingId: renewal.id,
    accountId,
    payerName: renewal.mpesaName,
    payerPhone: renewal.mpesaPhoneNumber,
    email,
    message: renewal.mpesaMessage,
    amountTyped: renewal.amount,
  })
}
