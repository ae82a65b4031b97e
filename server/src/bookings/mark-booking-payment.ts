import type { PaymentStatus } from '@twende/contract/bookings/booking-status.ts'
import type { Db } from '../db/database.ts'
import { setPaymentStatus } from './booking-store.ts'

/** Notes how the payment of a booking stands, in the transaction in which that changed. */
export async function markBookingPayment(tx: Db, bookingId: string, status: PaymentStatus): Promise<void> {
  await setPaymentStatus(tx, bookingId, status)
}
