import type { Db } from '../../db/database.ts'
import { queueNotification } from '../../notifications/queue-notification.ts'
import { sumReceivedBy } from '../ledger/ledger-store.ts'
import type { Waiting } from '../ledger/postings.ts'
import { findPayer } from '../payable-store.ts'
import type { PaymentRefundReason } from '../payment-labels.ts'
import { type PaymentRow, payableOf } from '../payment-store.ts'
import { createRefund } from './create-refund.ts'

/** Creates the refund of one payment, and notifies its customer. */
export async function refundPayment(
  tx: Db,
  {
    payment,
    reason,
    note,
    from,
    now,
  }: {
    payment: PaymentRow
    reason: PaymentRefundReason
    /** What staff wrote to the customer. */
    note?: string | undefined
    /** Where the ledger has the money. */
    from: Waiting
    now: Date
  },
): Promise<void> {
  const amount = await sumReceivedBy(tx, payment.id)
  const payable = payableOf(payment)
  await createRefund(tx, { ...payable, amount, reason, note, paymentId: payment.id, from }, now)
  const payer = await findPayer(tx, payable)
  if (!payer) return
  const { accountId, email, name, reference } = payer
  const paidFor = { type: payment.payable_type, reference }
  await queueNotification(
    tx,
    {
      kind: 'refund_owed',
      params: { name, payable: paidFor, amount, why: reason, reason: note ?? '' },
      accountId,
      email,
      dedupeKey: `refund_owed ${payment.id}`,
    },
    now,
  )
}
