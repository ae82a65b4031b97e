import type { Db } from '../../db/database.ts'
import type { AppDeps } from '../../deps.ts'
import { applyToPrice, reduceCharge, unapplyPrice } from '../ledger/postings.ts'
import { hasEnded } from '../payable-store.ts'
import { changePayment, type PaymentRow, payableOf } from '../payment-store.ts'
import { createRefund, notifyOfRefund } from '../refunds/create-refund.ts'
import { oweBackRest, returnSurplus } from './settle-payment.ts'

/**
 * A provider reports another amount than was recorded of a payment that counts. More buys more, is credit, or goes back, as
 * its noun says; less buys less where that is possible, and is owed elsewhere. Called under the locks of the payments, once the books have it.
 */
export async function countOtherAmount(
  tx: Db,
  deps: Pick<AppDeps, 'payables'>,
  payment: PaymentRow,
  { difference, now }: { difference: number; now: Date },
): Promise<void> {
  if (difference === 0) return
  const { payable_type: type, payable_id: id } = payment
  const { buysOther } = deps.payables[type]
  if (await buysOther?.(tx, id, { payment, difference, now })) {
    const amount = (payment.amount_received ?? payment.amount) + difference
    await changePayment(tx, payment.id, { amount_received: amount })
    const facts = { payable: { type, id }, key: `payment ${payment.id} buys for ${amount}`, at: now }
    if (difference > 0) await applyToPrice(tx, { ...facts, paymentId: payment.id, upTo: difference })
    else {
      const paid = await reduceCharge(tx, { ...facts, amount: -difference })
      // What a part of the price has paid of it is that part again.
      if (paid > 0) await unapplyPrice(tx, { ...facts, key: `${facts.key}, part`, amount: paid })
    }
    return
  }
  if (difference < 0) return
  if (await hasEnded(tx, payableOf(payment))) return returnSurplus(tx, payableOf(payment), now, payment.id)
  if (!buysOther) return oweBackRest(tx, deps, payment, now)
  const refund = { amount: difference, occasion: `more than typed of ${payment.id}` } as const
  const owed = { ...payableOf(payment), ...refund, reason: 'more_than_owed', cameWith: payment.id } as const
  await createRefund(tx, owed, now)
  const told = { ...refund, payable: payableOf(payment), why: 'more_than_owed', note: '' } as const
  await notifyOfRefund(tx, told, now)
}
