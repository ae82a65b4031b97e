import { type SqlBool, sql } from 'kysely'
import type { Db } from '../db/database.ts'

// The words of the partial indexes, spelled out so that they are used.
const inState = {
  failed: sql<SqlBool>`given_up_at is not null and sent_at is null`,
  retrying: sql<SqlBool>`sent_at is null and given_up_at is null and last_error is not null`,
}
export type UndeliveredState = keyof typeof inState

/** One page of the mails that did not arrive, the newest first. */
export async function findUndelivered(
  db: Db,
  { state, limit, offset }: { state: UndeliveredState; limit: number; offset: number },
) {
  return db
    .selectFrom('notifications')
    .select(['id', 'kind', 'recipient', 'subject', 'account_id', 'created_at', 'attempts', 'last_error'])
    .select(['given_up_at', 'next_attempt_at', sql<boolean>`body <> ''`.as('has_words')])
    .where(inState[state])
    .orderBy(state === 'failed' ? 'given_up_at' : 'created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function countUndelivered(db: Db): Promise<Record<UndeliveredState, number>> {
  const { rows } = await sql<Record<UndeliveredState, number>>`select
    (select count(*) from notifications where ${inState.failed}) as failed,
    (select count(*) from notifications where ${inState.retrying}) as retrying`.execute(db)
  return rows[0] ?? { failed: 0, retrying: 0 }
}

/** Makes a given-up notification due again, with all its tries; false if it was not given up or its words are gone. */
export async function makeDueAgain(tx: Db, notificationId: string, now: Date): Promise<boolean> {
  const revived = await tx
    .updateTable('notifications')
    .set({ given_up_at: null, attempts: 0, next_attempt_at: now, last_error: null })
    .where('id', '=', notificationId)
    .where('given_up_at', 'is not', null)
    .where('sent_at', 'is', null)
    .where('body', '<>', '')
    .returning('id')
    .executeTakeFirst()
  return revived !== undefined
}

export async function notificationExists(db: Db, notificationId: string): Promise<boolean> {
  const row = await db
    .selectFrom('notifications')
    .select('id')
    .where('id', '=', notificationId)
    .executeTakeFirst()
  return row !== undefined
}
