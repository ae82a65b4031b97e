import type { ListingRenewal } from '@twende/contract/listings/sell-submission.ts'
import type { Payment } from '@twende/contract/payments/payment.ts'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Idempotency } from '../../http/idempotency.ts'
import { startPayment } from '../../payments/collections/start-payment.ts'
import { matchProofs } from '../../payments/proofs/settle-proof.ts'
import { type SubmitProofDeps, submitProof } from '../../payments/proofs/submit-proof.ts'
import { presentPayment, readPayment } from '../../payments/read-payment.ts'

import { refuseToPay, termsOf } from '../listing-payable.ts'
import { payerOf, payerPhoneOf } from '../listing-payments.ts'
import { findSeller } from '../listing-read-store.ts'
import { lockListingToChange, moveListing } from '../listing-store.ts'
import { requirePlanPrice } from './paid-period.ts'

type RenewDeps = Parameters<typeof startPayment>[0] & SubmitProofDeps
type RenewInput = { accountId: string; renewal: ListingRenewal }

/**
 * Takes what its seller says was paid for a listing, or asks the phone; returns the payment that was asked for. A
 * request that is sent again under its key gets the first answer.
 */
export async function renewListing(
  deps: RenewDeps,
  input: RenewInput,
  idempotency: Idempotency,
): Promise<Payment | null> {
  const earlier = await idempotency.earlier()
  if (earlier) return paymentOf(deps.db, earlier.madeId)
  try {
    return await renew(deps, input, idempotency)
  } catch (error) {
    // The same request may have run at the same time and taken the code or the phone first.
    const faster = await idempotency.earlier()
    if (faster) return paymentOf(deps.db, faster.madeId)
    throw error
  }
}

async function paymentOf(db: Db, paymentId: string | null): Promise<Payment | null> {
  return paymentId === null ? null : await readPayment(db, paymentId)
}

async function renew(
  deps: RenewDeps,
  { accountId, renewal }: RenewInput,
  idempotency: Idempotency,
): Promise<Payment | null> {
  if (renewal.paymentMethod === 'stk') return promptPhone(deps, { accountId, renewal }, idempotency)
  await inTransaction(deps.db, async (tx) => {
    await renewByProof(tx, deps, accountId, renewal)
    await idempotency.save(tx, null)
  })
  await matchProofs(deps, { payableId: renewal.id })
  return null
}

type ByPhone = { accountId: string; renewal: Extract<ListingRenewal, { paymentMethod: 'stk' }> }

async function promptPhone(
  deps: RenewDeps,
  { accountId, renewal }: ByPhone,
  idempotency: Idempotency,
): Promise<Payment> {
  const { id, amount } = renewal
  const plans = await requirePlanPrice(deps.db, amount, deps.clock.now())
  const request = {
    payableType: 'listing_period',
    payableId: id,
    accountId,
    amount,
    phone: payerPhoneOf(renewal),
    terms: termsOf(plans),
  } as const
  const payment = await startPayment(deps, request, (tx, { id: paymentId }) =>
    idempotency.save(tx, paymentId),
  )
  return presentPayment(payment)
}

async function renewByProof(
  tx: Db,
  deps: RenewDeps,
  accountId: string,
  renewal: Extract<ListingRenewal, { paymentMethod: 'message' }>,
): Promise<void> {
  const now = deps.clock.now()
  const listing = await lockListingToChange(tx, renewal.id, accountId)
  refuseToPay(listing.status)
  if (listing.status === 'draft') {
    const set = { pending_since: now }
    await moveListing(tx, listing, 'submit', {
      by: 'owner',
      accountId,
      now,
      what: { code: 'resubmitted' },
      set,
    })
  }
  const { email } = await findSeller(tx, renewal.id, now)
  await submitProof(tx, deps, {
    payableType: 'listing_period',
    payableId: renewal.id,
    accountId,
    email,
    method: 'message',
    ...payerOf(renewal),
    amountTyped: renewal.amount,
  })
}
