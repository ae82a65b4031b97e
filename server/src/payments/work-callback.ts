import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { readStkCallback, type StkCallback } from '../mpesa/daraja-messages.ts'
import { CLAIM_CHECK_SECONDS } from './chase-timing.ts'
import { findMessage, judgeMessage, type MessageVerdict } from './payment-message-store.ts'
import { changePayment, findPayment, keepRequestIds, lockPayments, type PaymentRow } from './payment-store.ts'
import { type Finding, MONEY_IS_HERE } from './payment-verdict.ts'
import { type SettleDeps, settlePayment } from './settle-payment.ts'

export type CallbackDeps = SettleDeps & Pick<AppDeps, 'gateway'>

/** Makes of a kept message what it is worth. The same message worked on again changes nothing more. */
export async function workCallback(deps: CallbackDeps, { messageId }: { messageId: number }): Promise<void> {
  const message = await findMessage(deps.db, messageId)
  if (message?.verdict !== 'received' || message.payment_id === null) return
  const payment = await findPayment(deps.db, message.payment_id)
  if (!payment) return
  const verdict = await workOn(deps, payment, message)
  if (verdict === 'ids_differ')
    deps.logger.warn({ payment: payment.id, messageId }, 'a callback names another push')
  if (verdict !== 'waiting') await judgeMessage(deps.db, messageId, verdict)
}

async function workOn(
  deps: CallbackDeps,
  payment: PaymentRow,
  message: { id: number; body: string },
): Promise<MessageVerdict> {
  const callback = readStkCallback(message.body)
  if (!callback) return 'unreadable'
  if (!(await keepRequestIds(deps.db, payment.id, callback))) return 'ids_differ'
  if (callback.resultCode !== '0') {
    await settlePayment(deps, payment.id, { kind: 'not_paid', ...callback })
    return 'told_failed'
  }
  const claim = readClaim(callback, payment)
  if (!claim) {
    await askSoon(deps, payment)
    return 'incomplete'
  }
  if (!MONEY_IS_HERE.includes(payment.status)) {
    const answer = await deps.gateway.query(callback.checkoutRequestId)
    if (answer.kind === 'pending' && (await askSoon(deps, payment, message.id))) return 'waiting'
    if (answer.kind === 'final' && answer.resultCode !== '0') {
      await settlePayment(deps, payment.id, { kind: 'denied' })
      return 'settled'
    }
  }
  // Confirmed, or M-Pesa cannot be asked now: then the callback counts, as its address is known to M-Pesa alone.
  await settlePayment(deps, payment.id, claim)
  return 'settled'
}

export type Claim = Extract<Finding, { kind: 'paid' }>

const MOST_SHILLINGS = 2_147_483_647

/** The "paid" a callback tells, in whole shillings; undefined when it lacks the amount or the receipt. */
export function readClaim(
  { amount, receipt }: StkCallback,
  { amount: asked }: PaymentRow,
): Claim | undefined {
  if (amount === undefined || receipt === undefined) return undefined
  // Rounded away from what was asked, so that a wrong amount stays wrong.
  const whole = amount > asked ? Math.min(Math.ceil(amount), MOST_SHILLINGS) : Math.floor(amount)
  return { kind: 'paid', receipt, amountReceived: whole }
}

/** Lets the chaser ask M-Pesa soon, with a message given here waiting for its word; false when it is known by now. */
async function askSoon(
  { db, clock }: CallbackDeps,
  { id, purpose, purchase_id }: PaymentRow,
  messageId?: number,
): Promise<boolean> {
  const soon = new Date(clock.now().getTime() + CLAIM_CHECK_SECONDS * 1000)
  return inTransaction(db, async (tx) => {
    const attempts = await lockPayments(tx, { purpose, purchaseId: purchase_id })
    if (attempts.some((payment) => payment.id === id && MONEY_IS_HERE.includes(payment.status))) return false
    if (messageId !== undefined) await judgeMessage(tx, messageId, 'waiting')
    await changePayment(tx, id, { next_check_at: soon, checks: 0 })
    return true
  })
}
