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

/** Blanks who paid, in what was written before `before` about payments. */
export async function blankPayersBefore(tx: Db, before: Date): Promise<void> {
  await forgetting(tx, async () => {
    for (const subject of ['payments', 'mpesa_claims'] as const) {
      const personal = [...(kept[subject]?.personal ?? [])]
      await sql`
        update audit_log set before = without_personal(before, ${personal}), after = without_personal(after, ${personal})
        where subject = ${subject} and at < ${before}
          and (before ?| ${personal} or after ?| ${personal})
          and (before, after) is distinct from (without_personal(before, ${personal}), without_personal(after, ${personal}))
      `.execute(tx)
    }
  })
}

/** The log refuses every change but this one. */
async function forgetting(tx: Db, work: () => Promise<void>): Promise<void> {
  await sql`select set_config('twende.forgetting', 'yes', true)`.execute(tx)
  await work()
  await sql`select set_config('twende.forgetting', '', true)`.execute(tx)
}
