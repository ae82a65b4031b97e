import type { Insertable } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

/** Keeps what M-Pesa says was paid to us; told twice, it is kept once. */
export async function insertInboxMoney(tx: Db, money: Insertable<Tables['mpesa_inbox']>): Promise<void> {
  await tx
    .insertInto('mpesa_inbox')
    .values(money)
    .onConflict((conflict) => conflict.column('receipt').doNothing())
    .execute()
}

export async function insertUnreadableC2b(db: Db, body: string, now: Date): Promise<void> {
  await db
    .insertInto('payment_messages')
    .values({ payment_id: null, kind: 'c2b', body, received_at: now, verdict: 'unreadable' })
    .execute()
}
