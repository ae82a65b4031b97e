import type { Day } from '@twende/contract/calendar-day.ts'
import type { Balance, BalanceItem } from '@twende/contract/payments/balance-routes.ts'
import type { PayableType } from '@twende/contract/payments/payment.ts'
import { m } from '@twende/messages'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { PageRange } from '../../db/list-page.ts'
import { MONEY_ACCOUNTS, type MoneyAccount } from '../ledger/accounts.ts'
import { customerName } from '../payable-store.ts'

type Debt = Exclude<Balance, MoneyAccount | 'ahead'>
type Fragment = RawBuilder<unknown>

/**
 * How a debt is read: what the table of balances has of it now, where that is not nothing, and the accounts whose entries
 * change it. `of`: the purchases that may have it. `credits`: an entry that is negative makes it larger.
 */
type HowRead = {
  now: Fragment
  where: Fragment
  of: Fragment
  accounts: readonly string[]
  credits: boolean
}
/** What came for a deposit is held, whichever of its accounts has it. */
const DEPOSITS = sql`payable_type = 'deposit'`
const OTHERS = sql`payable_type <> 'deposit'`
const ALL = sql`true`
const debts: Record<Debt, HowRead> = {
  refunds: {
    now: sql`refunds_payable`,
    where: sql`refunds_payable > 0`,
    of: ALL,
    accounts: ['refunds_payable'],
    credits: true,
  },
  deposits: {
    now: sql`held`,
    where: sql`held > 0`,
    of: DEPOSITS,
    accounts: ['deposits', 'unapplied', 'receivable'],
    credits: true,
  },
  credit: {
    now: sql`unapplied - receivable`,
    where: sql`unapplied > receivable`,
    of: OTHERS,
    accounts: ['unapplied', 'receivable'],
    credits: true,
  },
  undecided: {
    now: sql`suspense`,
    where: sql`suspense > 0`,
    of: ALL,
    accounts: ['suspense'],
    credits: true,
  },
  owed: {
    now: sql`receivable - unapplied`,
    where: sql`receivable > unapplied`,
    of: OTHERS,
    accounts: ['receivable', 'unapplied'],
    credits: false,
  },
}

const isMoney = (balance: Balance): balance is MoneyAccount =>
  (MONEY_ACCOUNTS as readonly Balance[]).includes(balance)

const listed = (names: readonly string[]) => sql.join(names.map((name) => sql.lit(name)))
/** Money without a purchase is known by its code. */
const CODE = sql`case when e.payable_id is null then coalesce(t.receipt, t.id::text) end`
const WITH_TRANSACTION = sql`
  ledger_entries as e left join ledger_transactions as t on t.id = e.transaction_id and e.payable_id is null`

/** What a balance has of each purchase at the end of a day; money that matches no purchase has a code instead. */
function itemsOf(balance: Balance, day: Day): Fragment {
  if (balance === 'ahead')
    return sql`
      select payable_type, payable_id, null::text as code, amount from paid_ahead(${day}::date)`
  if (isMoney(balance))
    return sql`
      select e.payable_type, e.payable_id, ${CODE} as code, sum(e.amount)::bigint as amount from ${WITH_TRANSACTION}
      where e.account = ${sql.lit(balance)} and e.day <= ${day}::date group by 1, 2, 3 having sum(e.amount) <> 0`
  return debtsOf(balance, day)
}

/**
 * What is owed now, less the entries of later days, of which there are none at the end of today. A debt is never less than
 * nothing: a purchase that is paid in advance and one that is owed for stand in different balances.
 */
function debtsOf(debt: Debt, day: Day): Fragment {
  const { now, where, of, accounts, credits } = debts[debt]
  const unmatched =
    debt === 'undecided'
      ? sql`
      union all
      select null, null, ${CODE}, -sum(e.amount) from ${WITH_TRANSACTION}
      where e.account = 'suspense' and e.payable_id is null and e.day <= ${day}::date group by 3`
      : sql``
  const later = sql`day > ${day}::date and account in (${listed(accounts)}) and payable_id is not null and ${of}`
  const ofNow = sql`select payable_type, payable_id, ${now} as amount from ledger_balances`
  return sql`
    select payable_type, payable_id, code, sum(amount)::bigint as amount from (
      select payable_type, payable_id, null::text as code, amount from (
        ${ofNow} where ${where} and ${of}
        union
        ${ofNow} where ${of} and payable_id = any(array(select payable_id from ledger_entries where ${later}))
      ) as of_now
      union all
      select payable_type, payable_id, null, ${credits ? sql`amount` : sql`-amount`} from ledger_entries where ${later}
      ${unmatched}
    ) as moved group by 1, 2, 3 having sum(amount) > 0`
}

