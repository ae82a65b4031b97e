import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** Where the log speaks of a person: the table, and the ids of their rows in it. */
const rowsOfAccount: Readonly<Record<string, (accountId: string) => RawBuilder<unknown>>> = {
  accounts: (id) => sql`select ${id}::text`,
  account_notes: (id) => sql`select ${id}::text`,
  bookings: (id) => sql`select id::text from bookings where account_id = ${id}::uuid`,
  listings: (id) => sql`select id::text from listings where account_id = ${id}::uuid`,
  orders: (id) => sql`select id::text from orders where account_id = ${id}::uuid`,
  payments: (id) => sql`select id::text from payments where account_id = ${id}::uuid`,
  payment_proofs: (id) => sql`select id::text from payment_proofs where account_id = ${id}::uuid`,
  refunds: (id) => sql`
    select refunds.id::text from refunds join payments on payments.id = refunds.payment_id
    where payments.account_id = ${id}::uuid`,
  contact_messages: (id) => sql`select id::text from contact_messages where account_id = ${id}::uuid`,
}

/** What staff changed of a person's things, in the order it happened. */
export async function findAuditOf(db: Db, accountId: string): Promise<{ at: Date; action: string }[]> {
  const theirs = Object.entries(rowsOfAccount).map(
    ([subject, ids]) => sql`(subject = ${subject} and subject_id in (${ids(accountId)}))`,
  )
  const { rows } = await sql<{ at: Date; action: string }>`
    select distinct at, action from audit_log where ${sql.join(theirs, sql` or `)} order by at`.execute(db)
  return rows
}

/**
 * Blanks what a person told us, and why staff did what it did; who did what to which row, and when, stays. Which fields
 * these are is in the database (`personal_audit_fields`), whose function alone may change the log.
 */
export async function eraseAuditOf(tx: Db, accountId: string): Promise<void> {
  for (const [subject, ids] of Object.entries(rowsOfAccount)) {
    await sql`select blank_audit(${subject}, array(${ids(accountId)}))`.execute(tx)
  }
}

/** What the log says of money. */
export const PAYMENT_SUBJECTS = ['payments', 'payment_proofs', 'refunds'] as const

export type PaymentBatch = {
  subject: (typeof PAYMENT_SUBJECTS)[number]
  before: Date
  afterId: number
  most: number
}

/**
 * Blanks who paid, and why staff did what it did, in what was written before `before`; some rows at a time, in their
 * order. Answers the last one's id, or undefined when none is left.
 */
export async function erasePayersBefore(
  tx: Db,
  { subject, before, afterId, most }: PaymentBatch,
): Promise<number | undefined> {
  const { rows } = await sql<{ last: number | null }>`
    select blank_payers_in_audit(${subject}, ${before}, ${afterId}, ${most}) as last`.execute(tx)
  return rows[0]?.last ?? undefined
}
