import type { PaymentStatus } from '@twende/contract/bookings/booking-status.ts'
import type { PaymentClaim } from '@twende/contract/listings/listing.ts'
import type { ListingPaymentMethod } from '@twende/contract/listings/listing-choices.ts'
import { monthsPaidBy, whatIsMissing } from '@twende/contract/listings/listing-plan.ts'
import { mpesaOutcome } from '@twende/contract/payments/mpesa-outcomes.ts'
import type { ProofEvidence } from '@twende/contract/payments/proof-evidence.ts'
import type { Db } from '../../db/database.ts'
import type { AppDeps } from '../../deps.ts'
import { evaluateProof, presentEvidence } from './evaluate-proof.ts'
import { findListingPayments, type ListingPaymentRow } from './listing-payment-store.ts'
import { findLatestProofs, findWaitingProofs, type PaymentProof } from './payment-proof-store.ts'

/** How the latest attempt to pay for a listing stands, for its seller; `claim` is for staff. */
export type PaidListing = {
  status: PaymentStatus
  paymentMethod: ListingPaymentMethod
  amount: number
  code: string | null
  reason: string
  submittedAt: Date
  claim: PaymentClaim
}

/** The latest attempt to pay for each of the listings: a pasted message, or a request to a phone. */
export async function listingPayments(
  db: Db,
  listingIds: readonly string[],
): Promise<ReadonlyMap<string, PaidListing>> {
  const claims = await findLatestProofs(db, listingIds)
  const payments = await findListingPayments(
    db,
    listingIds,
    claims.map(({ id }) => id),
  )
  const found = new Map<string, PaidListing>()
  for (const row of payments) if (row.method === 'stk') found.set(row.listing_id, ofRequest(row))
  for (const claim of claims) {
    const payment = payments.find(({ claim_id }) => claim_id === claim.id)
    const request = found.get(claim.purchase_id)
    if (!request || request.submittedAt < claim.created_at)
      found.set(claim.purchase_id, presentProof(claim, payment))
  }
  return found
}

/** The message of each of the listings that staff decides on next. */
export async function waitingProofs(
  db: Db,
  listingIds: readonly string[],
): Promise<ReadonlyMap<string, PaymentClaim>> {
  const claims = await findWaitingProofs(db, listingIds)
  return new Map(claims.map((claim) => [claim.purchase_id, presentProof(claim, undefined).claim]))
}

/** What is known of the message that staff decides on next for a listing; null where none waits. */
export async function evidenceOn(
  deps: Pick<AppDeps, 'db' | 'config'>,
  listingId: string,
): Promise<ProofEvidence | null> {
  const [claim] = await findWaitingProofs(deps.db, [listingId])
  if (!claim) return null
  return presentEvidence(await evaluateProof(deps.db, deps, claim), claim.created_at)
}

function ofRequest(row: ListingPaymentRow): PaidListing {
  const failed = row.status === 'failed' || row.status === 'expired'
  return {
    status: row.status,
    paymentMethod: 'stk',
    amount: row.amount,
    code: row.receipt,
    reason: failed ? mpesaOutcome(row.result_code ?? '').sentence : '',
    submittedAt: row.created_at,
    claim: {
      mpesaName: '',
      mpesaPhoneNumber: row.phone,
      email: '',
      amountTyped: row.amount,
      message: '',
      code: row.receipt,
      amountRead: null,
      paidTo: '',
      paidAt: null,
      months: monthsPaidBy(row.amount, row.plans),
      warnings: [],
      waiting: false,
    },
  }
}

function presentProof(claim: PaymentProof, payment: ListingPaymentRow | undefined): PaidListing {
  const amount = payment?.amount ?? claim.amount_read ?? claim.amount_typed
  return {
    status: statusOf(claim, payment),
    paymentMethod: 'message',
    amount,
    code: claim.code,
    reason: claim.reason || (claim.status === 'waiting' ? whatIsMissing(amount, claim.plans) : ''),
    submittedAt: claim.created_at,
    claim: {
      mpesaName: claim.payer_name,
      mpesaPhoneNumber: claim.payer_phone,
      email: claim.email,
      amountTyped: claim.amount_typed,
      message: claim.message,
      code: claim.code,
      amountRead: claim.amount_read,
      paidTo: claim.recipient,
      paidAt: claim.paid_at?.toISOString() ?? null,
      months: monthsPaidBy(amount, claim.plans),
      warnings: claim.warnings,
      waiting: claim.status === 'waiting',
    },
  }
}

function statusOf(claim: PaymentProof, payment: ListingPaymentRow | undefined): PaymentStatus {
  if (claim.status === 'rejected') return 'failed'
  return payment?.status ?? 'processing'
}
