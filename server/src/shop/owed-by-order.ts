import type { Db } from '../db/database.ts'
import { countParts, type Parts } from '../payments/collections/record-staff-payment.ts'
import { returnSurplus } from '../payments/collections/settle-payment.ts'
import { findOwed, sumPaidFor } from '../payments/ledger/post-payment.ts'
import { applyToPrice, lockOwed, reduceCharge } from '../payments/ledger/postings.ts'
import type { CancellationReason } from '../payments/payment-labels.ts'
import { createRefund } from '../payments/refunds/create-refund.ts'
import { setPaymentStatus } from './order-store.ts'

type Ended = {
  orderId: string
  parts: Parts
  reason: CancellationReason | 'given_back'
  note: string
}

/** An order has ended: it owes nothing any more, and all that came for it goes back; returns how much that is. */
export async function giveBackAll(
  tx: Db,
  { orderId, parts, reason, note }: Ended,
  now: Date,
): Promise<number> {
  await writeOffOwed(tx, orderId, now)
  // By the ledger: the payment status may be that of another payment, which goes back.
  const amount = await sumPaidFor(tx, 'order', orderId)
  if (amount === 0) return 0
  await countParts(tx, parts)
  const payable = { payableType: 'order', payableId: orderId } as const
  await createRefund(tx, { ...payable, amount, from: 'unapplied', reason, note }, now)
  await setPaymentStatus(tx, orderId, 'refunding')
  return amount
}

async function writeOffOwed(tx: Db, orderId: string, now: Date): Promise<void> {
  const payable = { type: 'order', id: orderId } as const
  const amount = await lockOwed(tx, payable)
  const key = `order ${orderId} ended at ${now.toISOString()} and written off`
  await reduceCharge(tx, { payable, amount, key, at: now })
}

/** Money that lies unused pays what an order owes, with the parts that it is of; what is too much goes back. */
export async function payWithCredit(
  tx: Db,
  { orderId, parts }: Pick<Ended, 'orderId' | 'parts'>,
  now: Date,
): Promise<void> {
  const payable = { type: 'order', id: orderId } as const
  const { charged, owed } = await findOwed(tx, 'order', orderId)
  const key = `order ${orderId} credit used at ${now.toISOString()}`
  if (charged > 0) await applyToPrice(tx, { payable, upTo: charged, key, at: now })
  if (charged > owed) await countParts(tx, parts)
  await returnSurplus(tx, { payableType: 'order', payableId: orderId }, now)
}
