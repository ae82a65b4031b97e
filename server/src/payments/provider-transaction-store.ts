import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { lockReceipt } from './ledger/ledger-store.ts'
import type { PaymentRow } from './payment-store.ts'

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
 * The transaction that a provider reported under this code, locked until the end of the database transaction. A report
 * that another transaction is adding at this moment is waited for. Requests of its reference are not settled meanwhile
 * without a receipt, because the money could be theirs.
 */
export async function lockProviderTransaction(
  tx: Db,
  receipt: string,
): Promise<ProviderTransaction | undefined> {
  const code = receipt.toUpperCase()
  const found = await tx
    .selectFrom('provider_transactions')
    .select('payer_reference')
    .where('receipt', '=', code)
    .executeTakeFirst()
  if (found) await lockPayerReferences(tx, [found.payer_reference])
  await lockReceipt(tx, code)
  const transaction = await tx
    .selectFrom('provider_transactions')
    .selectAll()
    .where('receipt', '=', code)
    .forUpdate()
    .executeTakeFirst()
  if (transaction && !found) await lockPayerReferences(tx, [transaction.payer_reference])
  return transaction
}

/** Taken after the payments of a payable are locked, and before a receipt and the payable itself. */
async function lockPayerReferences(tx: Db, references: readonly string[]): Promise<void> {
  for (const reference of [...new Set(references)].sort())
    await sql`select pg_advisory_xact_lock(hashtextextended(${`payer reference ${reference}`}, 0))`.execute(
      tx,
    )
}

/** Unmatched transactions that came when money could count for the payable that they name. */
export async function findNamedTransactions(
  db: Db,
  { receipt }: { receipt?: string | undefined },
): Promise<{ receipt: string; reference: string; payableId: string | null }[]> {
  const query = db
    .selectFrom('provider_transactions')
    .select(['receipt', 'payer_reference as reference', 'owing_payable_id as payableId'])
    .where('payment_id', 'is', null)
    .where('owing_payable_id', 'is not', null)
    .orderBy('received_at')
  return (receipt === undefined ? query : query.where('receipt', '=', receipt.toUpperCase())).execute()
}

