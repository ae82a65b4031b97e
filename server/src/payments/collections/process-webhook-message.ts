import { inTransaction } from '../../db/transaction.ts'
import { changePayment, findPayment, lockPayments, type PaymentRow, payableOf } from '../payment-store.ts'
import { findMessage, type MessageStatus, setMessageStatus } from '../providers/provider-message-store.ts'
import { collectionOf } from '../providers/registry.ts'
import { CONFIRMATION_CHECK_SECONDS } from './poll-pending-payments.ts'
import { type CollectionDeps, settlePayment } from './settle-payment.ts'
import { MONEY_IS_HERE } from './settlement-decision.ts'

/** Processes a stored message of a webhook. The same message processed again changes nothing more. */
export async function processWebhookMessage(
  deps: CollectionDeps,
  { messageId }: { messageId: number },
): Promise<void> {
  const message = await findMessage(deps.db, messageId)
  if (message?.status !== 'received' || message.payment_id === null) return
  const payment = await findPayment(deps.db, message.payment_id)
  if (!payment) return
  const status = await process(deps, payment, message)
  if (status === 'other_collection')
    deps.logger.warn({ payment: payment.id, messageId }, 'a callback names another collection')
  if (status !== 'waiting') await setMessageStatus(deps.db, messageId, status)
}

async function process(
  deps: CollectionDeps,
  payment: PaymentRow,
  message: { id: number; body: string },
): Promise<MessageStatus> {
  const provider = collectionOf(payment)
  const reading = await provider.readWebhook(deps, payment, message.body)
  if (reading.kind === 'unreadable') return 'unreadable'
  if (reading.kind === 'other_collection') return 'other_collection'
  if (reading.kind === 'not_paid') {
    await settlePayment(deps, payment.id, reading.result)
    return 'payment_failed'
  }
  if (reading.kind === 'incomplete') {
    await pollSoon(deps, payment)
    return 'incomplete'
  }
  if (!MONEY_IS_HERE.includes(payment.status)) {
    const answer = await provider.poll(deps, payment)
    if (answer?.kind === 'pending' && (await pollSoon(deps, payment, message.id))) return 'waiting'
    if (answer?.kind === 'final' && answer.result.kind !== 'paid') {
      await settlePayment(deps, payment.id, { kind: 'denied' })
      return 'settled'
    }
  }
  // Confirmed, or the provider cannot be asked now: then the message counts, as its address is known to it alone.
  await settlePayment(deps, payment.id, reading.result)
  return 'settled'
}

/** Polls soon, with a message given here waiting for the answer; false when the payment is settled by now. */
async function pollSoon(
  { db, clock }: CollectionDeps,
  payment: PaymentRow,
  messageId?: number,
): Promise<boolean> {
  const soon = new Date(clock.now().getTime() + CONFIRMATION_CHECK_SECONDS * 1000)
  return inTransaction(db, async (tx) => {
    const attempts = await lockPayments(tx, payableOf(payment))
    if (attempts.some(({ id, status }) => id === payment.id && MONEY_IS_HERE.includes(status))) return false
    if (messageId !== undefined) await setMessageStatus(tx, messageId, 'waiting')
    await changePayment(tx, payment.id, { next_poll_at: soon, poll_count: 0 })
    return true
  })
}
