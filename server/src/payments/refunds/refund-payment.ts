import type { Db } from '../../db/database.ts'
import { queueNotification } from '../../notifications/queue-notification.ts'
import { sumReceivedBy } from '../ledger/ledger-store.ts'
import type { Waiting } from '../ledger/postings.ts'
import { findPayer } from '../payable-store.ts'
import { type PaymentRow, payableOf } from '../payment-store.ts'
import { createRefund } from './create-refund.ts'

const reasons = {
  paid_too_late: 'Paid when it could no longer be used',
  paid_twice: 'Paid a second time for the same thing',
  given_back: 'Could not be used',
} as const
export type RefundReason = keyof typeof reasons

/** Records that a payment goes back to its customer, and notifies them. */
export async function refundPayment(
  tx: Db,
  {
    payment,
    why,
    reason,
    from,
    now,
  }: {
    payment: PaymentRow
    why: RefundReason
    reason?: string | undefined
    /** Where the ledger has the money. */
    from: Waiting
    now: Date
  },
): Promise<void> {
  const amount = await sumReceivedBy(tx, payment.id)
  const payable = payableOf(payment)
  await createRefund(
    tx,
    { ...payable, amount, reason: reason ?? reasons[why], paymentId: payment.id, from },
    now,
  )
  const payer = await findPayer(tx, payable)
  if (!payer) return
  const { accountId, email, name, reference } = payer
  const paidFor = { type: payment.payable_type, reference }
  await queueNotification(
    tx,
    {
      kind: 'refund_owed',
      params: { name, payable: paidFor, amount, why, reason: reason ?? '' },
      accountId,
      email,
      dedupeKey: `refund_owed ${payment.id}`,
    },
    now,
  )
}
