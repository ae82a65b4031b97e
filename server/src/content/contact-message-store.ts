import type { MessageState } from '@twende/contract/content/contact-message-routes.ts'
import { type Insertable, type Selectable, type SqlBool, sql, type Updateable } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { accountName } from '../db/account-name.ts'
import type { Db } from '../db/database.ts'
import type { PageRange } from '../db/list-page.ts'
import type { Tables } from '../db/tables.ts'

export type StoredMessage = Selectable<Tables['contact_messages']>
export type MessageRow = StoredMessage & { answered_by_name: string | null }

/** Stores a message; returns the stored one when it is sent again. */
export async function saveMessage(
  db: Db,
  message: Omit<Insertable<Tables['contact_messages']>, 'id'>,
): Promise<StoredMessage> {
  return db
    .insertInto('contact_messages')
    .values({ ...message, id: uuidv7() })
    .onConflict((conflict) =>
      conflict.constraint('contact_message_is_stored_once').doUpdateSet({ fingerprint: message.fingerprint }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Leases a message for forwarding: no other process forwards it until the lease ends. */
export async function leaseForForwarding(
  db: Db,
  messageId: string,
  { now, leaseEnds }: { now: Date; leaseEnds: Date },
): Promise<StoredMessage | undefined> {
  return db
    .updateTable('contact_messages')
    .set((eb) => ({ forward_attempts: eb('forward_attempts', '+', 1), next_forward_at: leaseEnds }))
    .where('id', '=', messageId)
    .where('forwarded_at', 'is', null)
    .where((eb) => eb.or([eb('next_forward_at', 'is', null), eb('next_forward_at', '<=', now)]))
    .returningAll()
    .executeTakeFirst()
}

export async function updateForwarding(
  db: Db,
  messageId: string,
  set: Updateable<Tables['contact_messages']>,
): Promise<void> {
  await db.updateTable('contact_messages').set(set).where('id', '=', messageId).execute()
}

export async function findDueForForwarding(db: Db, now: Date, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('contact_messages')
    .select('id')
    .where('next_forward_at', '<=', now)
    .orderBy('next_forward_at')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

const inState: Record<MessageState, ReturnType<typeof sql<SqlBool>>> = {
  open: sql<SqlBool>`(answered_at is null and not suspicious)`,
  answered: sql<SqlBool>`answered_at is not null`,
  suspicious: sql<SqlBool>`(answered_at is null and suspicious)`,
}

function messages(db: Db) {
  return db
    .selectFrom('contact_messages')
    .leftJoin('accounts', 'accounts.id', 'contact_messages.answered_by')
    .selectAll('contact_messages')
    .select(accountName().as('answered_by_name'))
}

export async function findMessages(
  db: Db,
  { state, limit, offset }: { state: MessageState } & PageRange,
): Promise<MessageRow[]> {
  return messages(db)
    .where(inState[state])
    .orderBy('contact_messages.created_at', 'desc')
    .orderBy('contact_messages.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function countMessages(db: Db): Promise<Record<MessageState, number>> {
  return db
    .selectFrom('contact_messages')
    .select([
      sql<number>`count(*) filter (where ${inState.open})`.as('open'),
      sql<number>`count(*) filter (where ${inState.answered})`.as('answered'),
      sql<number>`count(*) filter (where ${inState.suspicious})`.as('suspicious'),
    ])
    .executeTakeFirstOrThrow()
}

export async function findMessage(db: Db, messageId: string): Promise<MessageRow | undefined> {
  return messages(db).where('contact_messages.id', '=', messageId).executeTakeFirst()
}

/**
 * Marks a message as answered, unless somebody has already, or as open again, which nobody does with spam. The same text is
 * another message once this one was answered.
 */
export async function markAnswered(
  db: Db,
  messageId: string,
  answered: { by: string; now: Date } | undefined,
): Promise<void> {
  const change = answered
    ? { answered_at: answered.now, answered_by: answered.by, fingerprint: messageId }
    : { answered_at: null, answered_by: null, suspicious: false }
  await db
    .updateTable('contact_messages')
    .set(change)
    .where('id', '=', messageId)
    .where('answered_at', answered ? 'is' : 'is not', null)
    .execute()
}

export async function findMessagesOf(db: Db, accountId: string): Promise<StoredMessage[]> {
  return db
    .selectFrom('contact_messages')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute()
}

export async function deleteMessagesOf(tx: Db, accountId: string): Promise<void> {
  await tx.deleteFrom('contact_messages').where('account_id', '=', accountId).execute()
}

export async function deleteMessagesBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('contact_messages').where('created_at', '<', before).execute()
}
