import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

export type PaymentMessage = { id: number; payment_id: string | null; body: string; status: string }

/** What became of a message. Only those `received` and `waiting` still have to be processed. */
export type MessageStatus =
  | 'waiting'
  | 'settled'
  | 'unreadable'
  | 'incomplete'
  | 'other_collection'
  | 'payment_failed'
  | 'unknown_address'

export async function findPaymentIdBySecret(
  db: Db,
  { method, secret }: { method: string; secret: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('payments')
    .select('id')
    .where('webhook_secret', '=', secret)
    .where('method', '=', method)
    .executeTakeFirst()
  return row?.id
}

/** Stores a message about a payment unchanged. */
export async function insertMessage(
  tx: Db,
  { paymentId, kind, body, now }: { paymentId: string; kind: string; body: string; now: Date },
): Promise<number> {
  const { id } = await tx
    .insertInto('payment_messages')
    .values({ payment_id: paymentId, kind, body, received_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Anybody can post messages to unknown addresses: so many a day are stored, and only their beginning. */
const UNKNOWN_MESSAGES_PER_DAY = 200
const STORED_CHARACTERS = 2000

/** Stores a message that was posted to an address of no payment. */
export async function insertUnknownMessage(
  db: Db,
  { kind, body, now }: { kind: string; body: string; now: Date },
): Promise<void> {
  const dayAgo = new Date(now.getTime() - 24 * 3600 * 1000)
  await sql`
    insert into payment_messages (kind, body, received_at, status)
    select ${kind}, ${body.slice(0, STORED_CHARACTERS)}::text, ${now}::timestamptz, 'unknown_address'
    where (
      select count(*) from payment_messages where payment_id is null and received_at > ${dayAgo}::timestamptz
    ) < ${UNKNOWN_MESSAGES_PER_DAY}::int
  `.execute(db)
}

/** Stores a reported transaction that could not be read. */
export async function insertUnreadableTransaction(
  db: Db,
  { kind, body, now }: { kind: string; body: string; now: Date },
): Promise<void> {
  await db
    .insertInto('payment_messages')
    .values({ payment_id: null, kind, body, received_at: now, status: 'unreadable' })
    .execute()
}

export async function findMessage(db: Db, id: number): Promise<PaymentMessage | undefined> {
  return db
    .selectFrom('payment_messages')
    .select(['id', 'payment_id', 'body', 'status'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The oldest message of the payment that said "paid" and waits for a poll to confirm it. */
export async function findWaitingMessage(db: Db, paymentId: string): Promise<PaymentMessage | undefined> {
  return db
    .selectFrom('payment_messages')
    .select(['id', 'payment_id', 'body', 'status'])
    .where('payment_id', '=', paymentId)
    .where('status', '=', 'waiting')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

export async function setMessageStatus(db: Db, id: number, status: MessageStatus): Promise<void> {
  await db.updateTable('payment_messages').set({ status }).where('id', '=', id).execute()
}

/** Ends the waiting messages of a payment that is settled. */
export async function endWaitingMessages(tx: Db, paymentId: string): Promise<void> {
  await tx
    .updateTable('payment_messages')
    .set({ status: 'settled' satisfies MessageStatus })
    .where('payment_id', '=', paymentId)
    .where('status', '=', 'waiting')
    .execute()
}
