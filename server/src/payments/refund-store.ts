import type { Insertable } from 'kysely'
import type { Db } from '../db/database.ts'
import { uuidv7 } from '../db/new-id.ts'
import type { Tables } from '../db/tables.ts'

/** Adds what is owed; what is owed already is not added again. */
export async function insertRefund(tx: Db, refund: Omit<Insertable<Tables['refunds']>, 'id'>): Promise<void> {
  await tx
    .insertInto('refunds')
    .values({ ...refund, id: uuidv7() })
    .onConflict((conflict) => conflict.constraint('refund_is_owed_once').doNothing())
    .execute()
}
