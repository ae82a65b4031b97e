import { type SqlBool, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { REFUND_IS_OWED } from './reconciliation/payment-list-store.ts'

/** Whether a payment is of this account. What staff took at the counter somebody else paid. */
const isOwn = (accountId: string) =>
  sql<SqlBool>`(payments.account_id = ${accountId} and not was_taken_at_counter(payments))`

export async function findPaymentsOf(db: Db, accountId: string) {
  return db
    .selectFrom('payments')
    .select([
      'id',
      'payable_type as purpose',
      'method',
      'amount',
      'amount_received',
      'phone',
      'status',
      'receipt',
    ])
    .select(['created_at', 'settled_at'])
    .where(isOwn(accountId))
    .orderBy('created_at')
    .execute()
}

export async function findProofsOf(db: Db, accountId: string) {
  return db
    .selectFrom('payment_proofs')
    .select(['code', 'amount_typed', 'amount_read', 'payer_name', 'payer_phone', 'email', 'message'])
    .select(['status', 'reason', 'note', 'created_at', 'settled_at'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute()
}

/** Refunds of what the account bought. */
export async function findRefundsOf(db: Db, accountId: string) {
  return db
    .selectFrom('refunds')
    .innerJoin('payables', 'payables.payable_id', 'refunds.payable_id')
    .where('payables.account_id', '=', accountId)
    .where('payables.at_counter', '=', false)
    .select(['refunds.amount', 'refunds.reason', 'refunds.reason_note', 'refunds.status', 'refunds.receipt'])
    .select(['refunds.other_receipts', 'refunds.transfer_amounts', 'refunds.created_at', 'refunds.sent_at'])
    .orderBy('refunds.created_at')
    .execute()
}

/** How many payments of the account are open or in review. */
export async function countOpenPayments(tx: Db, accountId: string): Promise<number> {
  const { open } = await tx
    .selectFrom('payments as p')
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .where('p.account_id', '=', accountId)
    .where(sql<SqlBool>`not was_taken_at_counter(p)`)
    .where(
      sql<boolean>`(p.status in ('pending', 'processing', 'review') or p.status = 'partial' and not ${REFUND_IS_OWED})`,
    )
    .executeTakeFirstOrThrow()
  return open
}

/**
 * What the account bought that is not settled: money is owed, a deposit is held, or money lies unused or undecided. Debts come
 * first; undefined if all is settled.
 */
export async function findOpenBalance(tx: Db, accountId: string) {
  const owed = sql<number>`case when payables.payable_type = 'deposit' then 0 else greatest(receivable - unapplied, 0) end`
  return tx
    .selectFrom('payables')
    .innerJoin('ledger_balances as balance', (join) =>
      join
        .onRef('balance.payable_id', '=', 'payables.payable_id')
        .onRef('balance.payable_type', '=', 'payables.payable_type'),
    )
    .select([
      sql<string>`payables.reference`.as('reference'),
      owed.as('owed'),
      'held',
      'suspense as undecided',
    ])
    .where('payables.account_id', '=', accountId)
    .where('payables.at_counter', '=', false)
    .where(sql<SqlBool>`(${owed} > 0 or held > 0 or suspense > 0 or unapplied > 0)`)
    .orderBy(owed, 'desc')
    .orderBy('held', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Erases phone numbers and names from payments, proofs and messages; amounts, codes and dates stay. */
export async function emptyPayers(tx: Db, accountId: string): Promise<void> {
  const own = tx.selectFrom('payments').select('id').where(isOwn(accountId))
  await tx
    .updateTable('payment_messages')
    .set({ body: sql`regexp_replace(body, '254[17][0-9]{8}', '254*********', 'g')` })
    .where('payment_id', 'in', own)
    .execute()
  await tx
    .updateTable('provider_transactions')
    .from('payments')
    .whereRef('payments.receipt', '=', 'provider_transactions.receipt')
    .where(isOwn(accountId))
    .set({ phone: '', payer_name: '', body: '' })
    .execute()
  await tx
    .updateTable('payment_proofs')
    .set({ payer_name: '', payer_phone: '', email: '', message: '', warnings: [] })
    .where('account_id', '=', accountId)
    .execute()
  await tx.updateTable('payments').set({ phone: '' }).where(isOwn(accountId)).execute()
}

/** The same for records before `before`, whoever paid, at most `most` of each kind; returns how many were changed. */
export async function emptyOldPayers(tx: Db, before: Date, most: number): Promise<number> {
  const emptied = await Promise.all([
    sql`
      update payments set phone = '', note = '' where id in (
        select id from payments where coalesce(settled_at, created_at) < ${before}
          and (phone <> '' or note <> '') limit ${most}
      )`.execute(tx),
    sql`
      update payment_messages set body = '' where id in (
        select id from payment_messages where received_at < ${before} and body <> '' limit ${most}
      )`.execute(tx),
    sql`
      update provider_transactions set phone = '', payer_name = '', payer_reference = '', body = '' where receipt in (
        select receipt from provider_transactions where received_at < ${before}
          and (phone <> '' or payer_name <> '' or payer_reference <> '' or body <> '') limit ${most}
      )`.execute(tx),
    sql`
      update payment_proofs set payer_name = '', payer_phone = '', email = '', message = '', warnings = '{}' where id in (
        select id from payment_proofs where status <> 'waiting' and created_at < ${before}
          and (payer_name <> '' or payer_phone <> '' or email <> '' or message <> '') limit ${most}
      )`.execute(tx),
    sql`
      update refunds set reason_note = '', sent_note = case when receipt is null then '-' else '' end where id in (
        select id from refunds where status = 'sent' and sent_at < ${before}
          and (reason_note <> '' or sent_note not in ('', '-')) limit ${most}
      )`.execute(tx),
  ])
  return emptied.reduce((sum, { numAffectedRows }) => sum + Number(numAffectedRows ?? 0n), 0)
}
