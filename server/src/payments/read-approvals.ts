import type { Approval } from '@twende/contract/today/today-routes.ts'
import type { Db } from '../db/database.ts'
import { findPaymentsToApprove } from './unproven-payment-store.ts'

/** Payments that a second person must approve because money of their purchase is to go back. */
export async function paymentsToApprove(db: Db, most: number): Promise<Approval[]> {
  const rows = await findPaymentsToApprove(db, most)
  return rows.map(({ at, ...row }) => ({ kind: 'money', ...row, at: at.toISOString() }))
}