export type BalanceSum = { balance: Balance; purpose: PayableType; count: number; amount: number }

/** What these balances have at the end of a day, by what the money is for; read by one statement, so that they agree. */
export async function sumBalances(db: Db, balances: readonly Balance[], day: Day): Promise<BalanceSum[]> {
  const sums = balances.map(
    (balance) => sql`
      select ${sql.lit(balance)} as balance, coalesce(payable_type, 'unmatched') as purpose, count(*)::int as count,
        sum(amount)::bigint as amount
      from (${itemsOf(balance, day)}) as item group by 2`,
  )
  const { rows } = await sql<BalanceSum>`${sql.join(sums, sql` union all `)} order by 1, 2`.execute(db)
  return rows
}

export type BalanceItemRow = Omit<BalanceItem, '_id'>

/** The accounts whose entries say since when a balance has something of a purchase. */
function accountsOf(balance: Balance): readonly string[] {
  if (balance === 'ahead') return ['revenue:rental']
  return isMoney(balance) ? [balance] : debts[balance].accounts
}

/** The rows of a balance at the end of a day, the oldest first. */
export async function findBalanceItems(
  db: Db,
  { balance, day, limit, offset }: { balance: Balance; day: Day } & PageRange,
): Promise<BalanceItemRow[]> {
  const accounts = listed(accountsOf(balance))
  const { rows } = await sql<BalanceItemRow>`
    with item as materialized (${itemsOf(balance, day)}),
    moved as (
      select item.payable_type, item.payable_id, item.code, e.day, sum(e.amount) as amount
      from item join ledger_entries as e on e.payable_id = item.payable_id and e.payable_type = item.payable_type
      where e.account in (${accounts}) and e.day <= ${day}::date group by 1, 2, 3, 4
      union all
      select null, null, item.code, e.day, sum(e.amount)
      from item cross join lateral (
        select id from ledger_transactions where receipt = item.code
        union select (case when item.code ~ '^[0-9a-f-]{36}$' then item.code end)::uuid
      ) as t join ledger_entries as e on e.transaction_id = t.id and e.payable_id is null
      where e.account in (${accounts}) and e.day <= ${day}::date group by 3, 4
    ),
    held as (
      select payable_type, payable_id, code, day,
        sum(amount) over (partition by payable_type, payable_id, code order by day) as amount
      from moved
    ),
    -- A balance has the sign of its last day since the day after which it had none, or the other one.
    begun as (
      select payable_type, payable_id, code,
        min(day) filter (where day > coalesce(last_without, '-infinity')) as since
      from (
        select *, max(day) filter (where sign(amount) <> sign(latest)) over of_item as last_without from (
          select *, last_value(amount) over (
            of_item order by day rows between unbounded preceding and unbounded following
          ) as latest
          from held window of_item as (partition by payable_type, payable_id, code)
        ) as known window of_item as (partition by payable_type, payable_id, code)
      ) as compared group by 1, 2, 3
    )
    select coalesce(item.payable_type, 'unmatched') as purpose, item.payable_id as "purchaseId",
      coalesce(payables.reference, item.code, '') as reference,
      case when item.payable_id is null then coalesce(reported.payer_name, '')
        else coalesce(${customerName()}, ${m.payment_visitor()}) end as customer,
      item.amount, begun.since::text as since
    from item
    join begun on begun.payable_type is not distinct from item.payable_type
      and begun.payable_id is not distinct from item.payable_id and begun.code is not distinct from item.code
    left join payables on payables.payable_type = item.payable_type and payables.payable_id = item.payable_id
    left join accounts on accounts.id = payables.account_id
    left join provider_transactions as reported on reported.receipt = item.code
    order by begun.since, item.payable_id, item.code
    limit ${limit}::int offset ${offset}::int`.execute(db)
  return rows
}
