import { m } from '@twende/messages'
import { showKsh } from '../money.ts'
import type { PayableType, PaymentStatus } from './payment.ts'
import type { RefundWay } from './payment-choices.ts'

const outcomeSentences = new Map<string, () => string>([
  ['paid', m.payment_received],
  ['timed_out', m.payment_timed_out],
  ['not_sent', m.payment_not_sent],
  ['paid_more', m.payment_in_review],
  ['denied', m.payment_in_review],
  ['receipt_reused', m.payment_in_review],
  ['possibly_reported', m.payment_in_review],
  ['confirmed_by_hand', m.payment_in_review],
  ['taken_by_staff', m.payment_received_by_staff],
  ['accepted', m.payment_received],
  ['dismissed', m.payment_dismissed],
  ['voided', m.payment_voided],
  ['same_money', m.payment_received_by_staff],
])

/** Why the money of a payment goes back. */
const backSentences = new Map<string, () => string>([
  ['paid_twice', m.payment_paid_twice],
  ['given_back', m.payment_given_back],
  ['paid_too_late', m.payment_paid_too_late],
  ['sold_out', m.payment_sold_out],
])

const backWays: Record<RefundWay, () => string> = {
  to_payer: m.payment_goes_back_to_payer,
  as_agreed: m.payment_goes_back_as_agreed,
}

/** Why a payment did not go through: `outcome` is what the API says, `sentence` is for the customer. */
const failures = {
  insufficient_funds: {
    outcome: 'no_money',
    sentence: m.payment_failure_insufficient_funds,
  },
  amount_too_small: { outcome: 'limit', sentence: m.payment_failure_too_small },
  amount_too_large: { outcome: 'limit', sentence: m.payment_failure_too_large },
  daily_limit: {
    outcome: 'limit',
    sentence: m.payment_failure_daily_limit,
  },
  amount_refused: { outcome: 'limit', sentence: m.payment_failure_amount_refused },
  provider_busy: { outcome: 'busy', sentence: m.payment_failure_busy },
  other_request_open: { outcome: 'busy', sentence: m.payment_failure_other_request },
  timed_out: { outcome: 'timed_out', sentence: m.payment_failure_timed_out },
  cancelled: { outcome: 'cancelled', sentence: m.payment_failure_cancelled },
  unreachable: {
    outcome: 'unreachable',
    sentence: m.payment_failure_unreachable,
  },
  wrong_pin: { outcome: 'wrong_pin', sentence: m.payment_failure_wrong_pin },
  pin_locked: { outcome: 'failed', sentence: m.payment_failure_pin_locked },
  payer_refused: { outcome: 'failed', sentence: m.payment_failure_payer_refused },
  unknown: {
    outcome: 'failed',
    sentence: m.payment_failure_unknown,
  },
} as const

/** Every provider translates its own result codes to these. */
export type PaymentFailure = keyof typeof failures
export type FailureOutcome = (typeof failures)[PaymentFailure]['outcome']

export const FAILURE_OUTCOMES: readonly FailureOutcome[] = [
  ...new Set(Object.values(failures).map(({ outcome }) => outcome)),
]

export function failureOutcome(failure: PaymentFailure): FailureOutcome {
  return failures[failure].outcome
}

const sentences: ReadonlyMap<string, () => string> = new Map(
  Object.entries(failures).map(([failure, { sentence }]) => [failure, sentence]),
)

/** What a failed payment says to its customer; the general sentence when no reason is stored. */
export function failureSentence(failure: string | null): string {
  return (sentences.get(failure ?? '') ?? failures.unknown.sentence)()
}

/** The state of a payment, for its customer. */
export function paymentSentence(payment: {
  payable_type: PayableType
  status: PaymentStatus
  outcome: string
  amount: number
  amount_received: number | null
  failure: string | null
  /** How its money would go back. */
  refundWay: RefundWay
}): string {
  const { status, outcome, amount, amount_received: received, failure, refundWay } = payment
  if (status === 'processing') {
    return m.payment_check_phone({ amount: showKsh(amount) })
  }
  const isPart = outcome === 'paid_less' || outcome === 'part_of_price'
  // A part that counts together with the money for the rest.
  if (isPart && status === 'paid') return m.payment_received()
  if (outcome === 'paid_less')
    return m.payment_paid_less({ received: showKsh(received ?? 0), amount: showKsh(amount) })
  // The message of M-Pesa can be pasted only where a listing is paid.
  if (outcome === 'answer_lost')
    return payment.payable_type === 'listing_period'
      ? m.payment_answer_lost_listing()
      : m.payment_answer_lost()
  if (outcome === 'part_of_price') return m.payment_part_of_price({ received: showKsh(received ?? amount) })
  const why = backSentences.get(outcome)
  if (why) return `${why()} ${status === 'refunded' ? m.payment_went_back() : backWays[refundWay]()}`
  return outcomeSentences.get(outcome)?.() ?? failureSentence(failure)
}
