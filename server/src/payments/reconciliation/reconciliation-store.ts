import { addDays, type Day, nairobiDay, nairobiInstant } from '@twende/contract/calendar-day.ts'
import type { PayableType } from '@twende/contract/payments/payment.ts'
import type { MoneyMethod } from '@twende/contract/payments/payment-choices.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { DESK_ACCOUNTS, MONEY_ACCOUNTS, type MoneyAccount, REPORTED_ACCOUNTS } from '../ledger/accounts.ts'
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

const IN_MONEY_ACCOUNTS = sql<boolean>`e.account in (${sql.join(MONEY_ACCOUNTS.map(sql.lit))})`
/** An entry of money that no payment has (yet). */
export const IS_UNMATCHED = sql<boolean>`(e.payable_id is null and t.kind <> 'money_lost')`

/** What came in by the ledger, less corrections: entries `e` of transactions `t`, and the payment `p` that has them. */
const CAME_IN = sql`
  ledger_entries as e join ledger_transactions as t on t.id = e.transaction_id
    and ${IN_MONEY_ACCOUNTS} and t.kind not in ('refund_paid', 'money_moved')
  left join payments as p on p.id = t.payment_id and not ${IS_UNMATCHED}`
const PURPOSE = sql<PayableType>`coalesce(p.payable_type, 'unmatched')`

/** What came in on each Nairobi day since, by payable type; days and types without money are left out. */
export async function sumMoneyByDay(db: Db, since: Date) {
  const { rows } = await sql<{ day: string; purpose: PayableType; amount: number }>`
    select e.day::text as day, ${PURPOSE} as purpose, sum(e.amount)::bigint as amount
    from ${CAME_IN} where e.day >= ${nairobiDay(since)}::date
    group by 1, 2 having sum(e.amount) <> 0`.execute(db)
  return rows
}

/** What came in on a day, by method and payable type; money without a purchase too. */
export async function sumPayments(db: Db, day: Day) {
  const { rows } = await sql<
    Sum & { method: MoneyMethod; purpose: PayableType; inReview: number; amountInReview: number }
  >`
    select entered.method, entered.purpose, count(*) filter (where entered.amount > 0) as count,
      sum(entered.amount)::bigint as amount,
      count(*) filter (where ${NEEDS_DECISION}) as "inReview",
      coalesce(sum(entered.amount) filter (where ${NEEDS_DECISION}), 0)::bigint as "amountInReview"
    from (
      select p.id, case when p.id is null then t.receipt end as receipt, ${PURPOSE} as purpose,
        coalesce(p.method, 'c2b') as method, sum(e.amount) as amount
      from ${CAME_IN} where e.day = ${day}::date
      group by 1, 2, 3, 4 having sum(e.amount) <> 0
    ) as entered left join payments as p on p.id = entered.id
    group by 1, 2 order by 1, 2
  `.execute(db)
  return rows
}

export type AccountOfDay = { account: MoneyAccount; opening: number; in: number; out: number }

/** What each account of money held at the beginning of a day, and what came in and went out on it. */
export async function sumAccounts(db: Db, day: Day): Promise<AccountOfDay[]> {
  const { rows } = await sql<AccountOfDay>`
    select known.account, coalesce(before.amount, 0) as opening, coalesce(moved.came, 0) as in, coalesce(moved.went, 0) as out
    from unnest(${[...MONEY_ACCOUNTS]}::text[]) with ordinality as known (account, place)
    left join (
      select e.account, sum(e.amount)::bigint as amount from ledger_entries as e
      where ${IN_MONEY_ACCOUNTS} and e.day < ${day}::date group by 1
    ) as before using (account)
    left join (
      select e.account, coalesce(sum(e.amount) filter (where t.kind <> 'refund_paid'), 0)::bigint as came,
        coalesce(-sum(e.amount) filter (where t.kind = 'refund_paid'), 0)::bigint as went
      from ledger_entries as e join ledger_transactions as t on t.id = e.transaction_id
      where ${IN_MONEY_ACCOUNTS} and e.day = ${day}::date group by 1
    ) as moved using (account)
    order by known.place
  `.execute(db)
  return rows
}

