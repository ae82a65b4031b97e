import type { Db } from '../../db/database.ts'
import { ledgerPayable } from '../ledger/book-payment.ts'
import { type OwedFrom, oweRefund } from '../ledger/postings.ts'
import type { PayableName } from '../payable-store.ts'
import { insertRefund } from './refund-store.ts'

type NewRefund = PayableName & {
  amount: number
  reason: string
  /** Given when one payment is to go back, and not when the payable was cancelled. */
  paymentId?: string
  /** Where the ledger has the money; what paid for a price, where nothing is said. */
  from?: OwedFrom
}

/** Notes that money is owed back: once a cancelled payable, once a payment; a person sends it. */
export async function createRefund(
  tx: Db,
  { payableType, payableId, amount, reason, paymentId, from = 'revenue' }: NewRefund,
  now: Date,
): Promise<void> {
  const refundId = await insertRefund(tx, {
    payable_type: payableType,
    payable_id: payableId,
    payment_id: paymentId ?? null,
    amount,
    reason,
    created_at: now,
  })
  if (refundId === undefined) return
  const payable = ledgerPayable(payableType, payableId)
  await oweRefund(tx, { payable, paymentId, refundId, amount, from, key: `refund ${refundId} owed`, at: now })
}
