import { showKsh } from '../money.ts'
import { failureSentence } from './payment-failures.ts'
import type { PaymentStatus } from './payment-status.ts'

const IN_REVIEW =
  'Your payment reached us and needs a closer look. We will contact you; please do not pay again.'

const sentences = new Map<string, string>([
  ['paid', 'Payment received'],
  ['timed_out', 'We did not hear from your phone. Try again; if you did pay, we will notice.'],
  ['not_sent', 'The request did not reach your phone. Please try again.'],
  ['paid_less', 'We received less than the price. We will contact you; please do not pay again.'],
  ['paid_more', IN_REVIEW],
  ['denied', IN_REVIEW],
  ['receipt_reused', IN_REVIEW],
  ['confirmed_by_hand', IN_REVIEW],
  ['paid_at_desk', 'Payment received by our staff.'],
  ['paid_twice', 'You paid twice. We will send this payment back to your M-Pesa.'],
  ['accepted', 'Payment received'],
  ['given_back', 'This payment could not be used. We will send it back to your M-Pesa.'],
  ['dismissed', 'No money of this payment reached us. You can try again.'],
  ['same_money', 'Payment received by our staff.'],
  ['paid_too_late', 'Your payment came too late to be used. We will send it back to your M-Pesa.'],
])

/** The state of a payment, for its customer. */
export function paymentSentence(payment: {
  status: PaymentStatus
  outcome: string
  amount: number
  failure: string | null
}): string {
  const { status, outcome, amount, failure } = payment
  if (status === 'processing') {
    return `Check your phone and enter your M-Pesa PIN to pay ${showKsh(amount)}.`
  }
  return sentences.get(outcome) ?? failureSentence(failure)
}
