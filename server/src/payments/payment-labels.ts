/** The codes of why money goes back or a proof pays for nothing, and the English words for them and for errors about codes. */

/** The heading of the column with a payment's code in tables for staff. */
export const PAYMENT_CODE_LABEL = 'M-Pesa code'

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
