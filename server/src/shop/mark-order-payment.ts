import type { PaymentStatus } from '@twende/contract/payments/payment-status.ts'
import type { Db } from '../db/database.ts'
import { setPaymentStatus } from './order-store.ts'

/** Notes how the payment of an order stands, in the transaction in which that changed. */
export async function markOrderPayment(tx: Db, orderId: string, status: PaymentStatus): Promise<void> {
  await setPaymentStatus(tx, orderId, status)
}
