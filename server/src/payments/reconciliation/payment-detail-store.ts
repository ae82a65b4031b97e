import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

export type ReceivedMessage = { at: Date; kind: string; status: string; body: string }

/** What was told about a payment, word for word, oldest first: at its own address, and as money paid by hand. */
export async function findMessagesOf(
  db: Db,
  { paymentId, receipt }: { paymentId: string; receipt: string | null },
): Promise<ReceivedMessage[]> {
  const { rows } = await sql<ReceivedMessage>`
    select at, kind, status, body from (
      select received_at as at, kind, status, body from payment_messages where payment_id = ${paymentId}::uuid
      union all
      select received_at, 'c2b', 'settled', body from provider_transactions where receipt = ${receipt ?? ''}
      union all
      select created_at, 'pasted', status, message from payment_proofs
        where id = (select payment_proof_id from payments where id = ${paymentId}::uuid)
    ) as told order by at limit 100
  `.execute(db)
  return rows
}

export type Decided = { at: Date; by: string; action: string; reason: string }

/** What staff did with a payment and with its refunds, oldest first. */
export async function findDecisionsOn(
  db: Db,
  paymentId: string,
  refundIds: readonly string[],
): Promise<Decided[]> {
  const { rows } = await sql<Decided>`
    select distinct on (audit_log.at, request_id) audit_log.at, accounts.name as by, action, reason
    from audit_log join accounts on accounts.id = audit_log.account_id
    where (subject = 'payments' and subject_id = ${paymentId})
      or (subject = 'refunds' and subject_id = any(${[...refundIds]}::text[]))
    order by audit_log.at, request_id limit 100
  `.execute(db)
  return rows
}
