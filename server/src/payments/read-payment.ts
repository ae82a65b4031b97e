import type { Payment } from '@twende/contract/payments/payment.ts'
import type { Db } from '../db/database.ts'
import { AppError } from '../http/app-error.ts'
import type { PayableName } from './payable-store.ts'
import { findLatestPayment, findPayment } from './payment-store.ts'
import { presentPayment } from './present-payment.ts'

/** A payment as its customer sees it now. */
export async function readPayment(db: Db, paymentId: string): Promise<Payment> {
  const row = await findPayment(db, paymentId)
  if (!row) throw new AppError('payment_not_found')
  return presentPayment(row)
}

/** The last attempt to collect the money for a purchase, as its customer sees it; null when there was none. */
export async function latestPayment(db: Db, payable: PayableName): Promise<Payment | null> {
  const row = await findLatestPayment(db, payable)
  return row ? presentPayment(row) : null
}
