import { payersKnownSince } from '@twende/contract/payments/records-kept.ts'
import type { PersonalData } from '../accounts/personal-data.ts'
import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import {
  eraseAuditOf,
  erasePayersBefore,
  findAuditOf,
  PAYMENT_SUBJECTS,
  type PaymentBatch,
} from './personal-audit-store.ts'

const AT_A_TIME = 1_000

/** What staff did with a person's things. Asked before the other nouns, while these still say whose they are. */
export const personalAudit: PersonalData = {
  async exportData({ db }, accountId) {
    const rows = await findAuditOf(db, accountId)
    return rows.map(({ at, action }) => ({ at: at.toISOString(), what: action }))
  },
  async erase(tx, { accountId }) {
    await eraseAuditOf(tx, accountId)
  },
}

/** What staff did with a payment stays written; who had paid it, no longer than the payment itself says so. */
export async function deleteOldPayersInAudit({ db, clock }: Pick<AppDeps, 'db' | 'clock'>): Promise<void> {
  const before = payersKnownSince(clock.now())
  for (const subject of PAYMENT_SUBJECTS) {
    let afterId: number | undefined = 0
    while (afterId !== undefined) {
      const batch: PaymentBatch = { subject, before, afterId, most: AT_A_TIME }
      afterId = await inTransaction(db, (tx) => erasePayersBefore(tx, batch))
    }
  }
}
