import { type SqlBool, sql } from 'kysely'
import { accountName } from '../db/account-name.ts'
import { compiledQuery, type Params } from '../db/compiled-query.ts'
import type { Database, Db } from '../db/database.ts'
import { KINDS_WITH_SECRET } from './notification-kinds.ts'

type NewNotificationRow = {
  id: string
  accountId: string | null
  channel: string
  kind: string
  params: string
  locale: string
  recipient: string
  dedupeKey: string
  createdAt: Date
  /** The trace in which it is queued, if that is recorded. */
  trace: string | null
}

export type DueNotification = {
  id: string
  channel: string
  kind: string
  params: unknown
  locale: string
  recipient: string
  createdAt: Date
  /** Attempts begun so far, this one included. */
  attempts: number
  /** The trace in which it was queued, if that was recorded. */
  trace: string | null
}

/** A notification that was sent or given up keeps no secret. */
const paramsWithoutSecret = sql`params - 'secret'`

/** Those who work here: staff and admins whose accounts are in use. */
export async function findStaff(
  db: Db,
): Promise<{ id: string; name: string; email: string; isAdmin: boolean }[]> {
  return db
    .selectFrom('accounts')
    .select((eb) => [
      'id',
      'email',
      accountName().as('name'),
      eb('role', '=', 'admin').$castTo<boolean>().as('isAdmin'),
    ])
    .where('role', 'in', ['staff', 'admin'])
    .where('deleted_at', 'is', null)
    .where('banned_at', 'is', null)
    .orderBy('id')
    .execute()
}

/** Queues a notification, unless one of the same event stands on that channel. */
export const insertNotification = compiledQuery((tx, params: Params<NewNotificationRow>) =>
  tx
    .insertInto('notifications')
    .values({
      id: params.id,
      channel: params.channel,
      kind: params.kind,
      params: params.params,
      locale: params.locale,
      recipient: params.recipient,
      account_id: params.accountId,
      dedupe_key: params.dedupeKey,
      created_at: params.createdAt,
      next_attempt_at: params.createdAt,
      trace_parent: params.trace,
    })
    .onConflict((conflict) =>
      conflict.constraint('notification_is_sent_once_per_event_and_channel').doNothing(),
    ),
)

