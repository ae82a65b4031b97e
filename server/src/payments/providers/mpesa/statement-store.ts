import { type Insertable, sql } from 'kysely'
import { accountName } from '../../../db/account-name.ts'
import type { Db } from '../../../db/database.ts'
import type { Tables } from '../../../db/tables.ts'

const MOST_SHOWN = 20

/** The statements that were brought in last, the newest first. */
export function findLastStatements(db: Db) {
  return db
    .selectFrom('payment_statements')
    .innerJoin('accounts', 'accounts.id', 'payment_statements.imported_by')
    .select(['payment_statements.id', 'imported_at as at', accountName().as('by')])
    .select(['first_at as firstAt', 'last_at as lastAt', 'named'])
    .select(
      sql<number>`(select count(*) from provider_transactions as i where i.statement_id = payment_statements.id)`.as(
        'added',
      ),
    )
    .orderBy('imported_at', 'desc')
    .limit(MOST_SHOWN)
    .execute()
}

export async function insertStatement(
  db: Db,
  statement: Insertable<Tables['payment_statements']>,
): Promise<void> {
  await db.insertInto('payment_statements').values(statement).execute()
}

/** The amounts of those of these codes under which a provider reported money. */
export async function findReportedAmounts(
  db: Db,
  receipts: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (receipts.length === 0) return new Map()
  const rows = await db
    .selectFrom('provider_transactions')
    .select(['receipt', 'amount'])
    .where('receipt', 'in', receipts)
    .execute()
  return new Map(rows.map(({ receipt, amount }) => [receipt, amount]))
}

/** The payments that have these codes, with the reference of what they pay for. */
export async function findPaymentsOfCodes(
  db: Db,
  receipts: readonly string[],
): Promise<ReadonlyMap<string, { id: string; reference: string }>> {
  if (receipts.length === 0) return new Map()
  const rows = await db
    .selectFrom('payments')
    .innerJoin('payables', (join) =>
      join
        .onRef('payables.payable_type', '=', 'payments.payable_type')
        .onRef('payables.payable_id', '=', 'payments.payable_id'),
    )
    .where('payments.receipt', 'in', receipts)
    .select(['payments.receipt', 'payments.id'])
    .select(sql<string>`coalesce(payables.reference, '')`.as('reference'))
    .execute()
  return new Map(rows.map(({ receipt, id, reference }) => [receipt ?? '', { id, reference }]))
}
