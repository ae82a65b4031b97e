import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'

type Kept = { personal: readonly string[]; ofAccount: (accountId: string) => RawBuilder<unknown> }

/** Where the log speaks of what people told us, and which of its words are theirs. */
const kept: Readonly<Record<string, Kept>> = {
  accounts: { personal: ['name', 'email', 'phone'], ofAccount: (id) => sql`select ${id}::text` },
  account_notes: { personal: ['note'], ofAccount: (id) => sql`select ${id}::text` },
  bookings: {
    personal: ['customer_info', 'mpesa_number', 'special_requests', 'driver_notes', 'cancellation_reason'],
    ofAccount: (id) => sql`select id::text from bookings where account_id = ${id}::uuid`,
  },
  listings: {
    personal: [
      'description',
      'service_history',
      'specs',
      'features',
      'contact_phone',
      'contact_email',
      'warnings',
    ],
    ofAccount: (id) => sql`select id::text from listings where account_id = ${id}::uuid`,
  },
  orders: {
    personal: ['address', 'dispatch_note', 'cancellation_reason'],
    ofAccount: (id) => sql`select id::text from orders where account_id = ${id}::uuid`,
  },
  payments: {
    personal: ['phone', 'note'],
    ofAccount: (id) => sql`select id::text from payments where account_id = ${id}::uuid`,
  },
  mpesa_claims: {
    personal: ['payer_name', 'payer_phone', 'email', 'message', 'warnings'],
    ofAccount: (id) => sql`select id::text from mpesa_claims where account_id = ${id}::uuid`,
  },
  refunds: {
    personal: ['reason', 'sent_note'],
    ofAccount: (id) => sql`
      select refunds.id::text from refunds join payments on payments.id = refunds.payment_id
      where payments.account_id = ${id}::uuid`,
  },
  contact_messages: {
    personal: ['name', 'email', 'message'],
    ofAccount: (id) => sql`select id::text from contact_messages where account_id = ${id}::uuid`,
  },
}

/** What staff changed of a person's things, in the order it happened. */
export async function findAuditOf(db: Db, accountId: string): Promise<{ at: Date; action: string }[]> {
  const theirs = Object.entries(kept).map(
    ([subject, { ofAccount }]) => sql`(subject = ${subject} and subject_id in (${ofAccount(accountId)}))`,
  )
  const { rows } = await sql<{ at: Date; action: string }>`
    select distinct at, action from audit_log where ${sql.join(theirs, sql` or `)} order by at`.execute(db)
  return rows
}

/** Blanks what a person told us, and why staff did what it did; who did what to which row, and when, stays. */
export async function blankAuditOf(tx: Db, accountId: string): Promise<void> {
  await forgetting(tx, async () => {
    for (const [subject, { personal, ofAccount }] of Object.entries(kept)) {
      const theirs = sql`subject = ${subject} and subject_id in (${ofAccount(accountId)})`
      await sql`
        update audit_log set before = without_personal(before, ${[...personal]}), after = without_personal(after, ${[...personal]})
        where ${theirs}
      `.execute(tx)
      // The same words stand beside everything else that the request changed.
      await sql`
        update audit_log set reason = ''
        from (select distinct at, request_id from audit_log where ${theirs}) as done
        where audit_log.at = done.at and audit_log.request_id = done.request_id and audit_log.reason <> ''
      `.execute(tx)
    }
  })
}

/** What the log says of money. */
export const OF_MONEY = ['payments', 'mpesa_claims', 'refunds'] as const

export type MoneyBatch = { subject: (typeof OF_MONEY)[number]; before: Date; afterId: number; most: number }

/**
 * Blanks who paid, and why staff did what it did, in what was written before `before`; some rows at a time, in their
 * order. Answers the last one's id, or undefined when none is left.
 */
export async function blankPayersBefore(
  tx: Db,
  { subject, before, afterId, most }: MoneyBatch,
): Promise<number | undefined> {
  const personal = [...(kept[subject]?.personal ?? [])]
  const blank = sql`without_personal(before, ${personal}), without_personal(after, ${personal})`
  let last: number | undefined
  await forgetting(tx, async () => {
    const { rows } = await sql<{ id: number }>`
      update audit_log set (before, after, reason) = row (${blank}, '')
      where id in (
        select id from audit_log
        where subject = ${subject} and at < ${before} and id > ${afterId}
          and (reason <> '' or (before, after) is distinct from (${blank}))
        order by id limit ${most}
      )
      returning id
    `.execute(tx)
    if (rows.length > 0) last = Math.max(...rows.map(({ id }) => id))
  })
  return last
}

/** The log refuses every change but this one. */
async function forgetting(tx: Db, work: () => Promise<void>): Promise<void> {
  await sql`select set_config('twende.forgetting', 'yes', true)`.execute(tx)
  await work()
  await sql`select set_config('twende.forgetting', '', true)`.execute(tx)
}
