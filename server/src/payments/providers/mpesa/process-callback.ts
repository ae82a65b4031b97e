import { inTransaction } from '../../../db/transaction.ts'
import type { AppDeps } from '../../../deps.ts'
import { CONFIRMATION_CHECK_SECONDS } from '../../collections/poll-schedule.ts'
import { type SettleDeps, settlePayment } from '../../collections/settle-payment.ts'
import { MONEY_IS_HERE, type ProviderResult } from '../../collections/settlement-decision.ts'
import {
  changePayment,
  findPayment,
  lockPayments,
  type PaymentRow,
  payableOf,
  saveRequestIds,
} from '../../payment-store.ts'
import { findMessage, type MessageVerdict, setMessageVerdict } from '../provider-message-store.ts'
import { readStkCallback, type StkCallback } from './daraja-messages.ts'

export type CallbackDeps = SettleDeps & Pick<AppDeps, 'gateway'>

/** Makes of a kept message what it is worth. The same message worked on again changes nothing more. */
export async function processCallback(
  deps: CallbackDeps,
  { messageId }: { messageId: number },
): Promise<void> {
  const message = await findMessage(deps.db, messageId)
  if (message?.verdict !== 'received' || message.payment_id === null) return
  const payment = await findPayment(deps.db, message.payment_id)
  if (!payment) return
  const verdict = await process(deps, payment, message)
  if (verdict === 'ids_differ')
    deps.logger.warn({ payment: payment.id, messageId }, 'a callback names another push')
  if (verdict !== 'waiting') await setMessageVerdict(deps.db, messageId, verdict)
}

async function process(
  deps: CallbackDeps,
  payment: PaymentRow,
  message: { id: number; body: string },
): Promise<MessageVerdict> {
  const callback = readStkCallback(message.body)
  if (!callback) return 'unreadable'
  if (!(await saveRequestIds(deps.db, payment.id, callback))) return 'ids_differ'
  if (callback.resultCode !== '0') {
    await settlePayment(deps, payment.id, { kind: 'not_paid', ...callback })
    return 'told_failed'
  }
  const claim = readPaidResult(callback, payment)
  if (!claim) {
    await pollSoon(deps, payment)
    return 'incomplete'
  }
  if (!MONEY_IS_HERE.includes(payment.status)) {
    const answer = await deps.gateway.query(callback.checkoutRequestId)
    if (answer.kind === 'pending' && (await pollSoon(deps, payment, message.id))) return 'waiting'
    if (answer.kind === 'final' && answer.resultCode !== '0') {
      await settlePayment(deps, payment.id, { kind: 'denied' })
      return 'settled'
    }
  }
  // Confirmed, or M-Pesa cannot be asked now: then the callback counts, as its address is known to M-Pesa alone.
  await settlePayment(deps, payment.id, claim)
  return 'settled'
}

export type PaidResult = Extract<ProviderResult, { kind: 'paid' }>

const MOST_SHILLINGS = 2_147_483_647

/** The "paid" a callback tells, in whole shillings; undefined when it lacks the amount or the receipt. */
export function readPaidResult(
  { amount, receipt }: StkCallback,
  { amount: asked }: PaymentRow,
): PaidResult | undefined {
  if (amount === undefined || receipt === undefined) return undefined
  // Rounded away from what was asked, so that a wrong amount stays wrong.
  const whole = amount > asked ? Math.min(Math.ceil(amount), MOST_SHILLINGS) : Math.floor(amount)
  return { kind: 'paid', receipt, amountReceived: whole }
}

/** Lets the chaser ask M-Pesa soon, with a message given here waiting for its word; false when it is known by now. */
async function pollSoon(
  { db, clock }: CallbackDeps,
  payment: PaymentRow,
  messageId?: number,
): Promise<boolean> {
  const soon = new Date(clock.now().getTime() + CONFIRMATION_CHECK_SECONDS * 1000)
  return inTransaction(db, async (tx) => {
    const attempts = await lockPayments(tx, payableOf(payment))
    if (attempts.some(({ id, status }) => id === payment.id && MONEY_IS_HERE.includes(status))) return false
    if (messageId !== undefined) await setMessageVerdict(tx, messageId, 'waiting')
    await changePayment(tx, payment.id, { next_check_at: soon, checks: 0 })
    return true
  })
}
