import type { Db } from '../db/database.ts'

/** Serializes the purchases and listings of one account. Taken before locks of cars and products. */
export async function lockAccount(tx: Db, accountId: string): Promise<void> {
  await tx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
}