export type AccountDay = AccountOfDay & { day: Day; reported: number | null }

/** The same for each day of a range; `reported`: what the provider reported of the day, where it reports the account. */
export async function sumAccountsByDay(
  db: Db,
  { fromDay, toDay }: { fromDay: Day; toDay: Day },
): Promise<AccountDay[]> {
  const { rows } = await sql<AccountDay>`
    with moved as (
      select e.account, e.day, sum(e.amount) as amount,
        coalesce(sum(e.amount) filter (where t.kind <> 'refund_paid'), 0) as came,
        coalesce(-sum(e.amount) filter (where t.kind = 'refund_paid'), 0) as went
      from ledger_entries as e join ledger_transactions as t on t.id = e.transaction_id
      where ${IN_MONEY_ACCOUNTS} and e.day >= ${fromDay}::date and e.day <= ${toDay}::date group by 1, 2
    ), before as (
      select e.account, sum(e.amount) as amount from ledger_entries as e
      where ${IN_MONEY_ACCOUNTS} and e.day < ${fromDay}::date group by 1
    ), told as (
      select (moved_at at time zone 'Africa/Nairobi')::date as day, sum(amount) as amount from provider_transactions
      where moved_at >= ${nairobiInstant(fromDay, '00:00')} and moved_at < ${nairobiInstant(addDays(toDay, 1), '00:00')}
      group by 1
    )
    select days.day::date::text as day, known.account,
      (coalesce(before.amount, 0) + coalesce(sum(moved.amount) over (
        partition by known.account order by days.day rows between unbounded preceding and 1 preceding), 0))::bigint as opening,
      coalesce(moved.came, 0)::bigint as in, coalesce(moved.went, 0)::bigint as out,
      case when known.account in (${sql.join(REPORTED_ACCOUNTS.map(sql.lit))}) then coalesce(told.amount, 0)::bigint end as reported
    from generate_series(${fromDay}::date, ${toDay}::date, interval '1 day') as days (day)
    cross join unnest(${[...MONEY_ACCOUNTS]}::text[]) with ordinality as known (account, place)
    left join before on before.account = known.account
    left join moved on moved.account = known.account and moved.day = days.day::date
    left join told on told.day = days.day::date
    order by days.day, known.place`.execute(db)
  return rows
}

export async function sumRefunds(db: Db, day: Day): Promise<Sum> {
  const { rows } = await sql<Sum>`
    select count(*) as count, coalesce(-sum(e.amount), 0)::bigint as amount
    from ledger_transactions as t join ledger_entries as e on e.transaction_id = t.id
    where ${IN_MONEY_ACCOUNTS} and t.kind = 'refund_paid' and e.day = ${day}::date
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
    from provider_transactions as i where ${within('i.moved_at', span)}
  `.execute(db)
  const { count, amount, open, openAmount } = rows[0] ?? { count: 0, amount: 0, open: 0, openAmount: 0 }
  return { reported: { count, amount }, unmatched: { count: open, amount: openAmount } }
}

export type Difference = 'unmatched' | 'withoutReceipt' | 'otherAmount'

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
    where ${NO_PAYMENT_YET} and ${within('i.moved_at', span)}`,
  withoutReceipt: (span: Span) => sql`
    select 'payment' as kind, p.id::text as id from payments as p
    where p.status = 'paid' and p.method not in (${sql.join([...DESK_ACCOUNTS, 'moved'].map(sql.lit))}) and p.receipt is null and ${within('p.paid_at', span)}`,
  otherAmount: (span: Span) => sql`
    select 'payment' as kind, p.id::text as id from payments as p join provider_transactions as i on i.payment_id = p.id
    where ${IS_MONEY} and ${RECEIVED} <> i.amount and ${within('p.paid_at', span)}`,
}
