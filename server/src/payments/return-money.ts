import type { Db } from '../db/database.ts'
import { refundOwedText } from '../notices/notice-texts.ts'
import { postNotice } from '../notices/post-notice.ts'
import { owedRefund } from './owe-refund.ts'
import type { PaymentRow } from './payment-store.ts'
import { findBuyer } from './purchase-store.ts'

const reasons = {
  paid_too_late: 'Paid when the booking could no longer be confirmed',
  paid_twice: 'Paid a second time for the same booking',
} as const
export type ReturnReason = keyof typeof reasons

/** Notes that a payment goes back to its customer, and tells them. */
export async function returnMoney(
  tx: Db,
  { payment, why, now }: { payment: PaymentRow; why: ReturnReason; now: Date },
): Promise<void> {
  const amount = payment.amount_received ?? payment.amount
  const bookingId = payment.purchase_id
  await owedRefund(tx, { bookingId, amount, reason: reasons[why], paymentId: payment.id }, now)
  const buyer = await findBuyer(tx, bookingId)
  if (!buyer) return
  const { accountId, email, name, reference } = buyer
  await postNotice(
    tx,
    {
      ...refundOwedText({ name, reference, amount, why }),
      accountId,
      recipient: email,
      dedupeKey: `refund_owed ${payment.id}`,
    },
    now,
  )
}
