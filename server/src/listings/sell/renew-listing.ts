import { createHash } from 'node:crypto'
import type { ListingRenewal } from '@twende/contract/listings/sell-submission.ts'
import type { Payment } from '@twende/contract/payments/payment.ts'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { startPayment } from '../../payments/collections/start-payment.ts'
import { presentPayment } from '../../payments/present-payment.ts'
import { matchProofs } from '../../payments/proofs/match-proofs.ts'
import type { SubmitProofDeps } from '../../payments/proofs/submit-proof.ts'
import { submitProof } from '../../payments/proofs/submit-proof.ts'
import { readPayment } from '../../payments/read-payment.ts'
import { findSeller } from '../listing-read-store.ts'
import { findRenewal, insertRenewal, lockListingToChange, moveListing } from '../listing-store.ts'
import { requirePlanPrice } from './paid-period.ts'

type RenewDeps = Parameters<typeof startPayment>[0] & SubmitProofDeps
type RenewInput = { accountId: string; renewal: ListingRenewal; idempotencyKey?: string | undefined }

/**
 * Takes what its seller says was paid for a listing, or asks the phone; a payment asked for is answered. A request
 * that is sent again under its key gets the first answer.
 */
export async function renewListing(deps: RenewDeps, input: RenewInput): Promise<Payment | null> {
  const earlier = await findEarlier(deps.db, input)
  if (earlier) return earlier.payment
  try {
    return await renew(deps, input)
  } catch (error) {
    // The same request may have run at the same time and taken the code or the phone first.
    const twin = await findEarlier(deps.db, input)
    if (twin) return twin.payment
    throw error
  }
}

async function findEarlier(
  db: Db,
  { accountId, renewal, idempotencyKey }: RenewInput,
): Promise<{ payment: Payment | null } | undefined> {
  if (idempotencyKey === undefined) return undefined
  const first = await findRenewal(db, { accountId, idempotencyKey })
  if (!first) return undefined
  if (first.requestHash !== hashOf(renewal)) throw new AppError('idempotency_conflict')
  return { payment: first.paymentId === null ? null : await readPayment(db, first.paymentId) }
}

async function renew(deps: RenewDeps, input: RenewInput): Promise<Payment | null> {
  const { accountId, renewal } = input
  if (renewal.paymentMethod === 'stk') return promptPhone(deps, input, renewal)
  await inTransaction(deps.db, async (tx) => {
    await renewByProof(tx, deps, accountId, renewal)
    await saveRenewalKey(tx, deps, input, null)
  })
  await matchProofs(deps, { listingId: renewal.id })
  return null
}

async function saveRenewalKey(
  tx: Db,
  { clock }: RenewDeps,
  input: RenewInput,
  paymentId: string | null,
): Promise<void> {
  const { accountId, renewal, idempotencyKey } = input
  if (idempotencyKey === undefined) return
  await insertRenewal(tx, {
    account_id: accountId,
    idempotency_key: idempotencyKey,
    request_hash: hashOf(renewal),
    listing_id: renewal.id,
    payment_id: paymentId,
    created_at: clock.now(),
  })
}

function hashOf(renewal: ListingRenewal): string {
  return createHash('sha256').update(JSON.stringify(renewal)).digest('base64url')
}

async function promptPhone(
  deps: RenewDeps,
  input: RenewInput,
  { id, amount, mpesaPhoneNumber: phone }: Extract<ListingRenewal, { paymentMethod: 'stk' }>,
): Promise<Payment> {
  const plans = await requirePlanPrice(deps.db, amount, deps.clock.now())
  const { accountId } = input
  const request = { purpose: 'listing_period', purchaseId: id, accountId, amount, phone, plans } as const
  const payment = await startPayment(deps, request, (tx, { id: paymentId }) =>
    saveRenewalKey(tx, deps, input, paymentId),
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
  if (listing.status === 'sold' || listing.status === 'suspended') throw new AppError('listing_wrong_state')
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
  const { email } = await findSeller(tx, renewal.id)
  await submitProof(tx, deps, {
    listingId: renewal.id,
    accountId,
    payerName: renewal.mpesaName,
    payerPhone: renewal.mpesaPhoneNumber,
    email,
    message: renewal.mpesaMessage,
    amountTyped: renewal.amount,
  })
}
