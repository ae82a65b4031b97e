import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

/** A transaction that a provider reported without a request of ours. */
export type ProviderTransaction = Selectable<Tables['provider_transactions']>

/** Adds a transaction that a provider reported; false when it was reported before. */
export async function insertProviderTransaction(
  tx: Db,
  transaction: Insertable<Tables['provider_transactions']>,
): Promise<boolean> {
  const row = await tx
    .insertInto('provider_transactions')
    .values(transaction)
    .onConflict((conflict) => conflict.column('receipt').doNothing())
    .returning('receipt')
    .executeTakeFirst()
  return row !== undefined
}

/** The transaction that a provider reported under this code, locked until the end of the database transaction. */
export async function lockProviderTransaction(
  tx: Db,
  receipt: string,
): Promise<ProviderTransaction | undefined> {
  return tx
    .selectFrom('provider_transactions')
    .selectAll()
    .where('receipt', '=', receipt.toUpperCase())
    .forUpdate()
    .executeTakeFirst()
}

/** Whether a provider reported that money with this code came in. */
export async function isProviderTransaction(db: Db, code: string): Promise<boolean> {
  const row = await db
    .selectFrom('provider_transactions')
    .select('receipt')
    .where('receipt', '=', code)
    .executeTakeFirst()
  return row !== undefined
}

/** A reported phone as people may see it: empty unless masked, since a whole number is private and a hash means nothing. */
export function shownPhone(phone: string): string {
  return phone.includes('*') ? phone : ''
}
