import { readStkCallback } from '../mpesa/daraja-messages.ts'
import { CHECK_DELAYS_SECONDS, CLAIM_CHECKS, GIVE_UP_SECONDS, PROMPT_SECONDS } from './chase-timing.ts'
import { findWaitingMessage } from './payment-message-store.ts'
import { type PaymentRow, takeDuePayments } from './payment-store.ts'
import type { Finding } from './payment-verdict.ts'
import { settlePayment } from './settle-payment.ts'
import { type CallbackDeps, type Claim, readClaim } from './work-callback.ts'

const MOST_AT_ONCE = 20

/** Asks M-Pesa about payments that went quiet, and ends those that nobody will answer any more. */
export async function chasePayments(deps: CallbackDeps): Promise<void> {
  const due = await takeDuePayments(deps.db, {
    now: deps.clock.now(),
    delaysSeconds: CHECK_DELAYS_SECONDS,
    most: MOST_AT_ONCE,
  })
  const chased = await Promise.allSettled(due.map((payment) => chase(deps, payment, GIVE_UP_SECONDS)))
  for (const [index, { status, ...rest }] of chased.entries()) {
    if (status === 'rejected') {
      deps.logger.error(
        { err: 'reason' in rest ? rest.reason : undefined, payment: due[index]?.id },
        'chasing failed',
      )
    }
  }
}

/** Finds out about one attempt now, and gives it up if its prompt cannot be answered any more. */
export async function endPrompt(deps: CallbackDeps, payment: PaymentRow): Promise<void> {
  await chase(deps, payment, PROMPT_SECONDS)
}

async function chase(deps: CallbackDeps, payment: PaymentRow, giveUpSeconds: number): Promise<void> {
  const finding = await findOut(deps, payment, giveUpSeconds)
  if (finding) await settlePayment(deps, payment.id, finding)
}

async function findOut(
  { db, clock, gateway }: CallbackDeps,
  payment: PaymentRow,
  giveUpSeconds: number,
): Promise<Finding | undefined> {
  if (payment.pushed_at === null) return { kind: 'not_sent' }
  const quietSeconds = (clock.now().getTime() - payment.pushed_at.getTime()) / 1000
  const givenUp: Finding | undefined = quietSeconds >= giveUpSeconds ? { kind: 'quiet' } : undefined
  if (payment.checkout_request_id === null) return givenUp
  const claim = await findClaim(db, payment)
  const answer = await gateway.query(payment.checkout_request_id)
  if (answer.kind === 'final') {
    if (answer.resultCode === '0') return claim ?? { kind: 'paid', receipt: null, amountReceived: null }
    return claim ? { kind: 'denied' } : { ...answer, kind: 'not_paid' }
  }
  if (!claim) return givenUp
  if (answer.kind === 'unreachable') return claim
  return payment.checks > CLAIM_CHECKS ? { kind: 'denied' } : undefined
}

async function findClaim(db: CallbackDeps['db'], payment: PaymentRow): Promise<Claim | undefined> {
  const message = await findWaitingMessage(db, payment.id)
  const callback = message && readStkCallback(message.body)
  return callback && readClaim(callback, payment)
}
