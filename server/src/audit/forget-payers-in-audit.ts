import { payersKnownSince } from '@twende/contract/payments/records-kept.ts'
import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { blankPayersBefore } from './personal-audit-store.ts'

/** What staff did with a payment stays written; who had paid it, no longer than the payment itself says so. */
export async function forgetPayersInAudit({ db, clock }: Pick<AppDeps, 'db' | 'clock'>): Promise<void> {
  await inTransaction(db, (tx) => blankPayersBefore(tx, payersKnownSince(clock.now())))
}
