import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

/** A transaction that a provider reported without a request of ours. */
export type ProviderTransaction = Selectable<Tables['provider_transactions']>

/** Adds a transaction that a provider reported; false when it was reported before. */
export async function insertProviderTransaction(
  tx: Db,
  transaction: Insertable<Tables['provider_transactions']>,
): Promise<boolean> {
  const row = await tx
    .insertInto('provider_transactions')
    .values(transaction)
    .onConflict((conflict) => conflict.column('receipt').doNothing())
    .returning('receipt')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * The transaction that a provider reported under this code, locked until the end of the database transaction. Requests
 * of its reference are not settled meanwhile without a receipt, because the money could be theirs.
 */
export async function lockProviderTransaction(
  tx: Db,
  receipt: string,
): Promise<ProviderTransaction | undefined> {
  const found = await tx
    .selectFrom('provider_transactions')
    .select('payer_reference')
    .where('receipt', '=', receipt.toUpperCase())
    .executeTakeFirst()
  if (!found) return undefined
  await lockPayerReference(tx, found.payer_reference)
  return tx
    .selectFrom('provider_transactions')
    .selectAll()
    .where('receipt', '=', receipt.toUpperCase())
    .forUpdate()
    .executeTakeFirst()
}

/** Taken after the payments of a payable are locked, and before the payable itself. */
async function lockPayerReference(tx: Db, reference: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payer reference ${reference}`}, 0))`.execute(tx)
}

/** Whether a provider reported that money with this code came in. */
export async function isProviderTransaction(db: Db, code: string): Promise<boolean> {
  const row = await db
    .selectFrom('provider_transactions')
    .select('receipt')
    .where('receipt', '=', code)
    .executeTakeFirst()
  return row !== undefined
}

/** A reported phone as people may see it: empty unless masked, since a whole number is private and a hash means nothing. */
export function shownPhone(phone: string): string {
  return phone.includes('*') ? phone : ''
}

export type ReportedTransaction = { receipt: string; amount: number }

const REPORTED_AT = sql<Date>`coalesce(t.paid_at, t.received_at)`

/** A transaction with the reference and amount of a request `p` for money, whose result named no receipt. */
const FITS_REQUEST = sql<boolean>`(
  p.requested_at is not null and p.receipt is null and p.amount = t.amount
  and t.payer_reference = (
    select reference from payables where payables.payable_type = p.payable_type and payables.payable_id = p.payable_id
  )
)`

/**
 * What the provider reported of the money of a request, by the reference and amount that the phone was asked for. One
 * that another payment has already is returned as well: the same money would count twice otherwise, and be sent back.
 */
export async function lockTransactionOfRequest(
  tx: Db,
  { paymentId, reference }: { paymentId: string; reference: string },
): Promise<ReportedTransaction | undefined> {
  await lockPayerReference(tx, reference)
  const { rows } = await sql<ReportedTransaction>`
    select t.receipt, t.amount from payments as p join provider_transactions as t on ${FITS_REQUEST}
    where p.id = ${paymentId}::uuid
      and ${REPORTED_AT} between p.requested_at - interval '1 minute' and p.requested_at + interval '1 day'
    order by t.payment_id is not null, ${REPORTED_AT} limit 1
  `.execute(tx)
  return rows[0]
}

/** Whether a locked transaction is the money of a payment, or of a request that was paid without a receipt. */
export async function isCounted(tx: Db, { payment_id, receipt }: ProviderTransaction): Promise<boolean> {
  return payment_id !== null || (await findReportOfPaidRequest(tx, { receipt })) !== undefined
}

/** A request that was paid without a receipt and the transaction that no payment has and that fits it. */
export async function findReportOfPaidRequest(
  db: Db,
  by: { paymentId: string } | { receipt: string },
): Promise<(ReportedTransaction & { paymentId: string }) | undefined> {
  const which =
    'paymentId' in by ? sql`p.id = ${by.paymentId}::uuid` : sql`t.receipt = ${by.receipt.toUpperCase()}`
  const { rows } = await sql<ReportedTransaction & { paymentId: string }>`
    select p.id as "paymentId", t.receipt, t.amount
    from provider_transactions as t join payments as p on ${FITS_REQUEST}
    where ${which} and t.payment_id is null and payment_money(p.id) = t.amount
      and p.created_at between ${REPORTED_AT} - interval '1 day' and ${REPORTED_AT} + interval '1 minute'
    order by p.requested_at limit 1
  `.execute(db)
  return rows[0]
}
