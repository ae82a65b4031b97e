import { sql } from 'kysely'
import type { Database, Db } from '../db/database.ts'

type NewNotificationRow = {
  id: string
  accountId: string | null
  kind: string
  recipient: string
  subject: string
  body: string
  dedupeKey: string
  createdAt: Date
}

export type DueNotification = {
  id: string
  kind: string
  recipient: string
  subject: string
  body: string
  createdAt: Date
  /** Tries begun so far, this one included. */
  attempts: number
}

/** A delivered or abandoned notification keeps no secret that it carried. */
const withoutSecret = sql<string>`case when kind = 'recovery_code' then '' else body end`

export async function insertNotification(tx: Db, notification: NewNotificationRow): Promise<void> {
  const { accountId, dedupeKey, createdAt, ...rest } = notification
  await tx
    .insertInto('notifications')
    .values({
      ...rest,
      account_id: accountId,
      dedupe_key: dedupeKey,
      created_at: createdAt,
      next_attempt_at: createdAt,
    })
    .onConflict((conflict) => conflict.constraint('notification_is_sent_once_per_event').doNothing())
    .execute()
}

/** Whether the account still is somebody's, who has not muted the topic. */
export async function isWanted(tx: Db, accountId: string, topic: string): Promise<boolean> {
  const row = await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`not (${topic} = any(muted))`)
    .executeTakeFirst()
  return row !== undefined
}

/** What was written to an account; a code that is still secret stays so. */
export async function findNotificationsOf(db: Db, accountId: string) {
  return db
    .selectFrom('notifications')
    .select(['kind', 'recipient', 'subject', withoutSecret.as('body'), 'created_at', 'sent_at'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute()
}

export async function deleteNotificationsOf(tx: Db, accountId: string): Promise<void> {
  await tx.deleteFrom('notifications').where('account_id', '=', accountId).execute()
}

/** Takes due notifications for this sender until the lease ends; another sender passes over them. */
export async function claimDueNotifications(
  db: Database,
  { now, leaseEnds, most }: { now: Date; leaseEnds: Date; most: number },
): Promise<DueNotification[]> {
  return db
    .with('due', (cte) =>
      cte
        .selectFrom('notifications')
        .select('id')
        .where('sent_at', 'is', null)
        .where('given_up_at', 'is', null)
        .where('next_attempt_at', '<=', now)
        .orderBy('next_attempt_at')
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('notifications')
    .from('due')
    .whereRef('notifications.id', '=', 'due.id')
    .set((eb) => ({ attempts: eb('notifications.attempts', '+', 1), next_attempt_at: leaseEnds }))
    .returning([
      'notifications.id',
      'notifications.kind',
      'notifications.recipient',
      'notifications.subject',
      'notifications.body',
      'notifications.created_at as createdAt',
      'notifications.attempts',
    ])
    .execute()
}

export async function markSent(db: Database, id: string, now: Date): Promise<void> {
  await db
    .updateTable('notifications')
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
    .updateTable('notifications')
    .set({ last_error: failure.error, next_attempt_at: failure.nextAttemptAt })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .execute()
}

export async function markGivenUp(db: Database, id: string, error: string, now: Date): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ last_error: error, given_up_at: now, body: withoutSecret })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .execute()
}

/** Treats every waiting notification as sent: what the demo market tells of its past reaches nobody. */
export async function markAllSent(db: Database, now: Date): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ sent_at: now, body: withoutSecret })
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .execute()
}
