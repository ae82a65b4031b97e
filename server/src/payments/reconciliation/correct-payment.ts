import { needsSecondPerson } from '@twende/contract/payments/payment-choices.ts'
import { m } from '@twende/messages'
import type { Db } from '../../db/database.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { lockBalance, lockReceipt } from '../ledger/ledger-store.ts'
import { postCorrection } from '../ledger/post-payment.ts'
import type { PayableName } from '../payable-store.ts'
import { changePayment, lockPayments, type PaymentRow } from '../payment-store.ts'
import { isProviderTransaction } from '../provider-transaction-store.ts'
import { correctUnderRefunds } from '../refunds/create-refund.ts'
import { moneyIsGone } from '../refunds/money-is-gone.ts'

type Correction = {
  /** The payment code, which staff read beside the amount. */
  code: string
  amount: number
  reason: string
  accountId: string
  now: Date
}

/**
 * Another amount came in than staff said when it approved a payment by hand: the books have the right one from now on, and
 * so does a refund of it that is due.
 * Returns the payment as it was. What its purchase gains or loses by it is the caller's. Locks the payments first.
 */
export async function correctPayment(
  tx: Db,
  deps: Pick<AppDeps, 'payables'>,
  payable: PayableName,
  { code, amount, reason, accountId, now }: Correction,
): Promise<PaymentRow> {
  const attempts = await lockPayments(tx, payable)
  const payment = attempts.find(({ receipt, status }) => receipt === code.toUpperCase() && status === 'paid')
  if (!payment || payment.recorded_by === null || (await isProviderTransaction(tx, code.toUpperCase())))
    throw refused(m.error_correct_not_by_staff())
  const before = payment.amount_received ?? payment.amount
  if (amount === before) throw refused(m.error_correct_same_amount())
  if (needsSecondPerson(Math.max(amount, before)) && payment.recorded_by === accountId)
    throw new AppError('payment_needs_second_person', { message: m.error_correct_needs_second_person() })
  await lockReceipt(tx, code.toUpperCase())
  await changePayment(tx, payment.id, {
    amount,
    amount_received: amount,
    corrected_by: accountId,
    corrected_at: now,
    corrected_from: before,
  })
  const difference = amount - before
  const change = { paymentId: payment.id, difference, note: reason, accountId, now }
  await correctUnderRefunds(tx, deps, { ...payable, ...change }, async () => {
    const key = { type: payable.payableType, id: payable.payableId }
    const { money, refundsPayable, price, receivable } = await lockBalance(tx, key)
    if (-difference > Math.min(money - refundsPayable, price - receivable))
      throw await moneyIsGone(tx, payable)
    await postCorrection(tx, payment, { difference, at: now, actor: accountId })
  })
  return payment
}

function refused(message: string): AppError {
  return new AppError('payment_wrong_state', { message })
}
