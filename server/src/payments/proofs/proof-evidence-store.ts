import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { ProviderTransaction } from './compare-proof.ts'

/** Waiting messages whose code M-Pesa told us of with the same amount, and that no other waiting message names. */
export async function findProofsToMatch(
  db: Db,
  only: { code?: string | undefined; payableId?: string | undefined },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from payment_proofs as c join provider_transactions as i on i.receipt = c.code
    where c.status = 'waiting' and i.payment_id is null and i.amount = coalesce(c.amount_read, c.amount_typed)
      and not exists (select from payment_codes where payment_codes.code = c.code)
      and not exists (
        select from payment_proofs as other where other.code = c.code and other.status = 'waiting' and other.id <> c.id
      )
      and ${only.code === undefined ? sql`true` : sql`c.code = ${only.code}`}
      and ${only.payableId === undefined ? sql`true` : sql`c.payable_id = ${only.payableId}::uuid`}
    order by c.id desc limit 100
  `.execute(db)
  return rows.map(({ id }) => id)
}

export type MatchableTransaction = ProviderTransaction & {
  /** A request to a phone for the same amount was open when the money came. */
  requestOpen: boolean
}

/** What M-Pesa told us of a code. */
export async function findProviderTransaction(
  db: Db,
  code: string,
): Promise<MatchableTransaction | undefined> {
  const { rows } = await sql<MatchableTransaction>`
    select amount, paid_at as "paidAt", payer_name as "payerName", phone, payer_reference as reference,
      payment_id is null and exists (
        select from payments
        where payments.receipt is null and payments.method = 'stk' and payments.amount = money.amount
          and payments.requested_at between money.paid_at - interval '15 minutes' and money.paid_at + interval '5 minutes'
          and payments.status not in ('failed', 'partial')
      ) as "requestOpen"
    from provider_transactions as money where receipt = ${code}
  `.execute(db)
  return rows[0]
}

export type OtherProof = {
  id: string
  listingId: string
  reference: string
  seller: string
  payerName: string
  phone: string
  amount: number
  sentAt: Date
  status: 'waiting' | 'approved' | 'rejected'
}

/** Other messages that name a code, for other payables: those that wait first, then the oldest. */
export async function findOtherProofs(
  db: Db,
  { code, payableId, limit }: { code: string; payableId: string; limit: number },
): Promise<OtherProof[]> {
  const { rows } = await sql<OtherProof>`
    select c.id, c.payable_id as "listingId", payables.reference, accounts.name as seller,
      c.payer_name as "payerName", c.payer_phone as phone, coalesce(c.amount_read, c.amount_typed) as amount,
      c.created_at as "sentAt", c.status
    from payment_proofs as c
    join payables on payables.payable_type = c.payable_type and payables.payable_id = c.payable_id
    join accounts on accounts.id = c.account_id
    where c.code = ${code} and c.payable_id <> ${payableId}::uuid
    order by c.status <> 'waiting', c.id limit ${limit}::int
  `.execute(db)
  return rows
}

/** What a code counts for already: the reference of what it paid for, or of what it was sent back for. */
export async function findUseOfCode(
  db: Db,
  code: string,
): Promise<{ reference: string; payableId: string } | undefined> {
  const { rows } = await sql<{ reference: string; payableId: string }>`
    select payables.reference, payables.payable_id as "payableId"
    from payment_codes
    left join payments on payments.id = payment_codes.payment_id
    left join refunds on refunds.id = payment_codes.refund_id
    join payables on payables.payable_type = coalesce(payments.payable_type, refunds.payable_type)
      and payables.payable_id = coalesce(payments.payable_id, refunds.payable_id)
    where payment_codes.code = ${code}
  `.execute(db)
  return rows[0]
}
