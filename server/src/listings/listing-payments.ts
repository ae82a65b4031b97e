import type { ListingPaymentProof } from '@twende/contract/listings/listing.ts'
import { timePaidBy, whatIsMissing } from '@twende/contract/listings/listing-plan.ts'
import type { PaymentStatus } from '@twende/contract/payments/payment.ts'
import type { MoneyMethod } from '@twende/contract/payments/payment-choices.ts'
import { failureSentence } from '@twende/contract/payments/payment-failures.ts'
import type { Db } from '../db/database.ts'
import { readBalances } from '../payments/ledger/post-payment.ts'
import { proofReasonLabel } from '../payments/payment-labels.ts'
import {
  latestAttempts,
  type PaymentOfPayable,
  type PaymentProof,
  waitingProofs,
} from '../payments/proofs/read-proofs.ts'
import { proofsOf } from '../payments/providers/registry.ts'
import { findPaidAmounts } from './listing-history-store.ts'
import { plansOf } from './listing-payable.ts'

type SellerPayment = { mpesaName: string; mpesaPhoneNumber: string; mpesaMessage: string }

/** What a seller enters about a payment, by the names that payments use. */
export function payerOf({ mpesaName, mpesaMessage, ...phone }: SellerPayment) {
  return { payerName: mpesaName, payerPhone: payerPhoneOf(phone), message: mpesaMessage }
}

/** The phone that a seller enters for a payment. */
export function payerPhoneOf({ mpesaPhoneNumber }: Pick<SellerPayment, 'mpesaPhoneNumber'>): string {
  return mpesaPhoneNumber
}

/** The latest attempt to pay for a listing, for its seller; `proof` is for staff. */
export type PaidListing = {
  /** Null while its message waits. */
  paymentId: string | null
  status: PaymentStatus
  paymentMethod: MoneyMethod
  amount: number
  counted: number
  code: string | null
  reason: string
  submittedAt: Date
  proof: ListingPaymentProof
}

/** The latest attempt to pay for each of the listings: a pasted message, a request to a phone, or money by hand. */
export async function listingPayments(
  db: Db,
  listingIds: readonly string[],
): Promise<ReadonlyMap<string, PaidListing>> {
  const { others, proofs } = await latestAttempts(db, listingIds)
  const [{ unused }, paid] = await Promise.all([
    readBalances(db, 'listing_period', listingIds),
    findPaidAmounts(db, listingIds),
  ])
  const found = new Map(others.map((row) => [row.payable_id, presentPayment(row, unused(row.payable_id))]))
  for (const { proof, payment } of proofs) {
    const other = found.get(proof.payable_id)
    if (!other || other.submittedAt < proof.created_at)
      found.set(proof.payable_id, presentProof(proof, payment, unused(proof.payable_id)))
  }
  for (const [listingId, latest] of found) {
    if (latest.status !== 'paid') continue
    // Older payments are named by their codes alone.
    const bought = paid.get(`${listingId} ${latest.code}`) ?? paid.get(`${listingId} ${latest.paymentId}`)
    latest.counted = bought ?? latest.amount
  }
  return found
}

/** The proof of each of the listings that staff decides on next. */
export async function waitingListingProofs(
  db: Db,
  listingIds: readonly string[],
): Promise<ReadonlyMap<string, ListingPaymentProof>> {
  const proofs = await waitingProofs(db, listingIds)
  const { unused } = await readBalances(db, 'listing_period', listingIds)
  return new Map(
    proofs.map((proof) => [proof.payable_id, presentProof(proof, undefined, unused(proof.payable_id)).proof]),
  )
}

/** A payment without a message; `parts` is what was paid and bought nothing yet, with this one where it is a part. */
function presentPayment(row: PaymentOfPayable, parts: number): PaidListing {
  const { status } = row
  const amount = row.amount_received ?? row.amount
  const counted = status === 'partial' ? parts : amount
  return {
    paymentId: row.id,
    status,
    paymentMethod: row.method,
    amount,
    counted,
    code: row.receipt,
    reason: reasonOfPayment(row, counted),
    submittedAt: row.created_at,
    proof: {
      mpesaName: '',
      mpesaPhoneNumber: row.phone,
      email: '',
      amountTyped: amount,
      message: '',
      code: row.receipt,
      amountRead: null,
      paidTo: '',
      paidAt: null,
      ...timePaidBy(counted, plansOf(row.terms)),
      warnings: [],
      warningCodes: [],
      waiting: false,
    },
  }
}

function reasonOfPayment({ status, failure, terms }: PaymentOfPayable, counted: number): string {
  if (status === 'failed' || status === 'expired') return failureSentence(failure)
  return status === 'partial' ? whatIsMissing(counted, plansOf(terms)) : ''
}

/** What went back, or was refused, counts for nothing that it was paid towards. */
const COUNTS_WITH_PARTS: ReadonlySet<PaymentStatus> = new Set(['processing', 'review', 'partial'])

/** `parts` is what was paid before and bought nothing yet: it counts together with a message that waits. */
function presentProof(
  proof: PaymentProof,
  payment: PaymentOfPayable | undefined,
  parts: number,
): PaidListing {
  const amount = payment?.amount_received ?? payment?.amount ?? proof.amount_read ?? proof.amount_typed
  const total = proof.status === 'waiting' ? parts + amount : (proof.paid_so_far ?? amount)
  const status = statusOf(proof, payment)
  return {
    paymentId: payment?.id ?? null,
    status,
    paymentMethod: 'message',
    amount,
    counted: COUNTS_WITH_PARTS.has(status) ? total : amount,
    code: proof.code,
    reason: reasonOf(proof, payment, total),
    submittedAt: proof.created_at,
    proof: {
      mpesaName: proof.payer_name,
      mpesaPhoneNumber: proof.payer_phone,
      email: proof.email,
      amountTyped: proof.amount_typed,
      message: proof.message,
      code: proof.code,
      amountRead: proof.amount_read,
      paidTo: proof.recipient,
      paidAt: proof.paid_at?.toISOString() ?? null,
      ...timePaidBy(total, plansOf(proof.terms)),
      warnings: proof.warnings.map(proofsOf(proof).warningLabel),
      warningCodes: proof.warnings,
      waiting: proof.status === 'waiting',
    },
  }
}

/** Why a proof pays for nothing, or nothing yet; empty if it pays for a plan. */
function reasonOf(proof: PaymentProof, payment: PaymentOfPayable | undefined, total: number): string {
  if (proof.status === 'waiting') return whatIsMissing(total, plansOf(proof.terms))
  // What went back asks for nothing more.
  if (proof.reason === 'part_paid' && payment)
    return payment.status === 'partial' ? whatIsMissing(total, plansOf(payment.terms)) : ''
  return proofReasonLabel(proof)
}

function statusOf(proof: PaymentProof, payment: PaymentOfPayable | undefined): PaymentStatus {
  if (proof.status === 'rejected') return 'failed'
  return payment?.status ?? 'processing'
}
