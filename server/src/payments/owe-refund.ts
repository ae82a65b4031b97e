import type { Db } from '../db/database.ts'
import { insertRefund } from './refund-store.ts'

type Owed = ({ bookingId: string } | { listingId: string }) & {
  amount: number
  reason: string
  /** Given when one payment is to go back, and not when the booking was cancelled. */
  paymentId?: string
}

/** Notes that money is owed back: once a cancelled booking, once a payment; a person sends it. */
export async function owedRefund(
  tx: Db,
  { amount, reason, paymentId, ...purchase }: Owed,
  now: Date,
): Promise<void> {
  await insertRefund(tx, {
    ...('bookingId' in purchase ? { booking_id: purchase.bookingId } : { listing_id: purchase.listingId }),
    payment_id: paymentId ?? null,
    amount,
    reason,
    created_at: now,
  })
}
