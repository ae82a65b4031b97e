import type { PaymentFailure } from '@twende/contract/payments/payment-failures.ts'

/** M-Pesa's result code of a payment that was made. */
export const PAID = '0'

const failures = new Map<string, PaymentFailure>([
  ['1', 'insufficient_funds'],
  ['2', 'amount_too_small'],
  ['3', 'amount_too_large'],
  ['4', 'daily_limit'],
  ['8', 'amount_refused'],
  ['17', 'provider_busy'],
  ['26', 'provider_busy'],
  ['1001', 'other_request_open'],
  ['1019', 'timed_out'],
  ['1025', 'provider_busy'],
  ['9999', 'provider_busy'],
  ['1032', 'cancelled'],
  ['1036', 'unreachable'],
  ['1037', 'unreachable'],
  ['2001', 'wrong_pin'],
  ['8006', 'pin_locked'],
  ['E3008', 'payer_refused'],
])

/** What a result code of M-Pesa other than `PAID` means. */
export function failureOf(resultCode: string): PaymentFailure {
  return failures.get(resultCode) ?? 'unknown'
}
