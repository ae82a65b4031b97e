import type { Db } from '../../db/database.ts'
import type { AppDeps } from '../../deps.ts'
import { applyToPrice } from '../ledger/postings.ts'
import { changePayment, type PaymentRow, payableOf } from '../payment-store.ts'
import { createRefund, notifyOfRefund } from '../refunds/create-refund.ts'
import { oweBackRest } from './settle-payment.ts'

/**
 * A provider reports more than was recorded of a payment that counts: `more` buys more, is credit, or goes back, as its
 * noun says. Called under the locks of the payments, once the books have it.
 */
export async function countMore(
  tx: Db,
  deps: Pick<AppDeps, 'payables'>,
  payment: PaymentRow,
  { more, now }: { more: number; now: Date },
): Promise<void> {
  const { payable_type: type, payable_id: id } = payment
  const { buysMore } = deps.payables[type]
  if (!buysMore) return oweBackRest(tx, deps, payment, now)
  if (await buysMore(tx, id, { payment, more, now })) {
    await changePayment(tx, payment.id, {
      amount_received: (payment.amount_received ?? payment.amount) + more,
    })
    const key = `payment ${payment.id} buys more since ${now.toISOString()}`
    return applyToPrice(tx, { payable: { type, id }, paymentId: payment.id, upTo: more, key, at: now })
  }
  const refund = { amount: more, occasion: `more than typed of ${payment.id}` } as const
  await createRefund(tx, { ...payableOf(payment), ...refund, reason: 'more_than_owed' }, now)
  const told = { ...refund, payable: payableOf(payment), why: 'more_than_owed', note: '' } as const
  await notifyOfRefund(tx, told, now)
}
