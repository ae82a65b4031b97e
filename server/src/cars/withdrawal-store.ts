import { sql } from 'kysely'
import { accountName } from '../db/account-name.ts'
import type { Db } from '../db/database.ts'

type Withdrawable = 'car_costs' | 'service_records' | 'car_documents'

/** Who withdrew a row, and why: empty and null where the log does not know. */
export type Withdrawal = { withdrawnBy: string | null; withdrawnReason: string }

const UNKNOWN: Withdrawal = { withdrawnBy: null, withdrawnReason: '' }

/** Who withdrew these rows and why, as the audit log has it. */
export async function findWithdrawals(
  db: Db,
  subject: Withdrawable,
  rows: readonly { id: string; withdrawn_at: Date | null }[],
): Promise<(id: string) => Withdrawal> {
  const ids = rows.flatMap(({ id, withdrawn_at }) => (withdrawn_at === null ? [] : [id]))
  if (ids.length === 0) return () => UNKNOWN
  const found = await db
    .selectFrom('audit_log')
    .innerJoin('accounts', 'accounts.id', 'audit_log.account_id')
    .select(['audit_log.subject_id', 'audit_log.reason', accountName().as('by')])
    .where('audit_log.subject', '=', subject)
    .where('audit_log.subject_id', 'in', ids)
    .where(sql<boolean>`audit_log.before is not null and jsonb_exists(audit_log.after, 'withdrawn_at')`)
    .execute()
  const withdrawals = new Map(
    found.map(({ subject_id, by, reason }) => [subject_id, { withdrawnBy: by, withdrawnReason: reason }]),
  )
  return (id) => withdrawals.get(id) ?? UNKNOWN
}
