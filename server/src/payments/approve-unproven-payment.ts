import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { changePayment, findPayment, lockPayments } from './payment-store.ts'
import { findUnprovenPayments } from './unproven-payment-store.ts'

/** A second person answers for money that one person says came in, so that it may go back. */
export async function approveUnprovenPayment(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { paymentId, accountId }: { paymentId: string; accountId: string },
): Promise<void> {
  const named = await findPayment(db, paymentId)
  if (!named) throw new AppError('payment_not_found')
  await inTransaction(db, async (tx) => {
    await lockPayments(tx, { purpose: named.purpose, purchaseId: named.purchase_id })
    const unproven = await findUnprovenPayments(tx, named.purchase_id)
    if (!unproven.some(({ id }) => id === paymentId)) throw new AppError('payment_wrong_state')
    if (named.taken_by === accountId) throw new AppError('payment_needs_second_person')
    await changePayment(tx, paymentId, { approved_by: accountId, approved_at: clock.now() })
  })
}
