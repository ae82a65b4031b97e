import { type Day, nairobiDay } from '@twende/contract/calendar-day.ts'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../../db/database.ts'
import type { Account, Entry, MoneyAccount, PayableKey, Transaction } from './accounts.ts'

/** The member of staff who makes the request, if any (`server/src/db/transaction.ts` sets it). */
const STAFF = sql`(nullif(current_setting('twende.staff_action', true), '')::jsonb ->> 'account')::uuid`

/** What pays a price is stored under the account that the noun of the payable chose. */
const STORED_ACCOUNT = sql`case when entry.account <> 'price' then entry.account else (
  select price_account from payables
  where payables.payable_type = entry.payable_type and payables.payable_id = entry.payable_id
) end`

/**
 * Adds a transaction with its entries, in the caller's database transaction; false where its key was posted before. The
 * database refuses one that is not balanced, and one that leaves an account of a payable below zero.
 */
export async function insertTransaction(tx: Db, transaction: Transaction): Promise<boolean> {
  const { payable, entries } = transaction
  const lines = entries
    .filter(({ amount }) => amount !== 0)
    .map((entry, line) => ({
      line,
      account: entry.account,
      payable_type: entry.payable?.type ?? null,
      payable_id: entry.payable?.id ?? null,
      amount: entry.amount,
      day: entry.day ?? transaction.day ?? nairobiDay(transaction.at),
    }))
  if (lines.length === 0) return false
  const { rows } = await sql`
    with posted as (
      insert into ledger_transactions (
        id, kind, occurred_at, actor_account_id, idempotency_key, provider, receipt, payable_type, payable_id,
        payment_id, refund_id, reverses
      ) values (
        ${uuidv7()}, ${transaction.kind}, ${transaction.at}, coalesce(${transaction.actor ?? null}::uuid, ${STAFF}), ${transaction.key},
        ${transaction.provider ?? null}, ${transaction.receipt ?? null}, ${payable?.type ?? null}, ${payable?.id ?? null},
        ${transaction.paymentId ?? null}, ${transaction.refundId ?? null}, ${transaction.reverses ?? null}
      )
      on conflict on constraint ledger_idempotency_key_is_unique do nothing
      returning id
    )
    insert into ledger_entries (transaction_id, line, account, payable_type, payable_id, amount, day)
    select posted.id, entry.line, ${STORED_ACCOUNT}, entry.payable_type, entry.payable_id, entry.amount, entry.day
    from posted cross join jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      as entry (line integer, account text, payable_type text, payable_id uuid, amount bigint, day date)
    returning transaction_id
  `.execute(tx)
  return rows.length > 0
}

/** What the entries of one payable add up to; none is below zero. */
export type Balance = {
  /** Came in less what went out. */
  money: number
  receivable: number
  unapplied: number
  suspense: number
  /** What paid a price: revenue, or the deposit that is held. */
  price: number
  refundsPayable: number
}

const NOTHING: Balance = {
  money: 0,
  receivable: 0,
  unapplied: 0,
  suspense: 0,
  price: 0,
  refundsPayable: 0,
}
/** A payable has either revenue or a deposit. */
const BALANCE = sql`money, receivable, unapplied, suspense, revenue + deposits as price, refunds_payable as "refundsPayable"`

/** What is held of a deposit, also of one of which a part came, or less or more than it was. */
export async function findHeld(db: Db, depositId: string): Promise<number> {
  const { rows } = await sql<{ held: number }>`
    select held from ledger_balances where payable_id = ${depositId}::uuid and payable_type = 'deposit'`.execute(
    db,
  )
  return rows[0]?.held ?? 0
}

export async function findBalance(db: Db, { type, id }: PayableKey): Promise<Balance> {
  const { rows } = await sql<Balance>`
    select ${BALANCE} from ledger_balances where payable_id = ${id}::uuid and payable_type = ${type}`.execute(
    db,
  )
  return rows[0] ?? NOTHING
}

/** The balances of these payables; of those without any money nothing. */
export async function findBalances(
  db: Db,
  type: string,
  ids: readonly string[],
): Promise<Map<string, Balance>> {
  const { rows } = await sql<Balance & { id: string }>`
    select payable_id as id, ${BALANCE} from ledger_balances
    where payable_type = ${type} and payable_id = any(${[...ids]}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, ...balance }) => [id, balance]))
}

/** The balance, kept from other postings until the transaction ends. Taken after every other lock. */
export async function lockBalance(tx: Db, { type, id }: PayableKey): Promise<Balance> {
  const { rows } = await sql<Balance>`
    select ${BALANCE} from lock_ledger_balance(${type}, ${id}::uuid)`.execute(tx)
  return rows[0] ?? NOTHING
}

/**
 * Locks a provider's receipt until the transaction ends: the provider may report one payment in two ways at the same
 * moment.
 */
export async function lockReceipt(tx: Db, receipt: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`ledger ${receipt}`}, 0))`.execute(tx)
}

export type UnmatchedMoney = { id: string; account: MoneyAccount; amount: number; day: Day }

