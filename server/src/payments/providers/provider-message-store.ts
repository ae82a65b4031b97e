import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

export type PaymentMessage = { id: number; payment_id: string | null; body: string; verdict: string }

/** What was made of a message. Only `received` and `waiting` ones are still to be worked on. */
export type MessageVerdict =
  | 'waiting'
  | 'settled'
  | 'unreadable'
  | 'incomplete'
  | 'ids_differ'
  | 'told_failed'
  | 'nobody'

export async function findPaymentIdBySecret(db: Db, secret: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('payments')
    .select('id')
    .where('webhook_secret', '=', secret)
    .executeTakeFirst()
  return row?.id
}

/** Keeps what was sent for a payment, word for word. */
export async function insertMessage(
  tx: Db,
  { paymentId, body, now }: { paymentId: string; body: string; now: Date },
): Promise<number> {
  const { id } = await tx
    .insertInto('payment_messages')
    .values({ payment_id: paymentId, kind: 'stk', body, received_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Strangers may post what they like; this many of their messages are kept a day, and only the beginning. */
const KEPT_OF_NOBODY_A_DAY = 200
const KEPT_CHARACTERS = 2000

export async function insertMessageOfNobody(
  db: Db,
  { body, now }: { body: string; now: Date },
): Promise<void> {
  const dayAgo = new Date(now.getTime() - 24 * 3600 * 1000)
  await sql`
    insert into payment_messages (kind, body, received_at, verdict)
    select 'stk', ${body.slice(0, KEPT_CHARACTERS)}::text, ${now}::timestamptz, 'nobody'
    where (
      select count(*) from payment_messages where payment_id is null and received_at > ${dayAgo}::timestamptz
    ) < ${KEPT_OF_NOBODY_A_DAY}::int
  `.execute(db)
}

/** Stores a reported transaction that could not be read. */
export async function insertUnreadableTransaction(db: Db, body: string, now: Date): Promise<void> {
  await db
    .insertInto('payment_messages')
    .values({ payment_id: null, kind: 'c2b', body, received_at: now, verdict: 'unreadable' })
    .execute()
}

export async function findMessage(db: Db, id: number): Promise<PaymentMessage | undefined> {
  return db
    .selectFrom('payment_messages')
    .select(['id', 'payment_id', 'body', 'verdict'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The oldest message of the payment that told "paid" and waits for M-Pesa's query to confirm it. */
export async function findWaitingMessage(db: Db, paymentId: string): Promise<PaymentMessage | undefined> {
  return db
    .selectFrom('payment_messages')
    .select(['id', 'payment_id', 'body', 'verdict'])
    .where('payment_id', '=', paymentId)
    .where('verdict', '=', 'waiting')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

export async function setMessageVerdict(db: Db, id: number, verdict: MessageVerdict): Promise<void> {
  await db.updateTable('payment_messages').set({ verdict }).where('id', '=', id).execute()
}

/** Once a payment is settled, nothing told about it waits any more. */
export async function endWaitingMessages(tx: Db, paymentId: string): Promise<void> {
  await tx
    .updateTable('payment_messages')
    .set({ verdict: 'settled' satisfies MessageVerdict })
    .where('payment_id', '=', paymentId)
    .where('verdict', '=', 'waiting')
    .execute()
}
