import { RESEND_SECONDS } from '@twende/contract/business-constants.ts'
import { showKsh } from '@twende/contract/money.ts'
import type { Payment } from '@twende/contract/payments/payment.ts'
import { failureSentence } from '@twende/contract/payments/payment-failures.ts'
import { maskPhone } from '@twende/contract/payments/phone-number.ts'
import type { PaymentRow } from './payment-store.ts'

/** A payment as its customer sees it. */
export function presentPayment(payment: PaymentRow): Payment {
  return {
    _id: payment.id,
    purpose: payment.payable_type,
    purchaseId: payment.payable_id,
    amount: payment.amount,
    phone: maskPhone(payment.phone),
    status: payment.status,
    outcome: payment.outcome,
    message: messageOf(payment),
    receipt: payment.receipt,
    startedAt: payment.created_at.toISOString(),
    resendAt: resendAt(payment).toISOString(),
  }
}

/** From when another request may follow this one: at once if this one was not sent. */
export function resendAt({ created_at, retry_at }: PaymentRow): Date {
  if (retry_at) return created_at
  return new Date(created_at.getTime() + RESEND_SECONDS * 1000)
}

const LOOKED_AT =
  'Your payment reached us and needs a closer look. We will contact you; please do not pay again.'

const messages = new Map<string, string>([
  ['paid', 'Payment received'],
  ['timed_out', 'We did not hear from your phone. Try again; if you did pay, we will notice.'],
  ['not_sent', 'The request did not reach your phone. Please try again.'],
  ['paid_less', 'We received less than the price. We will contact you; please do not pay again.'],
  ['paid_more', LOOKED_AT],
  ['denied', LOOKED_AT],
  ['receipt_reused', LOOKED_AT],
  ['confirmed_by_hand', LOOKED_AT],
  ['paid_at_desk', 'Payment received by our staff.'],
  ['paid_twice', 'You paid twice. We will send this payment back to your M-Pesa.'],
  ['accepted', 'Payment received'],
  ['given_back', 'This payment could not be used. We will send it back to your M-Pesa.'],
  ['dismissed', 'No money of this payment reached us. You can try again.'],
  ['same_money', 'Payment received by our staff.'],
  ['paid_too_late', 'Your payment came too late to be used. We will send it back to your M-Pesa.'],
])

function messageOf({ status, outcome, amount, failure, retry_at }: PaymentRow): string {
  if (retry_at) return requestLimitSentence(retry_at)
  if (status === 'processing') {
    return `Check your phone and enter your M-Pesa PIN to pay ${showKsh(amount)}.`
  }
  return messages.get(outcome) ?? failureSentence(failure)
}

const nairobiTime = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Africa/Nairobi',
})

/** The sentence for a customer whose phone cannot be asked before a time. */
export function requestLimitSentence(retryAt: Date): string {
  // Rounded up to the minute that is shown.
  const time = nairobiTime.format(new Date(Math.ceil(retryAt.getTime() / 60_000) * 60_000))
  return `This phone was asked to pay too many times in the last hour. Use another number now, or this number again from ${time}.`
}
