import { sql } from 'kysely'
import type { Database, Db } from '../db/database.ts'

type NewNoticeRow = {
  id: string
  accountId: string | null
  kind: string
  recipient: string
  subject: string
  body: string
  dedupeKey: string
  createdAt: Date
}

export type DueNotice = {
  id: string
  kind: string
  recipient: string
  subject: string
  body: string
  createdAt: Date
  /** Tries begun so far, this one included. */
  attempts: number
}

export async function insertNotice(tx: Db, notice: NewNoticeRow): Promise<void> {
  const { accountId, dedupeKey, createdAt, ...rest } = notice
  await tx
    .insertInto('notices')
    .values({
      ...rest,
      account_id: accountId,
      dedupe_key: dedupeKey,
      created_at: createdAt,
      next_attempt_at: createdAt,
    })
    .onConflict((conflict) => conflict.constraint('notice_is_written_once').doNothing())
    .execute()
}

/** Takes due notices for this sender until the lease ends; another sender passes over them. */
export async function claimDueNotices(
  db: Database,
  { now, leaseEnds, most }: { now: Date; leaseEnds: Date; most: number },
): Promise<DueNotice[]> {
  return db
    .with('due', (cte) =>
      cte
        .selectFrom('notices')
        .select('id')
        .where('sent_at', 'is', null)
        .where('given_up_at', 'is', null)
        .where('next_attempt_at', '<=', now)
        .orderBy('next_attempt_at')
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('notices')
    .from('due')
    .whereRef('notices.id', '=', 'due.id')
    .set((eb) => ({ attempts: eb('notices.attempts', '+', 1), next_attempt_at: leaseEnds }))
    .returning([
      'notices.id',
      'notices.kind',
      'notices.recipient',
      'notices.subject',
      'notices.body',
      'notices.created_at as createdAt',
      'notices.attempts',
    ])
    .execute()
}

/** A delivered or abandoned notice keeps no secret that it carried. */
const withoutSecret = sql<string>`case when kind = 'recovery_code' then '' else body end`

export async function markSent(db: Database, id: string, now: Date): Promise<void> {
  await db
    .updateTable('notices')
    .set({ sent_at: now, last_error: null, body: withoutSecret })
    .where('id', '=', id)
    .execute()
}

export async function markFailed(
  db: Database,
  id: string,
  failure: { error: string; nextAttemptAt: Date },
): Promise<void> {
  await db
    .updateTable('notices')
    .set({ last_error: failure.error, next_attempt_at: failure.nextAttemptAt })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .execute()
}

export async function markGivenUp(db: Database, id: string, error: string, now: Date): Promise<void> {
  await db
    .updateTable('notices')
    .set({ last_error: error, given_up_at: now, body: withoutSecret })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .execute()
}

/** Treats every waiting notice as sent: what the demo market tells of its past reaches nobody. */
export async function markAllSent(db: Database, now: Date): Promise<void> {
  await db
    .updateTable('notices')
    .set({ sent_at: now, body: withoutSecret })
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .execute()
}
