import type { PersonalData } from '../accounts/personal-data.ts'
import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { payersKnownSince } from '../payments/personal-payments.ts'
import {
  eraseAuditOf,
  erasePayersBefore,
  findAuditOf,
  PAYMENT_SUBJECTS,
  type PaymentBatch,
} from './personal-audit-store.ts'

const BATCH_SIZE = 1_000

/** What staff changed in a person's data. Runs before the other nouns, whose rows still name the account then. */
export const personalAudit: PersonalData = {
  async exportData({ db }, accountId) {
    const rows = await findAuditOf(db, accountId)
    return rows.map(({ at, action }) => ({ at: at.toISOString(), what: action }))
  },
  async erase(tx, { accountId }) {
    await eraseAuditOf(tx, accountId)
  },
}

/** Erases payers from the audit log when the payments themselves no longer name them. */
export async function deleteOldPayersInAudit({ db, clock }: Pick<AppDeps, 'db' | 'clock'>): Promise<void> {
  const before = payersKnownSince(clock.now())
  for (const subject of PAYMENT_SUBJECTS) {
    let afterId: number | undefined = 0
    while (afterId !== undefined) {
      const batch: PaymentBatch = { subject, before, afterId, most: BATCH_SIZE }
      afterId = await inTransaction(db, (tx) => erasePayersBefore(tx, batch))
    }
  }
}
