import { showKsh } from '@twende/contract/money.ts'
import { failureSentence } from '@twende/contract/payments/payment-failures.ts'

/** The codes of why money goes back or a proof pays for nothing, and the English words for them and for errors about codes. */

/** The heading of the column with a payment's code in tables for staff. */
export const PAYMENT_CODE_LABEL = 'M-Pesa code'

export const CODE_IS_USED = 'This M-Pesa code counts for another payment already.'

export const CODE_IS_KNOWN = 'This M-Pesa code is in our books already. Please enter that of this refund.'

export const PROOF_WAITS = 'You have sent us this M-Pesa message already. We are checking this payment.'

const paymentRefundReasons = {
  paid_too_late: 'Paid when it could no longer be used',
  paid_twice: 'Paid a second time for the same thing',
  given_back: 'Could not be used',
} as const
/** Why one payment goes back. */
export type PaymentRefundReason = keyof typeof paymentRefundReasons

const cancellationReasons = {
  cancelled_by_customer: 'Cancelled by customer',
  cancelled_by_staff: '',
  no_show: 'The customer did not come',
} as const
/** Why money of a cancelled payable goes back. */
export type CancellationReason = keyof typeof cancellationReasons

export type RefundReason = PaymentRefundReason | CancellationReason

/** Why money goes back: what a person wrote, or else the label of the reason. */
export function refundReasonLabel({
  reason,
  reasonNote,
}: {
  reason: RefundReason
  reasonNote: string
}): string {
  return reasonNote === '' ? { ...paymentRefundReasons, ...cancellationReasons }[reason] : reasonNote
}

const proofReasons = {
  refused_by_staff: '',
  payable_deleted: 'The listing was deleted',
  // What is missing depends on the price list: its noun says it.
  part_paid: '',
  paid_too_late: 'This payment came too late to be used. We will send it back.',
} as const
/** Why a proof was rejected, or approved without buying what it is for. */
export type ProofReason = keyof typeof proofReasons

/** Why a proof pays for nothing: what staff wrote, or else the label of the reason. */
export function proofReasonLabel({ reason, note }: { reason: ProofReason | null; note: string }): string {
  if (note !== '') return note
  return reason === null ? '' : proofReasons[reason]
}

const outcomes: ReadonlyMap<string, string> = new Map([
  ['waiting', 'Waits for the phone.'],
  ['paid', 'Paid.'],
  ['timed_out', 'Nothing was heard from the phone.'],
  ['not_sent', 'The request did not reach the phone.'],
  ['asked_too_often', 'Not sent: this phone had been asked too often in the last hour.'],
  ['paid_less', 'Less came in than was asked for.'],
  ['paid_more', 'More came in than was asked for.'],
  ['denied', 'We were told that it is paid, and M-Pesa itself says that it is not.'],
  ['receipt_reused', 'We were told that it is paid, with a code that was used before.'],
  ['confirmed_by_hand', 'Staff confirmed it by hand; this may be the same money.'],
  ['paid_at_desk', 'Taken by staff.'],
  ['paid_twice', 'Paid a second time for the same thing. It goes back.'],
  ['paid_too_late', 'Came when it could no longer be used. It goes back.'],
  ['accepted', 'Staff decided that it counts.'],
  ['given_back', 'Staff decided that it goes back.'],
  ['dismissed', 'Staff found that no such money came.'],
  ['same_money', 'Noted by staff; M-Pesa told us of the same money later, and that counts.'],
])

/** The outcome of a payment, for staff. */
export function outcomeLabel({ outcome, failure }: { outcome: string; failure: string | null }): string {
  return outcomes.get(outcome) ?? failureSentence(failure)
}

/** What staff should check about a payment. */
export function paymentWarnings({ outcome }: { outcome: string }): string[] {
  return outcome === 'receipt_reused' ? ['Its M-Pesa code has paid for something else already.'] : []
}

export const UNMATCHED_LABEL = 'M-Pesa told us of this money, and nothing that we sold fits it.'

/** Why a proof waits for staff. */
export function waitingProofLabel({ reportedAmount }: { reportedAmount: number | null }): string {
  return reportedAmount === null
    ? 'Pasted by the seller. M-Pesa has not told us of it.'
    : 'Pasted by the seller. What M-Pesa told us of it differs, or is claimed twice.'
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
    ...(sameCode > 0 ? ['Another message names the same M-Pesa code.'] : []),
    ...(differs ? [`M-Pesa told us of this code with ${showKsh(reportedAmount)}.`] : []),
  ]
}

/** The error when the provider reported less money with a code than is to be paid. */
export function reportedLess(reported: number, price: number): string {
  return `M-Pesa says that ${showKsh(reported)} came in with this code. ${showKsh(price)} is to be paid.`
}
