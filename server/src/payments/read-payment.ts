import type { Payment } from '@twende/contract/payments/payment.ts'
import type { Db } from '../db/database.ts'
import { AppError } from '../http/app-error.ts'
import { findPayment } from './payment-store.ts'
import { presentPayment } from './present-payment.ts'

/** A payment as its customer sees it now. */
export async function readPayment(db: Db, paymentId: string): Promise<Payment> {
  const row = await findPayment(db, paymentId)
  if (!row) throw new AppError('payment_not_found')
  return presentPayment(row)
}
