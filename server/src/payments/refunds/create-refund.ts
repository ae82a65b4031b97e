import type { Db } from '../../db/database.ts'
import { type OwedFrom, oweRefund } from '../ledger/postings.ts'
import type { PayableName } from '../payable-store.ts'
import type { RefundReason } from '../payment-labels.ts'
import { insertRefund } from './refund-store.ts'

type NewRefund = PayableName & {
  amount: number
  reason: RefundReason
  /** What the person who cancelled or decided wrote. */
  note?: string | undefined
  /** The payment that goes back; not given when the payable was cancelled. */
  paymentId?: string
  /** Where the ledger has the money; by default it paid for a price. */
  from?: OwedFrom
}

/** Records that money is owed back, at most once for a cancelled payable and once for a payment; staff pays it later. */
export async function createRefund(
  tx: Db,
  { payableType, payableId, amount, reason, note, paymentId, from = 'revenue' }: NewRefund,
  now: Date,
): Promise<void> {
  const refundId = await insertRefund(tx, {
    payable_type: payableType,
    payable_id: payableId,
    payment_id: paymentId ?? null,
    amount,
    reason,
    reason_note: note ?? '',
    created_at: now,
  })
  if (refundId === undefined) return
  const payable = { type: payableType, id: payableId }
  await oweRefund(tx, { payable, paymentId, refundId, amount, from, key: `refund ${refundId} owed`, at: now })
}
