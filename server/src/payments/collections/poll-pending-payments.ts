import { continueTrace } from '../../tracing/tracing.ts'
import { type PaymentRow, takeDuePayments } from '../payment-store.ts'
import type { PaidResult } from '../providers/provider.ts'
import { findWaitingMessage } from '../providers/provider-message-store.ts'
import { collectionOf } from '../providers/registry.ts'
import { type CollectionDeps, settlePayment } from './settle-payment.ts'
import type { ProviderResult } from './settlement-decision.ts'

/** From the request to the first poll; earlier, a provider may not know of it yet. */
export const FIRST_CHECK_SECONDS = 30
/** How often an unconfirmed "paid" is polled before staff has to look at it. */
const CONFIRMATION_CHECKS = 6
/** From a "paid" that was not confirmed at once to the next poll. */
export const CONFIRMATION_CHECK_SECONDS = 5

/** From one poll of a payment without a result to the next: often at first, then rarely, then no more. */
const CHECK_DELAYS_SECONDS = [15, 30, 60, 60, 60, 60, 600, 3600, 6 * 3600, 24 * 3600] as const

const MOST_AT_ONCE = 20

/** Asks providers about payments without a result, and ends those that can no longer be answered. */
export async function pollPendingPayments(deps: CollectionDeps): Promise<void> {
  const due = await takeDuePayments(deps.db, {
    now: deps.clock.now(),
    delaysSeconds: CHECK_DELAYS_SECONDS,
    most: MOST_AT_ONCE,
  })
  const polled = await Promise.allSettled(due.map((payment) => poll(deps, payment, 'giveUpSeconds')))
  for (const [index, { status, ...rest }] of polled.entries()) {
    if (status === 'rejected') {
      deps.logger.error(
        { err: 'reason' in rest ? rest.reason : undefined, payment: due[index]?.id },
        'polling a payment failed',
      )
    }
  }
}

/** Polls one payment now, and ends it if its payer can no longer answer the request. */
export async function endEarlierRequest(deps: CollectionDeps, payment: PaymentRow): Promise<void> {
  await poll(deps, payment, 'requestSeconds')
}

/** After which of the provider's times a payment without a result ends. */
type Deadline = 'requestSeconds' | 'giveUpSeconds'

async function poll(deps: CollectionDeps, payment: PaymentRow, deadline: Deadline): Promise<void> {
  await continueTrace(payment.trace_parent, { name: 'poll payment' }, async () => {
    const result = await askProvider(deps, payment, deadline)
    if (result) await settlePayment(deps, payment.id, result)
  })
}

async function askProvider(
  deps: CollectionDeps,
  payment: PaymentRow,
  deadline: Deadline,
): Promise<ProviderResult | undefined> {
  if (payment.requested_at === null) return { kind: 'not_sent' }
  const waitedSeconds = (deps.clock.now().getTime() - payment.requested_at.getTime()) / 1000
  const provider = collectionOf(payment)
  const givenUp: ProviderResult | undefined =
    waitedSeconds >= provider[deadline] ? { kind: 'no_answer' } : undefined
  const waiting = await findWaitingResult(deps, payment)
  const answer = await provider.poll(deps, payment)
  if (!answer) return givenUp && { kind: 'answer_lost' }
  if (answer.kind === 'final') {
    if (answer.result.kind === 'paid') return waiting ?? answer.result
    return waiting ? { kind: 'denied' } : answer.result
  }
  if (!waiting) return givenUp
  if (answer.kind === 'unreachable') return waiting
  return payment.poll_count > CONFIRMATION_CHECKS ? { kind: 'denied' } : undefined
}

/** The "paid" of a message that waits for the provider to confirm it. */
async function findWaitingResult(deps: CollectionDeps, payment: PaymentRow): Promise<PaidResult | undefined> {
  const message = await findWaitingMessage(deps.db, payment.id)
  if (!message) return undefined
  const reading = await collectionOf(payment).readWebhook(deps, payment, message.body)
  return reading.kind === 'paid' ? reading.result : undefined
}
