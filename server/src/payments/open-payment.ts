import { randomBytes } from 'node:crypto'
import type { ListingPlans } from '@twende/contract/listings/listing-plan.ts'
import type { Purpose } from '@twende/contract/payments/payment.ts'
import type { Db } from '../db/database.ts'
import type { AppDeps } from '../deps.ts'
import { insertPayment, type PaymentRow } from './payment-store.ts'

type PaymentWish = {
  purpose: Purpose
  purchaseId: string
  accountId: string
  amount: number
  phone: string
  /** The price list that the amount was chosen from. */
  plans?: ListingPlans | undefined
}

/** A push that was not even sent by then never will be. */
const PUSHED_WITHIN_SECONDS = 60

/** Opens an attempt to collect money in the caller's transaction; the phone is asked once that has committed. */
export async function openPayment(
  tx: Db,
  { clock, jobs }: Pick<AppDeps, 'clock' | 'jobs'>,
  { purpose, purchaseId, accountId, amount, phone, plans }: PaymentWish,
): Promise<PaymentRow> {
  const now = clock.now()
  const payment = await insertPayment(tx, {
    purpose,
    purchaseId,
    account_id: accountId,
    method: 'stk',
    amount,
    phone,
    plans,
    status: 'processing',
    // Hex, because Safaricom turns away addresses with certain words in them.
    callback_secret: randomBytes(32).toString('hex'),
    next_check_at: new Date(now.getTime() + PUSHED_WITHIN_SECONDS * 1000),
    created_at: now,
  })
  await jobs.enqueue(tx, 'push-payment', { paymentId: payment.id })
  return payment
}
