import { randomBytes } from 'node:crypto'
import type { Purpose } from '@twende/contract/payments/payment.ts'
import type { Db } from '../db/database.ts'
import { insertPayment } from './payment-store.ts'

type DeskPayment = {
  purpose: Purpose
  purchaseId: string
  accountId: string
  amount: number
  /** How it was paid, in staff's words. */
  note: string
}

/** Keeps money that staff took at the counter, in the transaction of what it paid for. */
export async function recordDeskPayment(tx: Db, payment: DeskPayment, now: Date): Promise<void> {
  const { purpose, purchaseId, accountId, amount, note } = payment
  await insertPayment(tx, {
    purpose,
    purchaseId,
    account_id: accountId,
    method: 'cash',
    amount,
    amount_received: amount,
    phone: '',
    status: 'paid',
    outcome: 'paid_at_desk',
    note,
    callback_secret: randomBytes(32).toString('hex'),
    created_at: now,
    settled_at: now,
  })
}
