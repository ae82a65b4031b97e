import { showKsh } from '@twende/contract/money.ts'
import { failureSentence } from '@twende/contract/payments/payment-failures.ts'
import { m } from '@twende/messages'
import type { ReturnedShare } from './refunds/returned-share-store.ts'

/** The codes of why money goes back or a proof pays for nothing, and the texts for them. */

const paymentRefundReasons = {
  paid_too_late: m.payment_refund_paid_too_late,
  paid_twice: m.payment_refund_paid_twice,
  sold_out: m.payment_refund_sold_out,
  given_back: m.payment_refund_given_back,
} as const
/** Why one payment goes back. */
export type PaymentRefundReason = keyof typeof paymentRefundReasons

const cancellationReasons = {
  cancelled_by_customer: m.payment_refund_cancelled_by_customer,
  cancelled_by_staff: () => '',
  no_show: m.payment_refund_no_show,
} as const
/** Why money of a cancelled payable goes back. */
export type CancellationReason = keyof typeof cancellationReasons

export function isOfCancellation(reason: RefundReason): reason is CancellationReason {
  return Object.hasOwn(cancellationReasons, reason)
}

const occasionReasons = {
  deposit_returned: m.payment_refund_deposit_returned,
  charge_withdrawn: m.payment_refund_charge_withdrawn,
  fine_withdrawn: m.payment_refund_fine_withdrawn,
  return_taken_back: m.payment_refund_return_taken_back,
  reading_corrected: m.payment_refund_reading_corrected,
  booking_changed: m.payment_refund_booking_changed,
  more_than_owed: m.payment_refund_more_than_owed,
  listing_deleted: m.payment_refund_listing_deleted,
  pieces_taken_off: m.payment_refund_pieces_taken_off,
} as const
/** Why money goes back that is neither of one payment nor of a cancellation. */
export type OccasionReason = keyof typeof occasionReasons

/** Whether only a part of a purchase goes back: the purchase goes on, and what is owed for the rest of it stays owed. */
export function isOfPart(reason: RefundReason): boolean {
  return Object.hasOwn(occasionReasons, reason) && reason !== 'listing_deleted'
}

export type RefundReason = PaymentRefundReason | CancellationReason | OccasionReason
const refundReasons = { ...paymentRefundReasons, ...cancellationReasons, ...occasionReasons }

/** Why money goes back: what a person wrote, or else the label of the reason. */
export function refundReasonLabel({
  reason,
  reasonNote,
}: {
  reason: RefundReason
  reasonNote: string
}): string {
  return reasonNote === '' ? refundReasons[reason]() : reasonNote
}

const proofReasons = {
  refused_by_staff: () => '',
  payable_deleted: m.payment_proof_listing_deleted,
  // What is missing depends on the price list: its noun says it.
  part_paid: () => '',
  paid_too_late: m.payment_proof_paid_too_late,
} as const
/** Why a proof was rejected, or approved without buying what it is for. */
export type ProofReason = keyof typeof proofReasons

/** Why a proof pays for nothing: what staff wrote, or else the label of the reason. */
export function proofReasonLabel({ reason, note }: { reason: ProofReason | null; note: string }): string {
  if (note !== '') return note
  return reason === null ? '' : proofReasons[reason]()
}

const outcomes: ReadonlyMap<string, () => string> = new Map([
  ['waiting', m.payment_outcome_waiting],
  ['paid', m.payment_outcome_paid],
  ['timed_out', m.payment_outcome_timed_out],
  ['answer_lost', m.payment_outcome_answer_lost],
  ['not_sent', m.payment_outcome_not_sent],
  ['asked_too_often', m.payment_outcome_asked_too_often],
  ['paid_less', m.payment_outcome_paid_less],
  ['part_of_price', m.payment_outcome_part_of_price],
  ['paid_more', m.payment_outcome_paid_more],
  ['denied', m.payment_outcome_denied],
  ['receipt_reused', m.payment_outcome_receipt_reused],
  ['possibly_reported', m.payment_outcome_possibly_reported],
  ['confirmed_by_hand', m.payment_outcome_confirmed_by_hand],
  ['taken_by_staff', m.payment_outcome_paid_at_desk],
  ['paid_twice', m.payment_outcome_paid_twice],
  ['paid_too_late', m.payment_outcome_paid_too_late],
  ['sold_out', m.payment_outcome_sold_out],
  ['accepted', m.payment_outcome_accepted],
  ['given_back', m.payment_outcome_given_back],
  ['dismissed', m.payment_outcome_dismissed],
  ['same_money', m.payment_outcome_same_money],
  ['voided', m.payment_outcome_voided],
])

type Outcome = { outcome: string; failure: string | null; returned: ReturnedShare | null }

/** The outcome of a payment, for staff. Where its money went more than one way, how much went which. */
export function outcomeLabel({ outcome, failure, returned }: Outcome): string {
  return (returned && sharesLabel(returned)) || (outcomes.get(outcome)?.() ?? failureSentence(failure))
}

function sharesLabel({ paid, due, sent, moved }: ReturnedShare): string {
  const shares = [
    [due, m.payment_share_due],
    [sent, m.payment_share_sent],
    [moved, m.payment_share_moved],
    [paid - due - sent - moved, m.payment_share_kept],
  ] as const
  const some = shares.filter(([amount]) => amount > 0)
  if (some.length < 2 && moved === 0) return ''
  const words = some.map(([amount, label]) => label({ amount: showKsh(amount) })).join(', ')
  return m.payment_shares({ paid: showKsh(paid), shares: words })
}

/** What staff should check about a payment. */
export function paymentWarnings(payment: {
  outcome: string
  amount: number
  recorded: number | null
  reportedAmount: number | null
}): string[] {
  const { outcome, amount, recorded, reportedAmount } = payment
  const differs = reportedAmount !== null && reportedAmount !== (recorded ?? amount)
  return [
    ...(outcome === 'receipt_reused' ? [m.payment_warning_code_used()] : []),
    ...(differs ? [m.payment_warning_reported_amount({ amount: showKsh(reportedAmount) })] : []),
  ]
}

/** Why a proof waits for staff. */
export function waitingProofLabel({ reportedAmount }: { reportedAmount: number | null }): string {
  return reportedAmount === null ? m.payment_outcome_proof_not_reported() : m.payment_outcome_proof_differs()
}

/** What staff should check about the code of a proof. */
export function codeWarnings(proof: {
  /** How many other proofs name the same code. */
  sameCode: number
  reportedAmount: number | null
  amountRead: number | null
  amountTyped: number
}): string[] {
  const { sameCode, reportedAmount, amountRead, amountTyped } = proof
  const differs = reportedAmount !== null && reportedAmount !== (amountRead ?? amountTyped)
  return [
    ...(sameCode > 0 ? [m.payment_warning_same_code()] : []),
    ...(differs ? [m.payment_warning_reported_amount({ amount: showKsh(reportedAmount) })] : []),
  ]
}
