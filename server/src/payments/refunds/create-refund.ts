import type { Db } from '../../db/database.ts'
import { ledgerPayable } from '../ledger/book-payment.ts'
import { type OwedFrom, oweRefund } from '../ledger/postings.ts'
import { insertRefund } from './refund-store.ts'

type NewRefund = ({ bookingId: string } | { listingId: string } | { orderId: string }) & {
  amount: number
  reason: string
  /** Given when one payment is to go back, and not when the purchase was cancelled. */
  paymentId?: string
  /** Where the ledger has the money; what paid for a price, where nothing is said. */
  from?: OwedFrom
}

/** Notes that money is owed back: once a cancelled purchase, once a payment; a person sends it. */
export async function createRefund(
  tx: Db,
  { amount, reason, paymentId, from = 'revenue', ...named }: NewRefund,
  now: Date,
): Promise<void> {
  const refundId = await insertRefund(tx, {
    ...columnsOf(named),
    payment_id: paymentId ?? null,
    amount,
    reason,
    created_at: now,
  })
  if (refundId === undefined) return
  const payable = payableOf(named)
  await oweRefund(tx, { payable, paymentId, refundId, amount, from, key: `refund ${refundId} owed`, at: now })
}

function columnsOf(payable: { bookingId: string } | { listingId: string } | { orderId: string }) {
  if ('bookingId' in payable) return { booking_id: payable.bookingId }
  if ('listingId' in payable) return { listing_id: payable.listingId }
  return { order_id: payable.orderId }
}

function payableOf(payable: { bookingId: string } | { listingId: string } | { orderId: string }) {
  if ('bookingId' in payable) return ledgerPayable('booking', payable.bookingId)
  if ('listingId' in payable) return ledgerPayable('listing_period', payable.listingId)
  return ledgerPayable('order', payable.orderId)
}
