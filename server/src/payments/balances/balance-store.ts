import type { Day } from '@twende/contract/calendar-day.ts'
import { BALANCES, type Balance, type BalanceItem } from '@twende/contract/payments/balance-routes.ts'
import type { PayableType } from '@twende/contract/payments/payment.ts'
import { m } from '@twende/messages'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { PageRange } from '../../db/list-page.ts'
import { MONEY_ACCOUNTS, type MoneyAccount } from '../ledger/accounts.ts'
import { customerName } from '../payable-store.ts'

type Fragment = RawBuilder<unknown>

const isMoney = (balance: Balance): balance is MoneyAccount =>
  (MONEY_ACCOUNTS as readonly Balance[]).includes(balance)

/**
 * What a balance has at the end of a day, of each purchase or, where it matches none, by its code, and since when. The database
 * keeps it of purchases (`server/migrations/019-reports.sql`).
 */
function itemsOf(balance: Balance, day: Day): Fragment {
  if (balance === 'ahead') return paidAhead(day)
  const ofPurchases = sql`
    select payable_type, payable_id, null::text as code, amount, since from balance_spans
    where balance = ${sql.lit(balance)} and day <= ${day}::date and until > ${day}::date`
  if (isMoney(balance)) return sql`${ofPurchases} union all ${ofNoPurchase(balance, sql`e.amount`, day)}`
  if (balance !== 'undecided') return ofPurchases
  return sql`${ofPurchases} union all
    select * from (${ofNoPurchase('suspense', sql`-e.amount`, day)}) as waiting where amount > 0`
}

/** Money without a purchase is known by its code. */
const ofNoPurchase = (account: string, amount: Fragment, day: Day): Fragment => sql`
  select null::text as payable_type, null::uuid as payable_id, key as code, amount::bigint as amount, since from (${begun(sql`
    select coalesce(t.receipt, t.id::text) as key, e.day, sum(${amount}) as amount
    from ledger_entries as e join ledger_transactions as t on t.id = e.transaction_id
    where e.account = ${sql.lit(account)} and e.payable_id is null and e.day <= ${day}::date group by 1, 2`)}) as of_code
  where amount <> 0`

const paidAhead = (day: Day): Fragment => sql`
  with item as materialized (select * from paid_ahead(${day}::date))
  select item.payable_type, item.payable_id, null::text as code, item.amount, of_rental.since
  from item join (${begun(sql`
    select e.payable_id as key, e.day, sum(e.amount) as amount
    from ledger_entries as e join item on item.payable_id = e.payable_id and item.payable_type = e.payable_type
    where e.account = 'revenue:rental' and e.day <= ${day}::date group by 1, 2`)}) as of_rental
    on of_rental.key = item.payable_id`

/** What is left of each key, with the sign that it has since the day after which it had nothing, or the other sign. */
const begun = (moved: Fragment): Fragment => sql`
  select key, latest as amount, min(day) filter (where day > coalesce(last_without, '-infinity')) as since from (
    select *, max(day) filter (where sign(amount) <> sign(latest)) over (partition by key) as last_without from (
      select *, last_value(amount) over (
        partition by key order by day rows between unbounded preceding and unbounded following
      ) as latest
      from (
        select key, day, sum(amount) over (partition by key order by day) as amount from (${moved}) as moved
      ) as held
    ) as known
  ) as compared group by key, latest`

export type BalanceSum = { balance: Balance; purpose: PayableType; count: number; amount: number }

const sumOf = (balance: Balance, day: Day) => sql`
  select ${sql.lit(balance)} as balance, coalesce(payable_type, 'unmatched') as purpose, count(*)::int as count,
    sum(amount)::bigint as amount
  from (${itemsOf(balance, day)}) as item group by 2`

/** What balances have at the end of a day, by what the money is for; read by one statement, so that they agree. */
export async function sumBalances(
  db: Db,
  day: Day,
  balances: readonly Balance[] = BALANCES,
): Promise<BalanceSum[]> {
  const sums = balances.map((balance) => sumOf(balance, day))
  const { rows } = await sql<BalanceSum>`${sql.join(sums, sql` union all `)} order by 1, 2`.execute(db)
  return rows
}

export type BalanceItemRow = Omit<BalanceItem, '_id'> & {
  key: string
  /** How money came in that has neither a purchase nor a code. */
  account: MoneyAccount | null
}

/** The rows of a balance at the end of a day, the oldest first. */
export async function findBalanceItems(
  db: Db,
  { balance, day, limit, offset }: { balance: Balance; day: Day } & PageRange,
): Promise<BalanceItemRow[]> {
  const { rows } = await sql<BalanceItemRow>`
    with page as materialized (
      select * from (${itemsOf(balance, day)}) as item order by since, payable_id, code
      limit ${limit}::int offset ${offset}::int
    )
    select coalesce(item.payable_type, 'unmatched') as purpose, item.payable_id as "purchaseId",
      coalesce(payables.reference, item.code, '') as reference, coalesce(item.payable_id::text, item.code) as key,
      (select e.account from ledger_entries as e where e.transaction_id = (
        case when item.code ~ '^[0-9a-f-]{36}$' then item.code end
      )::uuid and is_money(e.account) limit 1) as account,
      case when item.payable_id is null then coalesce(reported.payer_name, '')
        else coalesce(${customerName()}, ${m.payment_visitor()}) end as customer,
      item.amount, item.since::text as since
    from page as item
    left join payables on payables.payable_type = item.payable_type and payables.payable_id = item.payable_id
    left join accounts on accounts.id = payables.account_id
    left join provider_transactions as reported on reported.receipt = item.code
    order by item.since, item.payable_id, item.code`.execute(db)
  return rows
}
