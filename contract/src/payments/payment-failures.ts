const BUSY = 'M-Pesa is busy. Try again in a minute.'

/** Why a payment did not go through: `outcome` is what the API says, `sentence` is for the customer. */
const failures = {
  insufficient_funds: {
    outcome: 'no_money',
    sentence: 'Not enough money in M-Pesa. Top up or use another number.',
  },
  amount_too_small: { outcome: 'limit', sentence: 'The amount is below what M-Pesa can send.' },
  amount_too_large: { outcome: 'limit', sentence: 'The amount is more than M-Pesa allows in one payment.' },
  daily_limit: {
    outcome: 'limit',
    sentence: 'This would pass your M-Pesa limit for today. Use another number.',
  },
  amount_refused: { outcome: 'limit', sentence: 'M-Pesa could not take this amount now. Try again later.' },
  provider_busy: { outcome: 'busy', sentence: BUSY },
  other_request_open: { outcome: 'busy', sentence: 'Another M-Pesa request is open. Wait a minute.' },
  timed_out: { outcome: 'timed_out', sentence: 'The request timed out.' },
  cancelled: { outcome: 'cancelled', sentence: 'You cancelled the request.' },
  unreachable: {
    outcome: 'unreachable',
    sentence: 'We could not reach your phone. Is it on? (eSIM users: dial *234# to update the menu)',
  },
  wrong_pin: { outcome: 'wrong_pin', sentence: 'Wrong PIN.' },
  pin_locked: { outcome: 'failed', sentence: 'Your M-Pesa PIN is locked. Call 234 to unlock it.' },
  payer_refused: { outcome: 'failed', sentence: 'M-Pesa refused this number. Use another number.' },
  unknown: {
    outcome: 'failed',
    sentence: 'The payment did not go through. Try again, or use another number.',
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

const sentences: ReadonlyMap<string, string> = new Map(
  Object.entries(failures).map(([failure, { sentence }]) => [failure, sentence]),
)

/** What a failed payment says to its customer; the general sentence when no reason is stored. */
export function failureSentence(failure: string | null): string {
  return sentences.get(failure ?? '') ?? failures.unknown.sentence
}
