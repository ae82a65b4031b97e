import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

/** How attempts ended whose phone was never asked. */
const NEVER_ASKED = ['asked_too_often', 'not_sent'] as const

/** Lets one transaction at a time count and ask a phone; released when the transaction ends. */
export async function lockPhone(tx: Db, phone: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`M-Pesa phone ${phone}`}, 0))`.execute(tx)
}

/** When a phone was asked to pay since a time, or is about to be, latest first; whoever asked and for whatever. */
export async function findPromptTimes(
  tx: Db,
  { phone, since, limit }: { phone: string; since: Date; limit: number },
): Promise<Date[]> {
  const rows = await tx
    .selectFrom('payments')
    .select('created_at')
    .where('method', '=', 'stk')
    .where('phone', '=', phone)
    .where('created_at', '>', since)
    .where('outcome', 'not in', [...NEVER_ASKED])
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ created_at }) => created_at)
}

/** Whether this phone has paid for something of this account after a request to it. */
export async function hasPaidFor(tx: Db, phone: string, accountId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('payments')
    .select('id')
    .where('account_id', '=', accountId)
    .where('phone', '=', phone)
    .where('method', '=', 'stk')
    .where('status', 'in', ['paid', 'refunding', 'refunded'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
