import { cancellationRefund, type Refund } from '@twende/contract/bookings/cancellation.ts'
import { cancellationDocument } from '@twende/contract/bookings/cancellation-policy.ts'
import type { RefundWay } from '@twende/contract/payments/payment-choices.ts'
import type { Db } from '../db/database.ts'
import { findOwed, sumPaidFor } from '../payments/ledger/post-payment.ts'
import { applyToPrice } from '../payments/ledger/postings.ts'
import type { CancellationReason } from '../payments/payment-labels.ts'
import { createRefund } from '../payments/refunds/create-refund.ts'
import { refundWayOf } from '../payments/refunds/list-refunds.ts'
import { type StoredBooking, setPaymentStatus } from './booking-store.ts'
import { findDepositOf } from './deposit/deposit-store.ts'
import { oweDepositOfCancelled } from './deposit/return-deposit.ts'
import { notifyCustomer } from './notify-customer.ts'
import { storedPrice } from './price-of-rental.ts'

/**
 * What its customer paid for a booking and we still have, more than the price included. By the ledger: the payment
 * status may be that of another payment, which goes back.
 */
export function amountPaid(db: Db, { id }: Pick<StoredBooking, 'id'>): Promise<number> {
  return sumPaidFor(db, 'booking', id)
}

/** What its customer would get back by cancelling at `now`, by the terms of the day it was booked. */
export async function refundIfCancelled(
  db: Db,
  booking: Pick<
    StoredBooking,
    | 'id'
    | 'price_per_day'
    | 'total_days'
    | 'price_snapshot'
    | 'starts_at'
    | 'created_at'
    | 'cancellation_terms'
  >,
  now: Date,
): Promise<Refund> {
  const paidBooking = {
    paid: await amountPaid(db, booking),
    totalDays: booking.total_days,
    dailyPrices: storedPrice(booking).days,
    pickupAt: booking.starts_at,
    bookedAt: booking.created_at,
  }
  return cancellationRefund(paidBooking, cancellationDocument.read(booking.cancellation_terms), now)
}

/** How what was paid for a booking and its deposit goes back. */
export async function refundWayOfBooking(db: Db, bookingId: string): Promise<RefundWay> {
  const deposit = await findDepositOf(db, bookingId)
  return refundWayOf(db, [bookingId, ...(deposit ? [deposit.id] : [])])
}

/** Notes the refund of a cancelled booking, and of a deposit that was paid ahead, and writes to its customer, in the transaction that cancelled it. */
export async function refundCancelledBooking(
  tx: Db,
  booking: StoredBooking,
  refund: number,
  now: Date,
): Promise<void> {
  const refundWay = await refundWayOfBooking(tx, booking.id)
  const { inReview } = await findOwed(tx, 'booking', booking.id)
  if (refund > 0) {
    const payable = { payableType: 'booking', payableId: booking.id } as const
    const why = { reason: refundReason(booking), note: booking.cancellation_reason }
    // What came besides the price goes back first: the fee is a part of the price.
    await createRefund(tx, { ...payable, amount: refund, from: 'unapplied', ...why }, now)
    await setPaymentStatus(tx, booking.id, 'refunding')
  } else if (inReview > 0) await setPaymentStatus(tx, booking.id, 'review')
  else if ((await amountPaid(tx, booking)) > 0) await setPaymentStatus(tx, booking.id, 'paid')
  await chargeFee(tx, booking, now)
  const deposit = await oweDepositOfCancelled(tx, booking.id, now)
  // Whoever cancelled knows why; what customers write is mailed to nobody, perhaps a stranger with their address.
  const byCustomer = booking.cancelled_by === 'customer'
  const mailed = {
    noShow: booking.no_show && !byCustomer,
    reason: byCustomer ? '' : booking.cancellation_reason,
    refund: refund + deposit,
    refundWay,
    inReview: inReview + (await depositInReview(tx, booking.id)),
  }
  await notifyCustomer(
    tx,
    booking,
    (params) => ({ kind: 'booking_cancelled', params: { ...params, ...mailed } }),
    now,
  )
}

async function depositInReview(tx: Db, bookingId: string): Promise<number> {
  const deposit = await findDepositOf(tx, bookingId)
  return deposit ? (await findOwed(tx, 'deposit', deposit.id)).inReview : 0
}

/** What is kept of a cancelled booking is earned, also where it was a part of a price that nobody had charged. */
function chargeFee(tx: Db, { id }: StoredBooking, now: Date): Promise<void> {
  const key = `booking ${id} cancelled ${now.toISOString()}, fee kept`
  return applyToPrice(tx, { payable: { type: 'booking', id }, key, at: now })
}

function refundReason({ no_show, cancelled_by }: StoredBooking): CancellationReason {
  if (no_show) return 'no_show'
  return cancelled_by === 'customer' ? 'cancelled_by_customer' : 'cancelled_by_staff'
}
