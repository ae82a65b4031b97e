import type { Db } from '../db/database.ts'
import { lockInboxMoney } from './inbox-store.ts'
import { changePayment, lockPayments, type PaymentRow, type PurchaseName } from './payment-store.ts'
import { type DeskPayment, recordDeskPayment } from './record-desk-payment.ts'

/**
 * What has come of a price in parts. Locked, with the money of a code, before the purchase itself: in the order in which
 * money that settles locks them.
 */
export async function lockParts(tx: Db, purchase: PurchaseName, code: string): Promise<PaymentRow[]> {
  const attempts = await lockPayments(tx, purchase)
  if (code !== '') await lockInboxMoney(tx, code)
  return attempts.filter(({ status }) => status === 'partial')
}

export type Parts = readonly PaymentRow[]

type Rest = Omit<DeskPayment, 'amount'> & { price: number; parts: Parts }

/** Keeps the rest of a price that staff took at the counter; the parts before it count from now on. */
export async function recordRest(tx: Db, { price, parts, ...payment }: Rest, now: Date): Promise<void> {
  const amount = parts.reduce((left, { amount_received: part }) => left - (part ?? 0), price)
  if (amount > 0) await recordDeskPayment(tx, { ...payment, amount }, now)
  for (const { id } of parts) await changePayment(tx, id, { status: 'paid', outcome: 'accepted' })
}
