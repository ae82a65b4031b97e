import type { Db } from '../../db/database.ts'
import { insertRefund } from './refund-store.ts'

type NewRefund = ({ bookingId: string } | { listingId: string } | { orderId: string }) & {
  amount: number
  reason: string
  /** Given when one payment is to go back, and not when the purchase was cancelled. */
  paymentId?: string
}

/** Notes that money is owed back: once a cancelled purchase, once a payment; a person sends it. */
export async function createRefund(
  tx: Db,
  { amount, reason, paymentId, ...payable }: NewRefund,
  now: Date,
): Promise<void> {
  await insertRefund(tx, {
    ...columnsOf(payable),
    payment_id: paymentId ?? null,
    amount,
    reason,
    created_at: now,
  })
}

function columnsOf(payable: { bookingId: string } | { listingId: string } | { orderId: string }) {
  if ('bookingId' in payable) return { booking_id: payable.bookingId }
  if ('listingId' in payable) return { listing_id: payable.listingId }
  return { order_id: payable.orderId }
}
