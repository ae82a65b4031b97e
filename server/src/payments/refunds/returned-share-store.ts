import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** What became of the money of a payment that goes back: of this payment alone, or of all that was paid for its purchase. */
export type ReturnedShare = {
  paid: number
  /** Goes back, but was not sent yet. */
  due: number
  sent: number
  /** Pays for another purchase instead. */
  moved: number
}

/** The shares of payments that go back or went back, by the id of the payment. */
export async function findReturnedShares(
  db: Db,
  paymentIds: readonly string[],
): Promise<ReadonlyMap<string, ReturnedShare>> {
  if (paymentIds.length === 0) return new Map()
  const { rows } = await sql<ReturnedShare & { id: string }>`
    select p.id, paid.amount as paid, back.due, back.sent, back.moved
    from payments as p
    cross join lateral (select exists (
      select from refunds where refunds.payment_id = p.id and refunds.status <> 'withdrawn') as by_itself) as of_own
    cross join lateral (
      select coalesce(sum(r.amount) filter (where r.status = 'due'), 0)::bigint as due,
        coalesce(sum(r.amount) filter (where r.status = 'sent' and r.method <> 'moved'), 0)::bigint as sent,
        coalesce(sum(r.amount) filter (where r.method = 'moved'), 0)::bigint as moved
      from refunds as r
      where r.payable_type = p.payable_type and r.payable_id = p.payable_id and r.status <> 'withdrawn'
        and case when of_own.by_itself then r.payment_id = p.id else r.payment_id is null end
    ) as back
    cross join lateral (
      select coalesce(sum(coalesce(q.amount_received, q.amount)), 0)::bigint as amount
      from payments as q
      where q.payable_type = p.payable_type and q.payable_id = p.payable_id
        and case when of_own.by_itself then q.id = p.id
          else exists (select from payments_going_back as back where back.id = q.id)
            and not exists (select from refunds where refunds.payment_id = q.id and refunds.status <> 'withdrawn') end
    ) as paid
    where p.id = any(${[...paymentIds]}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, ...share }) => [id, share]))
}
