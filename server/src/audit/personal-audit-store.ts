import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** The audit log's subjects that belong to an account: table, and ids of the account's rows in it. */
const rowsOfAccount: Readonly<Record<string, (accountId: string) => RawBuilder<unknown>>> = {
  accounts: (id) => sql`select ${id}::text`,
  account_notes: (id) => sql`select ${id}::text`,
  bookings: (id) => sql`select id::text from bookings
    where account_id = ${id}::uuid and booked_by is distinct from account_id`,
  listings: (id) => sql`select id::text from listings where account_id = ${id}::uuid`,
  orders: (id) => sql`select id::text from orders where account_id = ${id}::uuid`,
  payments: (id) => sql`select id::text from payments
    where account_id = ${id}::uuid and not was_taken_at_counter(payments)`,
  payment_proofs: (id) => sql`select id::text from payment_proofs where account_id = ${id}::uuid`,
  refunds: (id) => sql`
    select refunds.id::text from refunds join payments on payments.id = refunds.payment_id
    where payments.account_id = ${id}::uuid and not was_taken_at_counter(payments)`,
  contact_messages: (id) => sql`select id::text from contact_messages where account_id = ${id}::uuid`,
}

/** What staff changed in an account's rows, oldest first. */
export async function findAuditOf(db: Db, accountId: string): Promise<{ at: Date; action: string }[]> {
  const theirs = Object.entries(rowsOfAccount).map(
    ([subject, ids]) => sql`(subject = ${subject} and subject_id in (${ids(accountId)}))`,
  )
  const { rows } = await sql<{ at: Date; action: string }>`
    select distinct at, action from audit_log where ${sql.join(theirs, sql` or `)} order by at`.execute(db)
  return rows
}

/**
 * Erases a person's data and the reasons of staff from the log; who changed which row when stays. The fields are listed in
 * the database (`personal_audit_fields`), and only its function may change the log.
 */
export async function eraseAuditOf(tx: Db, accountId: string): Promise<void> {
  for (const [subject, ids] of Object.entries(rowsOfAccount)) {
    await sql`select blank_audit(${subject}, array(${ids(accountId)}))`.execute(tx)
  }
}

/** The subjects whose entries name a payer. */
export const PAYMENT_SUBJECTS = ['payments', 'payment_proofs', 'refunds'] as const

export type PaymentBatch = {
  subject: (typeof PAYMENT_SUBJECTS)[number]
  before: Date
  afterId: number
  most: number
}

/**
 * Erases payers and the reasons of staff from entries older than `before`, one batch in the order of ids. Returns the last
 * id of the batch, or undefined when none is left.
 */
export async function erasePayersBefore(
  tx: Db,
  { subject, before, afterId, most }: PaymentBatch,
): Promise<number | undefined> {
  const { rows } = await sql<{ last: number | null }>`
    select blank_payers_in_audit(${subject}, ${before}, ${afterId}, ${most}) as last`.execute(tx)
  return rows[0]?.last ?? undefined
}
