import type { Db } from '../db/database.ts'
import type { NotificationParams } from '../notifications/notification-kinds.ts'
import { queueNotification } from '../notifications/queue-notification.ts'
import { findPayer } from './payable-store.ts'
import { type PaymentRow, payableOf } from './payment-store.ts'
import type { ReportedMoney } from './provider-transaction-store.ts'

type Received = Omit<ReportedMoney, 'paidAt'> & {
  now: Date
  time?: NotificationParams['payment_received']['time']
  part?: NotificationParams['payment_received']['part']
  left?: number
  isLookedAt?: boolean
  /** The address that was given for it; otherwise that of the customer. */
  to?: string
}

/** Tells who paid by hand that their money, whose amount is in shillings, came in and what it is for; once for each payment. */
export async function notifyPaymentReceived(
  tx: Db,
  payment: PaymentRow,
  { receipt, amount, time, part, left, isLookedAt, now, to: given = '' }: Received,
): Promise<void> {
  const payer = await findPayer(tx, payableOf(payment))
  if (!payer) return
  const { name, reference, ...to } = payer
  const params = {
    name,
    payable: { type: payment.payable_type, reference },
    amount,
    receipt,
    time,
    part,
    left,
    isLookedAt,
  }
  const dedupeKey = `payment_received ${payment.id}`
  const email = given || to.email
  await queueNotification(tx, { kind: 'payment_received', params, ...to, email, dedupeKey }, now)
}
