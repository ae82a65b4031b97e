import type { Payment, Purpose } from '@twende/contract/payments/payment.ts'
import type { Db } from '../db/database.ts'
import { findLatestPayment } from './payment-store.ts'
import { presentPayment } from './present-payment.ts'

/** The last attempt to collect the money for a purchase, as its customer sees it; null when there was none. */
export async function latestPayment(
  db: Db,
  purchase: { purpose: Purpose; purchaseId: string },
): Promise<Payment | null> {
  const row = await findLatestPayment(db, purchase)
  return row ? presentPayment(row) : null
}
