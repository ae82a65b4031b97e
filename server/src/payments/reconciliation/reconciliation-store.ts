import type { PayableType } from '@twende/contract/payments/payment.ts'
import type { MoneyMethod } from '@twende/contract/payments/payment-choices.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { DESK_ACCOUNTS, MONEY_ACCOUNTS } from '../ledger/accounts.ts'
import { NEEDS_DECISION, NO_PAYMENT_YET, type PaymentItemKey } from './payment-list-store.ts'

type Span = { from: Date; to: Date }
type Sum = { count: number; amount: number }

const MOST_SHOWN = 100

/** Money that is or was received; a payment in review counts if an amount was reported. */
const IS_MONEY = sql<boolean>`(
  p.status in ('paid', 'partial', 'refunding', 'refunded') or (p.status = 'review' and p.amount_received is not null)
)`
const RECEIVED = sql<number>`coalesce(p.amount_received, p.amount)`
const within = (column: string, { from, to }: Span) =>
  sql<boolean>`(${sql.ref(column)} >= ${from}::timestamptz and ${sql.ref(column)} < ${to}::timestamptz)`

/** What came in by the ledger, less corrections: entries `e` of transactions `t` of payments. */
const CAME_IN = sql`
  ledger_transactions as t join ledger_entries as e on e.transaction_id = t.id
    and t.payment_id is not null and t.refund_id is null
    and e.account in (${sql.join(MONEY_ACCOUNTS.map(sql.lit))}) and (e.payable_id is not null or t.kind = 'money_lost')`

/** What came in on each Nairobi day since, by payable type; days and types without money are left out. */
export async function sumMoneyByDay(db: Db, since: Date) {
  const { rows } = await sql<{ day: string; purpose: PayableType; amount: number }>`
    select to_char(t.occurred_at at time zone 'Africa/Nairobi', 'YYYY-MM-DD') as day, p.payable_type as purpose,
      sum(e.amount)::bigint as amount
    from ${CAME_IN} join payments as p on p.id = t.payment_id
    where t.occurred_at >= ${since}::timestamptz
    group by 1, 2 having sum(e.amount) <> 0`.execute(db)
  return rows
}

/** What came in, by method and payable type. */
export async function sumPayments(db: Db, span: Span) {
  const { rows } = await sql<
    Sum & { method: MoneyMethod; purpose: PayableType; inReview: number; amountInReview: number }
  >`
    select p.method, p.payable_type as purpose, count(*) filter (where entered.amount > 0) as count,
      sum(entered.amount)::bigint as amount,
      count(*) filter (where ${NEEDS_DECISION}) as "inReview",
      coalesce(sum(entered.amount) filter (where ${NEEDS_DECISION}), 0)::bigint as "amountInReview"
    from (
      select t.payment_id, sum(e.amount) as amount
      from ${CAME_IN} where ${within('t.occurred_at', span)}
      group by t.payment_id having sum(e.amount) <> 0
    ) as entered join payments as p on p.id = entered.payment_id
    group by p.method, p.payable_type order by p.method, p.payable_type
  `.execute(db)
  return rows
}

export async function sumRefunds(db: Db, span: Span): Promise<Sum> {
  const { rows } = await sql<Sum>`
    select count(*) as count, coalesce(sum(e.amount), 0)::bigint as amount
    from ledger_transactions as t join ledger_entries as e on e.transaction_id = t.id
    where t.kind = 'refund_paid' and e.account = 'refunds_payable' and ${within('t.occurred_at', span)}
  `.execute(db)
  return rows[0] ?? { count: 0, amount: 0 }
}

/** What providers reported without a request of ours, and how much of it matches no payment. */
export async function sumProviderTransactions(
  db: Db,
  span: Span,
): Promise<{ reported: Sum; unmatched: Sum }> {
  const { rows } = await sql<{ count: number; amount: number; open: number; openAmount: number }>`
    select count(*) as count, coalesce(sum(i.amount), 0) as amount,
      count(*) filter (where ${NO_PAYMENT_YET}) as open,
      coalesce(sum(i.amount) filter (where ${NO_PAYMENT_YET}), 0) as "openAmount"
    from provider_transactions as i where ${within('i.received_at', span)}
  `.execute(db)
  const { count, amount, open, openAmount } = rows[0] ?? { count: 0, amount: 0, open: 0, openAmount: 0 }
  return { reported: { count, amount }, unmatched: { count: open, amount: openAmount } }
}

export type Difference = 'unmatched' | 'withoutReceipt' | 'otherAmount' | 'notReported'

/** The differences of a day: the first of them, and how many there are. */
export async function findDifferences(
  db: Db,
  kind: Difference,
  span: Span,
): Promise<{ keys: PaymentItemKey[]; total: number }> {
  const { rows } = await sql<PaymentItemKey & { total: number }>`
    select found.*, count(*) over () as total from (${differences[kind](span)}) as found order by id limit ${MOST_SHOWN}
  `.execute(db)
  return { keys: rows.map(({ kind, id }) => ({ kind, id })), total: rows[0]?.total ?? 0 }
}

const differences = {
  unmatched: (span: Span) => sql`
    select 'transaction' as kind, i.receipt as id from provider_transactions as i
    where ${NO_PAYMENT_YET} and ${within('i.received_at', span)}`,
  withoutReceipt: (span: Span) => sql`
    select 'payment' as kind, p.id::text as id from payments as p
    where p.status = 'paid' and p.method not in (${sql.join([...DESK_ACCOUNTS, 'moved'].map(sql.lit))}) and p.receipt is null and ${within('p.settled_at', span)}`,
  otherAmount: (span: Span) => sql`
    select 'payment' as kind, p.id::text as id from payments as p join provider_transactions as i on i.payment_id = p.id
    where ${IS_MONEY} and ${RECEIVED} <> i.amount and ${within('p.settled_at', span)}`,
  notReported: (span: Span) => sql`
    select 'payment' as kind, p.id::text as id from unreported_payments as p
    where ${within('p.settled_at', span)}`,
}
