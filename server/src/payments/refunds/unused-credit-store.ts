import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/**
 * The credit that a payment of the table `payments as p` left, in shillings: what came in beyond its price and no later charge
 * has used. Parts that wait for their rest are not credit.
 */
export const UNUSED_CREDIT = sql<number>`(
  case when p.status = 'paid' and p.amount_received > p.amount then coalesce((
    select least(p.amount_received, greatest(0, balance.unapplied - balance.receivable - coalesce((
      select sum(coalesce(part.amount_received, part.amount)) from payments as part
      where part.payable_id = p.payable_id and part.status = 'partial'
        and not exists (select from payments_going_back as back where back.id = part.id)
    ), 0))) from ledger_balances as balance where balance.payable_id = p.payable_id
  ), 0) else 0 end
)::int`

/** The same of one payment; its payments are locked. */
export async function findUnusedCredit(db: Db, paymentId: string): Promise<number> {
  const { rows } = await sql<{ credit: number }>`
    select ${UNUSED_CREDIT} as credit from payments as p where p.id = ${paymentId}::uuid`.execute(db)
  return rows[0]?.credit ?? 0
}
