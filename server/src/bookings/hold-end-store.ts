import { bookingMoves } from '@twende/contract/bookings/booking-status.ts'
import type { PaymentStatus } from '@twende/contract/payments/payment.ts'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { endWithMoney, hasWaitingMoney, holdEndAfterPayment, type WaitingMoney } from '../db/hold-end.ts'
import { writeHistory } from './booking-history-store.ts'
import { type StoredBooking, setPaymentStatus } from './booking-store.ts'

/** When the holds of unpaid bookings end, and what ends them. */

export async function findCarsWithExpiredHolds(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('bookings')
    .select('car_id')
    .distinct()
    .where('status', '=', 'pending')
    .where('hold_expires_at', '<=', now)
    .limit(200)
    .execute()
  return rows.map((row) => row.car_id)
}

/** Gives up the holds on a car that ran out before `now`, and tells which. */
export async function releaseHolds(tx: Db, carId: string, now: Date): Promise<StoredBooking[]> {
  await tx
    .updateTable('bookings')
    .set({ hold_expires_at: endWithMoney(now) })
    .where('car_id', '=', carId)
    .where('status', '=', 'pending')
    .where('hold_expires_at', '<=', now)
    .where(hasWaitingMoney('bookings.id'))
    .execute()
  const released = await tx
    .updateTable('bookings')
    .set((eb) => ({
      status: bookingMoves.expire.to,
      cancelled_at: now,
      cancelled_by: 'clock',
      cancellation_reason: '',
      payment_status: sql<string>`case ${eb.ref('payment_status')} when 'pending' then 'expired' else ${eb.ref('payment_status')} end`,
      updated_at: now,
    }))
    .where('car_id', '=', carId)
    .where('status', 'in', [...bookingMoves.expire.from])
    .where('hold_expires_at', '<=', now)
    .returningAll()
    .execute()
  await writeHistory(tx, released, { by: 'clock', now, event: 'expire' })
  return released
}

/** Sets the payment status after a payment changed, where its payments say what it is. The hold lasts while its money waits. */
export async function showPaymentOf(
  tx: Db,
  bookingId: string,
  status: PaymentStatus | undefined,
  waiting: WaitingMoney,
): Promise<void> {
  if (!status) return
  await tx
    .updateTable('bookings')
    .set({ hold_expires_at: holdEndAfterPayment('hold_expires_at', waiting) })
    .where('id', '=', bookingId)
    .where('status', '=', 'pending')
    .execute()
  await setPaymentStatus(tx, bookingId, status)
}