/** Money can count no more for what a transaction names: from now on it is one as every other. */
export async function forgetNamedPayable(db: Db, receipt: string): Promise<void> {
  await db
    .updateTable('provider_transactions')
    .set({ owing_payable_id: null })
    .where('receipt', '=', receipt)
    .execute()
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

/** Money that a provider reported, as the result of a request needs it. */
export type ReportedMoney = { receipt: string; amount: number; paidAt: Date }

const REPORTED_AT = sql<Date>`coalesce(t.paid_at, t.received_at)`

/** Whether the phone of a report is that of a request; null where the provider reports none. */
const PHONE_AGREES = sql<boolean | null>`case
  when t.phone ~* '^[0-9a-f]{64}$' then lower(t.phone) = encode(sha256(convert_to(p.phone, 'UTF8')), 'hex')
  when t.phone ~ '[0-9]' then p.phone like regexp_replace(t.phone, '[^0-9]+', '%', 'g')
end`

const MAY_PAY_REQUEST = sql<boolean>`(p.requested_at is not null and p.receipt is null and p.amount = t.amount)`

/**
 * A transaction `t` that is the money of a request `p` whose result named no receipt: it names the reference that was sent
 * with the request. Payments to a till are reported without a reference, and name the phone.
 */
const FITS_REQUEST = sql<boolean>`(
  ${MAY_PAY_REQUEST}
  and (t.payer_reference = p.requested_reference or t.payer_reference = '' and ${PHONE_AGREES} is true)
)`

/** One that is, or may be: without reference and phone, only amount and time tell. */
const MAY_FIT_REQUEST = sql<boolean>`(
  ${FITS_REQUEST}
  or ${MAY_PAY_REQUEST} and t.payer_reference = '' and ${PHONE_AGREES} is null
    and ${REPORTED_AT} between p.requested_at - interval '1 minute' and p.requested_at + interval '15 minutes'
)`

/** The outcome of a request that was paid without a receipt, when money was reported that may be its own. */
export const POSSIBLY_REPORTED = 'possibly_reported'

/** The request was paid, and its money is entered or waits for a person to say which report it is. */
const IS_PAID_REQUEST = sql<boolean>`(
  payment_money(p.id) = t.amount or p.status = 'review' and p.outcome = ${sql.lit(POSSIBLY_REPORTED)}
)`

/** Before the other conditions, since they read the payments of these times only. */
const IS_OF_ITS_TIME = sql<boolean>`
  p.created_at between ${REPORTED_AT} - interval '1 day' and ${REPORTED_AT} + interval '1 minute'`

/**
 * The request failed or expired, which its provider may say of one that was paid when its callback is lost. Money without
 * a reference must have come while its phone could ring. While another request of the payable runs, it may be of that one.
 */
const IS_FAILED_REQUEST = sql<boolean>`(
  p.status in ('failed', 'expired')
  and (t.payer_reference <> '' or ${REPORTED_AT} < p.requested_at + interval '15 minutes')
  and not exists (
    select from payments as other
    where other.payable_id = p.payable_id and other.id <> p.id
      and (other.status = 'processing' or other.created_at > p.created_at and other.requested_at is not null)
  )
)`

/**
 * What the provider reported of the money of a request. One that staff has given to another payment is returned as well:
 * the same money would count twice otherwise, and be sent back. What another request was paid with is not.
 */
export async function lockTransactionOfRequest(
  tx: Db,
  { id, requested_reference }: Pick<PaymentRow, 'id' | 'requested_reference'>,
): Promise<(ReportedMoney & { isCertain: boolean }) | undefined> {
  await lockPayerReferences(tx, ['', requested_reference ?? ''])
  const { rows } = await sql<ReportedMoney & { isCertain: boolean }>`
    select t.receipt, t.amount, t.moved_at as "paidAt", ${FITS_REQUEST} as "isCertain"
    from payments as p join provider_transactions as t on ${MAY_FIT_REQUEST}
    left join payments as counted on counted.id = t.payment_id
    where p.id = ${id}::uuid and counted.requested_at is null
      and ${REPORTED_AT} between p.requested_at - interval '1 minute' and p.requested_at + interval '1 day'
    order by "isCertain" desc, t.payment_id is not null, ${REPORTED_AT} limit 1
  `.execute(tx)
  return rows[0]
}

/** The money of a request, which was reported, where nothing has it yet; for a request that is about to fail. */
export async function lockUnmatchedMoneyOfRequest(
  tx: Db,
  { id, requested_reference }: Pick<PaymentRow, 'id' | 'requested_reference'>,
): Promise<ReportedMoney | undefined> {
  await lockPayerReferences(tx, ['', requested_reference ?? ''])
  const { rows } = await sql<ReportedMoney>`
    select t.receipt, t.amount, t.moved_at as "paidAt"
    from payments as p join provider_transactions as t on ${FITS_REQUEST}
    where p.id = ${id}::uuid and t.payment_id is null
      and ${REPORTED_AT} between p.requested_at - interval '1 minute' and p.requested_at + interval '1 day'
      and (t.payer_reference <> '' or ${REPORTED_AT} < p.requested_at + interval '15 minutes')
    order by ${REPORTED_AT} limit 1
  `.execute(tx)
  return rows[0]
}

/** Requests that failed or expired, each with a transaction that is its money and that no payment has. */
export async function findReportsOfFailedRequests(
  db: Db,
  by: { receipt: string } | { since: Date },
): Promise<ReportOfRequest[]> {
  const { rows } = await sql<ReportOfRequest>`
    select p.id as "paymentId", t.receipt, t.amount, t.moved_at as "paidAt"
    from provider_transactions as t join payments as p on ${FITS_REQUEST}
    where ${whichReports(by)} and t.payment_id is null and ${IS_OF_ITS_TIME} and ${IS_FAILED_REQUEST}
    order by p.requested_at desc, ${REPORTED_AT} limit 100
  `.execute(db)
  return rows
}

/** Whether a locked transaction is the money of a payment, or of a request that was paid without a receipt. */
export async function isCounted(tx: Db, { payment_id, receipt }: ProviderTransaction): Promise<boolean> {
  return payment_id !== null || (await findReportsOfPaidRequests(tx, { receipt })).length > 0
}

type ReportOfRequest = ReportedMoney & { paymentId: string }

/** Requests that were paid without a receipt, each with a transaction that is its money and that no payment has. */
export async function findReportsOfPaidRequests(
  db: Db,
  by: { paymentId: string } | { receipt: string } | { since: Date },
): Promise<ReportOfRequest[]> {
  const { rows } = await sql<ReportOfRequest>`
    select p.id as "paymentId", t.receipt, t.amount, t.moved_at as "paidAt"
    from provider_transactions as t join payments as p on ${FITS_REQUEST}
    where ${whichReports(by)} and t.payment_id is null and ${IS_OF_ITS_TIME} and ${IS_PAID_REQUEST}
    order by p.requested_at, ${REPORTED_AT} limit 100
  `.execute(db)
  return rows
}

function whichReports(by: { paymentId: string } | { receipt: string } | { since: Date }) {
  if ('paymentId' in by) return sql`p.id = ${by.paymentId}::uuid`
  if ('receipt' in by) return sql`t.receipt = ${by.receipt.toUpperCase()}`
  return sql`t.received_at > ${by.since}::timestamptz`
}

/** The request for this payable that was paid without a receipt and whose money a transaction may be. */
export async function findPaidRequestOf(
  db: Db,
  { receipt, payableId }: { receipt: string; payableId: string },
): Promise<ReportOfRequest | undefined> {
  const { rows } = await sql<ReportOfRequest>`
    select p.id as "paymentId", t.receipt, t.amount, t.moved_at as "paidAt"
    from provider_transactions as t join payments as p on ${MAY_FIT_REQUEST}
    where t.receipt = ${receipt.toUpperCase()} and t.payment_id is null and p.payable_id = ${payableId}::uuid
      and ${IS_OF_ITS_TIME} and ${IS_PAID_REQUEST}
    order by p.requested_at limit 1
  `.execute(db)
  return rows[0]
}

/** Whether a transaction may be the money of a request that is open, or that was paid without a receipt. */
export async function mayBeOfRequest(tx: Db, { receipt }: ProviderTransaction): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from provider_transactions as t join payments as p on ${MAY_FIT_REQUEST}
      where t.receipt = ${receipt} and ${IS_OF_ITS_TIME} and (p.status = 'processing' or ${IS_PAID_REQUEST})
    ) as found
  `.execute(tx)
  return rows[0]?.found ?? false
}
