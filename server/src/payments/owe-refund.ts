import type { Db } from '../db/database.ts'
import { insertRefund } from './refund-store.ts'

type Owed = ({ bookingId: string } | { listingId: string } | { orderId: string }) & {
  amount: number
  reason: string
  /** Given when one payment is to go back, and not when the purchase was cancelled. */
  paymentId?: string
}

/** Notes that money is owed back: once a cancelled purchase, once a payment; a person sends it. */
export async function owedRefund(
  tx: Db,
  { amount, reason, paymentId, ...purchase }: Owed,
  now: Date,
): Promise<void> {
  await insertRefund(tx, {
    ...columnsOf(purchase),
    payment_id: paymentId ?? null,
    amount,
    reason,
    created_at: now,
  })
}

function columnsOf(purchase: { bookingId: string } | { listingId: string } | { orderId: string }) {
  if ('bookingId' in purchase) return { booking_id: purchase.bookingId }
  if ('listingId' in purchase) return { listing_id: purchase.listingId }
  return { order_id: purchase.orderId }
}