/** How many notifications of a channel were queued since an instant for an address, or for an account at any address. */
export async function countQueued(
  tx: Db,
  {
    channel,
    recipient,
    accountId,
    since,
  }: { channel: string; recipient: string; accountId: string | null; since: Date },
): Promise<number> {
  const { count } = await tx
    .selectFrom('notifications')
    .where('channel', '=', channel)
    // The condition of the partial indexes, word for word.
    .where(sql<SqlBool>`channel <> 'mail'`)
    .where((eb) => eb.or([eb('recipient', '=', recipient), eb('account_id', '=', accountId)]))
    // Strangers may ask for those, which have limits of their own.
    .where('kind', '<>', 'contact_code')
    .where('created_at', '>', since)
    .select(sql<number>`count(*)::integer`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** What an account chose about notifications, its name, language, address and phone; undefined once it is deleted. */
export async function findRecipient(tx: Db, accountId: string) {
  const [recipient] = await openRecipient(tx, { accountId })
  return recipient
}

const openRecipient = compiledQuery((db, params: Params<{ accountId: string }>) =>
  db
    .selectFrom('accounts')
    .select([accountName().as('name'), 'email', 'phone', 'locale', 'muted', 'channels'])
    .where('id', '=', params.accountId)
    .where('deleted_at', 'is', null),
)

/** The notifications of an account, without secrets. */
export async function findNotificationsOf(db: Db, accountId: string) {
  return db
    .selectFrom('notifications')
    .select(['channel', 'kind', 'locale', 'recipient', 'created_at', 'sent_at'])
    .select(sql<unknown>`${paramsWithoutSecret}`.as('params'))
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function deleteNotificationsOf(tx: Db, accountId: string): Promise<void> {
  await tx.deleteFrom('notifications').where('account_id', '=', accountId).execute()
}

/** Deletes the messages with codes that anybody can have sent to any address. */
export async function deleteContactCodesBefore(db: Database, before: Date): Promise<void> {
  await db
    .deleteFrom('notifications')
    .where('kind', '=', 'contact_code')
    .where('created_at', '<', before)
    .execute()
}

/** Deletes what is not sent of every channel besides these. */
export async function deleteUnsentOfOtherChannels(db: Database, channels: readonly string[]): Promise<void> {
  await db
    .deleteFrom('notifications')
    .where('channel', 'not in', channels)
    .where('sent_at', 'is', null)
    .execute()
}

/** Takes due notifications of a channel for this process until the lease ends; other processes skip them. */
export async function claimDueNotifications(
  db: Database,
  { channel, now, leaseEnds, limit }: { channel: string; now: Date; leaseEnds: Date; limit: number },
): Promise<DueNotification[]> {
  return db
    .with('due', (cte) =>
      cte
        .selectFrom('notifications')
        .select('id')
        .where('channel', '=', channel)
        .where('sent_at', 'is', null)
        .where('given_up_at', 'is', null)
        .where('next_attempt_at', '<=', now)
        .orderBy('next_attempt_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('notifications')
    .from('due')
    .whereRef('notifications.id', '=', 'due.id')
    .set((eb) => ({ attempts: eb('notifications.attempts', '+', 1), next_attempt_at: leaseEnds }))
    .returning([
      'notifications.id',
      'notifications.channel',
      'notifications.kind',
      'notifications.params',
      'notifications.locale',
      'notifications.recipient',
      'notifications.created_at as createdAt',
      'notifications.attempts',
      'notifications.trace_parent as trace',
    ])
    .execute()
}

export async function markSent(db: Database, ids: readonly string[], now: Date): Promise<void> {
  await sent(db, { ids: [...ids], now })
}

const sent = compiledQuery((db, params: Params<{ ids: string[]; now: Date }>) =>
  db
    .updateTable('notifications')
    .set({ sent_at: params.now, last_error: null, params: paramsWithoutSecret })
    .where(sql<SqlBool>`id = any(${params.ids}::uuid[])`),
)

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
    .set({ last_error: error, given_up_at: now, params: paramsWithoutSecret })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .execute()
}

/** Marks every pending notification as sent, so that events of the demo data are sent to nobody. */
export async function markAllSent(db: Database, now: Date): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ sent_at: now, params: paramsWithoutSecret })
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .execute()
}

// The conditions of the partial indexes, word for word, so that these are used.
const inState = {
  failed: sql<SqlBool>`given_up_at is not null and sent_at is null`,
  retrying: sql<SqlBool>`sent_at is null and given_up_at is null and last_error is not null`,
}
export type UndeliveredState = keyof typeof inState

/** One page of the notifications that were not delivered, the newest first. */
export async function findUndelivered(
  db: Db,
  { state, limit, offset }: { state: UndeliveredState; limit: number; offset: number },
) {
  return db
    .selectFrom('notifications')
    .select([
      'id',
      'kind',
      'params',
      'locale',
      'recipient',
      'account_id',
      'created_at',
      'attempts',
      'last_error',
    ])
    .select(['given_up_at', 'next_attempt_at'])
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

/** Makes a notification due again that was given up, with all its attempts; false for others and those with a secret. */
export async function makeDueAgain(tx: Db, notificationId: string, now: Date): Promise<boolean> {
  const retried = await tx
    .updateTable('notifications')
    .set({ given_up_at: null, attempts: 0, next_attempt_at: now, last_error: null })
    .where('id', '=', notificationId)
    .where('given_up_at', 'is not', null)
    .where('sent_at', 'is', null)
    .where('kind', 'not in', KINDS_WITH_SECRET)
    .returning('id')
    .executeTakeFirst()
  return retried !== undefined
}

export async function notificationExists(db: Db, notificationId: string): Promise<boolean> {
  const row = await db
    .selectFrom('notifications')
    .select('id')
    .where('id', '=', notificationId)
    .executeTakeFirst()
  return row !== undefined
}
