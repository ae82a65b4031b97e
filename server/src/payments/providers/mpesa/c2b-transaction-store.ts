import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tables } from '../../../db/tables.ts'

/** Keeps what M-Pesa says was paid to us; told twice, it is kept once. False when it was told before. */
export async function insertC2bTransaction(
  tx: Db,
  money: Insertable<Tables['c2b_transactions']>,
): Promise<boolean> {
  const row = await tx
    .insertInto('c2b_transactions')
    .values(money)
    .onConflict((conflict) => conflict.column('receipt').doNothing())
    .returning('receipt')
    .executeTakeFirst()
  return row !== undefined
}

export async function insertUnreadableC2b(db: Db, body: string, now: Date): Promise<void> {
  await db
    .insertInto('payment_messages')
    .values({ payment_id: null, kind: 'c2b', body, received_at: now, verdict: 'unreadable' })
    .execute()
}

/** Money that M-Pesa told us of, kept from others until the transaction ends. */
export async function lockC2bTransaction(
  tx: Db,
  receipt: string,
): Promise<Selectable<Tables['c2b_transactions']> | undefined> {
  return tx
    .selectFrom('c2b_transactions')
    .selectAll()
    .where('receipt', '=', receipt.toUpperCase())
    .forUpdate()
    .executeTakeFirst()
}

/** Whether money with this code came in to us. */
export async function isC2bTransaction(db: Db, code: string): Promise<boolean> {
  const row = await db
    .selectFrom('c2b_transactions')
    .select('receipt')
    .where('receipt', '=', code)
    .executeTakeFirst()
  return row !== undefined
}
