import { payersKnownSince } from '@twende/contract/payments/records-kept.ts'
import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { blankPayersBefore, type MoneyBatch, OF_MONEY } from './personal-audit-store.ts'

const AT_A_TIME = 1_000

/** What staff did with a payment stays written; who had paid it, no longer than the payment itself says so. */
export async function forgetPayersInAudit({ db, clock }: Pick<AppDeps, 'db' | 'clock'>): Promise<void> {
  const before = payersKnownSince(clock.now())
  for (const subject of OF_MONEY) {
    let afterId: number | undefined = 0
    while (afterId !== undefined) {
      const batch: MoneyBatch = { subject, before, afterId, most: AT_A_TIME }
      afterId = await inTransaction(db, (tx) => blankPayersBefore(tx, batch))
    }
  }
}
