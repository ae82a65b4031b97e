import { type SqlBool, sql } from 'kysely'
import type { Db } from '../db/database.ts'

// The words of the partial indexes, spelled out so that they are used.
const inState = {
  failed: sql<SqlBool>`given_up_at is not null and sent_at is null`,
  retrying: sql<SqlBool>`sent_at is null and given_up_at is null and last_error is not null`,
}
export type TroubleState = keyof typeof inState

/** One page of the mails that did not arrive, the newest first. */
export async function findTroubledNotices(
  db: Db,
  { state, limit, offset }: { state: TroubleState; limit: number; offset: number },
) {
  return db
    .selectFrom('notices')
    .select(['id', 'kind', 'recipient', 'subject', 'account_id', 'created_at', 'attempts', 'last_error'])
    .select(['given_up_at', 'next_attempt_at', sql<boolean>`body <> ''`.as('has_words')])
    .where(inState[state])
    .orderBy(state === 'failed' ? 'given_up_at' : 'created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function countTroubledNotices(db: Db): Promise<Record<TroubleState, number>> {
  const { rows } = await sql<Record<TroubleState, number>>`select
    (select count(*) from notices where ${inState.failed}) as failed,
    (select count(*) from notices where ${inState.retrying}) as retrying`.execute(db)
  return rows[0] ?? { failed: 0, retrying: 0 }
}

/** Makes a given-up notice due again, with all its tries; false if it was not given up or its words are gone. */
export async function reviveNotice(tx: Db, noticeId: string, now: Date): Promise<boolean> {
  const revived = await tx
    .updateTable('notices')
    .set({ given_up_at: null, attempts: 0, next_attempt_at: now, last_error: null })
    .where('id', '=', noticeId)
    .where('given_up_at', 'is not', null)
    .where('sent_at', 'is', null)
    .where('body', '<>', '')
    .returning('id')
    .executeTakeFirst()
  return revived !== undefined
}

export async function noticeExists(db: Db, noticeId: string): Promise<boolean> {
  const row = await db.selectFrom('notices').select('id').where('id', '=', noticeId).executeTakeFirst()
  return row !== undefined
}
