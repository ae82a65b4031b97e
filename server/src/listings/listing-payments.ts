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
  // Older payments are named by their codes alone.
  const boughtBy = (listingId: string, code: string | null, paymentId: string | undefined) =>
    paid.get(`${listingId} ${code}`) ?? paid.get(`${listingId} ${paymentId}`)
  const found = new Map(
    others.map((row) => {
      const { payable_id: listingId, receipt, id } = row
      return [listingId, presentPayment(row, unused(listingId), boughtBy(listingId, receipt, id))]
    }),
  )
  for (const { proof, payment } of proofs) {
    const { payable_id: listingId, code, created_at } = proof
    const other = found.get(listingId)
    if (!other || other.submittedAt < created_at)
      found.set(
        listingId,
        presentProof(proof, payment, unused(listingId), boughtBy(listingId, code, payment?.id)),
      )
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
function presentPayment(row: PaymentOfPayable, parts: number, bought: number | undefined): PaidListing {
  const { status } = row
  const amount = row.amount_received ?? row.amount
  const counted = (status === 'paid' ? bought : status === 'partial' ? parts : undefined) ?? amount
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

/**
 * `parts` is what was paid before and bought nothing yet: it counts together with a message that waits. `bought` is what counted
 * together with the parts before it, once it paid for a time.
 */
function presentProof(
  proof: PaymentProof,
  payment: PaymentOfPayable | undefined,
  parts: number,
  bought?: number,
): PaidListing {
  const amount = payment?.amount_received ?? payment?.amount ?? proof.amount_read ?? proof.amount_typed
  const status = statusOf(proof, payment)
  const isPaid = status === 'paid' && bought !== undefined
  const decided = isPaid ? bought : (proof.paid_so_far ?? amount)
  const total = proof.status === 'waiting' ? parts + amount : decided
  return {
    paymentId: payment?.id ?? null,
    status,
    paymentMethod: 'message',
    amount,
    counted: COUNTS_WITH_PARTS.has(status) || isPaid ? total : amount,
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
      ...timePaidBy(total, plansOf(isPaid && payment ? payment.terms : proof.terms)),
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
