import type { Approval } from '@twende/contract/today/today-routes.ts'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { changePayment, findPayment, lockPayments, payableOf } from '../payment-store.ts'
import { findPaymentsToApprove, isUnproven } from './unproven-payment-store.ts'

/** A second person approves money that only one person recorded, so that it can be refunded. */
export async function approveUnprovenPayment(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { paymentId, accountId }: { paymentId: string; accountId: string },
): Promise<void> {
  const named = await findPayment(db, paymentId)
  if (!named) throw new AppError('payment_not_found')
  await inTransaction(db, async (tx) => {
    await lockPayments(tx, payableOf(named))
    if (!(await isUnproven(tx, paymentId))) throw new AppError('payment_wrong_state')
    if (named.recorded_by === accountId) throw new AppError('payment_needs_second_person')
    await changePayment(tx, paymentId, { approved_by: accountId, approved_at: clock.now() })
  })
}

/** Payments that a second person must approve before a refund of their payable is paid. */
export async function paymentsToApprove(db: Db, most: number): Promise<Approval[]> {
  const rows = await findPaymentsToApprove(db, most)
  return rows.map(({ at, ...row }) => ({ kind: 'payment', ...row, at: at.toISOString() }))
}