/** Money that a provider reported under this receipt and that matches no payment so far. */
export async function findUnmatchedMoney(tx: Db, receipt: string): Promise<UnmatchedMoney | undefined> {
  const { rows } = await sql<UnmatchedMoney>`
    select t.id, e.account, e.amount, e.day::text as day from ledger_transactions as t join ledger_entries as e on e.transaction_id = t.id
    where t.receipt = ${receipt} and t.kind = 'money_received' and t.payable_id is null and e.amount > 0
      and not exists (select from ledger_transactions as back where back.reverses = t.id)
      and -e.amount = (
        select sum(entry.amount) from ledger_transactions as other join ledger_entries as entry on entry.transaction_id = other.id
        where other.receipt = ${receipt} and entry.account = 'suspense' and entry.payable_id is null
      )
    order by t.id desc limit 1
  `.execute(tx)
  return rows[0]
}

/** What stands in the books as received by a payment. */
export async function sumReceivedBy(db: Db, paymentId: string): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    select payment_money(${paymentId}::uuid) as amount`.execute(db)
  return rows[0]?.amount ?? 0
}

export type PostedEntry = {
  account: Account
  amount: number
  payable_type: string | null
  payable_id: string | null
  day: Day
}

/** What each money account holds of a payable, the largest first. */
export async function findMoneyByAccount(
  db: Db,
  { type, id }: PayableKey,
): Promise<{ account: MoneyAccount; amount: number }[]> {
  const { rows } = await sql<{ account: MoneyAccount; amount: number }>`
    select account, sum(amount)::bigint as amount from ledger_entries
    where payable_id = ${id}::uuid and payable_type = ${type} and is_money(account)
    group by account having sum(amount) > 0 order by 2 desc, 1
  `.execute(db)
  return rows
}

/** The entries by which a refund was owed. */
export async function findRefundOwed(
  tx: Db,
  refundId: string,
): Promise<{ id: string; entries: PostedEntry[] } | undefined> {
  const { rows } = await sql<{ id: string; entries: PostedEntry[] }>`
    select t.id, jsonb_agg(jsonb_build_object(
        'account', e.account, 'amount', e.amount, 'payable_type', e.payable_type, 'payable_id', e.payable_id, 'day', e.day
      ) order by e.line) as entries
    from ledger_transactions as t join ledger_entries as e on e.transaction_id = t.id
    where t.refund_id = ${refundId}::uuid and t.kind = 'refund_owed'
    group by t.id
  `.execute(tx)
  return rows[0]
}

/** The transactions that brought in the money of a payment and are not reversed, with their entries, oldest first. */
export async function findReceiptsOf(
  tx: Db,
  paymentId: string,
): Promise<{ id: string; receipt: string | null; provider: string | null; entries: PostedEntry[] }[]> {
  const { rows } = await sql<{
    id: string
    receipt: string | null
    provider: string | null
    entries: PostedEntry[]
  }>`
    select t.id, t.receipt, t.provider,
      jsonb_agg(jsonb_build_object(
        'account', e.account, 'amount', e.amount, 'payable_type', e.payable_type, 'payable_id', e.payable_id, 'day', e.day
      ) order by e.line) as entries
    from ledger_transactions as t join ledger_entries as e on e.transaction_id = t.id
    where t.payment_id = ${paymentId}::uuid and t.kind in ('money_received', 'money_assigned', 'receipt_corrected')
      and not exists (select from ledger_transactions as back where back.reverses = t.id)
    group by t.id order by t.id
  `.execute(tx)
  return rows
}

/** Whether money of a payment that was looked at counts since staff decided so. */
export async function isAccepted(tx: Db, paymentId: string): Promise<boolean> {
  const { rows } = await sql`
    select from ledger_transactions where payment_id = ${paymentId}::uuid and kind = 'money_accepted'`.execute(
    tx,
  )
  return rows.length > 0
}

/** What the entries of a payment add up to on days other than this one. */
export async function findEntriesOnOtherDays(tx: Db, paymentId: string, day: Day): Promise<PostedEntry[]> {
  const { rows } = await sql<PostedEntry>`
    select e.account, sum(e.amount)::bigint as amount, e.payable_type, e.payable_id, e.day::text as day
    from ledger_transactions as t join ledger_entries as e on e.transaction_id = t.id
    where t.payment_id = ${paymentId}::uuid and t.refund_id is null and e.day <> ${day}::date
    group by e.account, e.payable_type, e.payable_id, e.day having sum(e.amount) <> 0
    order by 1, 3, 4, 5
  `.execute(tx)
  return rows
}

/** What is reversed counts on no day: each entry has the day of what it reverses. */
export function mirrored(entry: PostedEntry): Entry {
  return { ...asEntry(entry), amount: -entry.amount }
}

export function asEntry({ account, amount, payable_type: type, payable_id: id, day }: PostedEntry): Entry {
  return { account, amount, payable: type !== null && id !== null ? { type, id } : undefined, day }
}
