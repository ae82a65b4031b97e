import { needsSecondPerson } from '@twende/contract/payments/payment-choices.ts'
import { m } from '@twende/messages'
import type { Db } from '../../db/database.ts'
import { AppError } from '../../http/app-error.ts'
import { queueNotification } from '../../notifications/queue-notification.ts'
import type { SettleDeps } from '../collections/settle-payment.ts'
import { findOwed, sumPaidFor } from '../ledger/book-payment.ts'
import { findBalance, sumReceivedBy } from '../ledger/ledger-store.ts'
import { reduceCharge, reverseReceipts } from '../ledger/postings.ts'
import { findPayer } from '../payable-store.ts'
import { changePayment, type PaymentRow, payableOf } from '../payment-store.ts'
import { createRefund, withdrawRefund } from '../refunds/create-refund.ts'
import { lockRefundsDue, type RefundDue } from '../refunds/refund-store.ts'

/**
 * A code that staff typed and its provider never reported brought no money: the payment leaves the books. What it paid is owed
 * again, and a refund of it ends. The code is free again. Called under `lockPayments`.
 */
export async function voidPayment(
  tx: Db,
  deps: SettleDeps,
  { payment, reason, accountId }: { payment: PaymentRow; reason: string; accountId: string | null },
): Promise<void> {
  const now = deps.clock.now()
  const payable = payableOf(payment)
  if (needsSecondPerson(payment.amount) && payment.recorded_by === accountId)
    throw new AppError('payment_needs_second_person', { message: m.error_void_needs_second_person() })
  const refunds = await lockRefundsDue(tx, payable, payment.id)
  const { onVoided } = deps.payables[payment.payable_type]
  if (!onVoided && refunds.length === 0)
    throw new AppError('payment_wrong_state', { message: m.error_void_purchase_first() })
  const voided = { amount: payment.amount_received ?? payment.amount, code: payment.receipt ?? '' }
  const takeOut = () => takeOutOfBooks(tx, { payment, refunds, accountId, now })
  const facts = { ...voided, reason, accountId, now, takeOutOfBooks: takeOut }
  const isOwed = onVoided ? await onVoided(tx, payable.payableId, facts) : await takeOut().then(() => false)
  if (!isOwed) await writeOff(tx, payment, now)
  await notify(tx, payment, { ...voided, now })
}

type Voiding = {
  payment: PaymentRow
  refunds: readonly RefundDue[]
  accountId: string | null
  now: Date
}

/** What other money of the payable was to go back stays so, in the same proportion. */
async function takeOutOfBooks(tx: Db, { payment, refunds, accountId, now }: Voiding): Promise<void> {
  const payable = payableOf(payment)
  const key = { type: payable.payableType, id: payable.payableId }
  for (const { id } of refunds) await withdrawRefund(tx, payable, id, { accountId, now })
  const paid = await sumPaidFor(tx, payable.payableType, payable.payableId)
  await refuseIfGone(tx, payment)
  await changePayment(tx, payment.id, {
    status: 'failed',
    outcome: 'voided',
    receipt: null,
    amount_received: null,
    note: [payment.note, payment.receipt].filter(Boolean).join(', '),
    voided_by: accountId,
    voided_at: now,
  })
  const by = { at: now, actor: accountId }
  await reverseReceipts(tx, {
    payable: key,
    paymentId: payment.id,
    key: `payment ${payment.id} voided`,
    ...by,
  })
  const left = await sumPaidFor(tx, payable.payableType, payable.payableId)
  for (const { id, amount, ...why } of refunds) {
    const still = paid === 0 ? 0 : Math.floor((amount * left) / paid)
    const lost = `refund ${id} less voided money`
    await reduceCharge(tx, { payable: key, amount: amount - still, key: lost, ...by })
    if (still > 0) await createRefund(tx, { ...payable, ...why, amount: still }, now)
  }
}

/** Refuses where the money, or what it paid, was used for something else by now. */
async function refuseIfGone(tx: Db, payment: PaymentRow): Promise<void> {
  const { payable_type: type, payable_id: id } = payment
  const { money, refundsPayable, price, unapplied, suspense } = await findBalance(tx, { type, id })
  const amount = await sumReceivedBy(tx, payment.id)
  if (money - refundsPayable >= amount && price + unapplied + suspense >= amount) return
  throw new AppError('payment_wrong_state', { message: m.error_void_money_gone() })
}

/** Of what was cancelled or given back nothing is owed any more; a deposit is due, and no debt. */
async function writeOff(tx: Db, payment: PaymentRow, now: Date): Promise<void> {
  const { payable_type: type, payable_id: id } = payment
  const { charged } = await findOwed(tx, type, id)
  const key = `payment ${payment.id} voided and written off`
  await reduceCharge(tx, { payable: { type, id }, amount: charged, key, at: now })
}

type Told = { amount: number; code: string; now: Date }

async function notify(tx: Db, payment: PaymentRow, { amount, code, now }: Told): Promise<void> {
  const payable = payableOf(payment)
  const payer = await findPayer(tx, payable)
  if (!payer) return
  const { name, reference, ...to } = payer
  const isOwed = (await findOwed(tx, payable.payableType, payable.payableId)).owed > 0
  const params = { name, payable: { type: payable.payableType, reference }, amount, code, isOwed }
  const dedupeKey = `payment_voided ${payment.id}`
  await queueNotification(tx, { kind: 'payment_voided', params, ...to, dedupeKey }, now)
}
