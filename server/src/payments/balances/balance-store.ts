import type { Day } from '@twende/contract/calendar-day.ts'
import { BALANCES, type Balance, type BalanceItem } from '@twende/contract/payments/balance-routes.ts'
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
 * How a balance of purchases is read: what the table of balances has of it now, where that is not nothing, and the accounts whose
 * entries change it. `of`: the purchases that may have it. `credits`: an entry that is negative makes it larger.
 */
type Carried = {
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
const debts: Record<Debt, Carried> = {
  refunds: {
    now: sql`refunds_payable`,
    where: sql`refunds_payable > 0`,
    of: ALL,
    accounts: ['refunds_payable'],
    credits: true,
  },
  deposits: {
    now: sql`deposits + unapplied - receivable`,
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
const ofMoney = (account: MoneyAccount): Carried => ({
  now: sql`${sql.ref(account)}`,
  where: sql`${sql.ref(account)} <> 0`,
  of: ALL,
  accounts: [account],
  credits: false,
})

const isMoney = (balance: Balance): balance is MoneyAccount =>
  (MONEY_ACCOUNTS as readonly Balance[]).includes(balance)

const listed = (names: readonly string[]) => sql.join(names.map((name) => sql.lit(name)))
/** Money without a purchase is known by its code. */
const unmatched = (account: string, day: Day) => sql`
  select null::text as payable_type, null::uuid as payable_id, coalesce(t.receipt, t.id::text) as code, e.amount
  from ledger_entries as e join ledger_transactions as t on t.id = e.transaction_id
  where e.account = ${sql.lit(account)} and e.payable_id is null and e.day <= ${day}::date`

/** What a balance has of each purchase at the end of a day; money that matches no purchase has a code instead. */
function itemsOf(balance: Balance, day: Day): Fragment {
  if (balance === 'ahead')
    return sql`
      select payable_type, payable_id, null::text as code, amount from paid_ahead(${day}::date)`
  return isMoney(balance)
    ? carriedItems(ofMoney(balance), day, { unmatched: unmatched(balance, day), keeps: sql`<> 0` })
    : carriedItems(debts[balance], day, {
        ...(balance === 'undecided' && {
          unmatched: sql`select payable_type, payable_id, code, -amount
          from (${unmatched('suspense', day)}) as waiting`,
        }),
        keeps: sql`> 0`,
      })
}

/**
 * What there is now, less the entries of later days, of which there are none at the end of today. A debt is never less than
 * nothing: a purchase that is paid in advance and one that is owed for stand in different balances.
 */
function carriedItems(
  { now, where, of, accounts, credits }: Carried,
  day: Day,
  { unmatched: others, keeps }: { unmatched?: Fragment; keeps: Fragment },
): Fragment {
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
      ${others ? sql`union all ${others}` : sql``}
    ) as moved group by 1, 2, 3 having sum(amount) ${keeps}`
}

export type BalanceSum = { balance: Balance; purpose: PayableType; count: number; amount: number }

/** What a balance has at the end of a day, by what the money is for. */
export async function sumBalance(db: Db, balance: Balance, day: Day): Promise<BalanceSum[]> {
  const { rows } = await sql<BalanceSum>`${sumOf(balance, itemsOf(balance, day))} order by 2`.execute(db)
  return rows
}

const sumOf = (balance: Balance, items: Fragment) => sql`
  select ${sql.lit(balance)} as balance, coalesce(payable_type, 'unmatched') as purpose, count(*)::int as count,
    sum(amount)::bigint as amount
  from (${items}) as item group by 2`

/** What each of the columns that are carried forward had at the end of a day; their entries have the other sign where they are credits. */
const CARRIED = {
  debits: [...MONEY_ACCOUNTS, 'receivable'],
  credits: ['unapplied', 'suspense', 'deposits', 'refunds_payable'],
} as const
const columns = [...CARRIED.debits, ...CARRIED.credits]

/** What counts of a purchase for each balance, from the columns at the end of the day. */
const figureOf = (balance: Exclude<Balance, 'ahead'>): Fragment =>
  isMoney(balance)
    ? sql.ref(balance)
    : sql`case when ${debts[balance].of} then greatest(0, ${debts[balance].now}) else 0 end`

/**
 * What all balances have at the end of a day, by what the money is for; read by one statement, so that they agree. Every purchase
 * has money, and few have debts: those of now have indexes, while those of an earlier day are read in the same pass.
 */
export async function sumBalances(db: Db, day: Day, { isNow }: { isNow: boolean }): Promise<BalanceSum[]> {
  const isCarried = (balance: Balance): balance is Exclude<Balance, 'ahead'> =>
    isMoney(balance) || (!isNow && balance !== 'ahead')
  const carried = BALANCES.filter(isCarried)
  const others = BALANCES.filter((balance) => !isCarried(balance))
  const later = columns.map(
    (name) => sql`sum(amount) filter (where account = ${sql.lit(name)}) as ${sql.ref(name)}`,
  )
  const atEnd = [
    ...CARRIED.debits.map((name) => [name, sql`-`] as const),
    ...CARRIED.credits.map((name) => [name, sql`+`] as const),
  ].map(([name, less]) => {
    const [now, moved] = [sql.ref(`now.${name}`), sql.ref(`later.${name}`)]
    return sql`(${now} ${less} coalesce(${moved}, 0))::bigint as ${sql.ref(name)}`
  })
  const counted = carried.map(
    (balance) => sql`count(nullif(${figureOf(balance)}, 0))::int as ${sql.ref(`${balance} count`)},
      sum(${figureOf(balance)})::bigint as ${sql.ref(`${balance} amount`)}`,
  )
  const figures = carried.map(
    (balance) => sql`(${sql.lit(balance)}, ${sql.ref(`${balance} count`)}, ${sql.ref(`${balance} amount`)})`,
  )
  const { rows } = await sql<BalanceSum>`
    with later as materialized (
      select payable_type, payable_id, ${sql.join(later)} from ledger_entries
      where day > ${day}::date and payable_id is not null and account in (${listed(columns)}) group by 1, 2
    ),
    at_end as (
      select now.payable_type, ${sql.join(atEnd)}
      from ledger_balances as now
        left join later on later.payable_id = now.payable_id and later.payable_type = now.payable_type
    ),
    counted as (select payable_type, ${sql.join(counted)} from at_end group by 1),
    of_purchases as (
      select figure.balance, payable_type as purpose, figure.count, figure.amount
      from counted cross join lateral (values ${sql.join(figures)}) as figure (balance, count, amount)
      where figure.count > 0
    ),
    of_none as (
      select account, code, sum(amount) as amount from (
        select e.account, coalesce(t.receipt, t.id::text) as code, e.amount
        from ledger_entries as e join ledger_transactions as t on t.id = e.transaction_id
        where e.payable_id is null and e.day <= ${day}::date and e.account in (${listed([...MONEY_ACCOUNTS, ...(isNow ? [] : ['suspense'])])})
      ) as entry group by 1, 2
    )
    select balance, purpose, count, amount from of_purchases
    union all
    select case account when 'suspense' then 'undecided' else account end, 'unmatched', count(*)::int,
      sum(case account when 'suspense' then -amount else amount end)::bigint
    from of_none where case account when 'suspense' then amount < 0 else amount <> 0 end group by 1
    union all
    ${sql.join(
      others.map((balance) => sumOf(balance, itemsOf(balance, day))),
      sql` union all `,
    )}
    order by 1, 2`.execute(db)
  return rows
}

export type BalanceItemRow = Omit<BalanceItem, '_id'> & {
  key: string
  /** How money came in that has neither a purchase nor a code. */
  account: MoneyAccount | null
}

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
    with item as materialized (
      select *, coalesce(payable_id::text, code) as key from (${itemsOf(balance, day)}) as found
    ),
    moved as (
      select item.key, e.day, sum(e.amount) as amount
      from item join ledger_entries as e on e.payable_id = item.payable_id and e.payable_type = item.payable_type
      where e.account in (${accounts}) and e.day <= ${day}::date group by 1, 2
      union all
      select coalesce(t.receipt, t.id::text), e.day, sum(e.amount)
      from ledger_entries as e join ledger_transactions as t on t.id = e.transaction_id
      where e.payable_id is null and e.account in (${accounts}) and e.day <= ${day}::date
        and exists (select from item where code is not null)
      group by 1, 2
    ),
    held as (
      select key, day, sum(amount) over (partition by key order by day) as amount from moved
    ),
    -- A balance has the sign of its last day since the day after which it had none, or the other one.
    begun as (
      select key, min(day) filter (where day > coalesce(last_without, '-infinity')) as since
      from (
        select *, max(day) filter (where sign(amount) <> sign(latest)) over (partition by key) as last_without from (
          select *, last_value(amount) over (
            partition by key order by day rows between unbounded preceding and unbounded following
          ) as latest
          from held
        ) as known
      ) as compared group by 1
    ),
    page as materialized (
      select item.*, begun.since from item join begun on begun.key = item.key
      order by begun.since, item.payable_id, item.code
      limit ${limit}::int offset ${offset}::int
    )
    select coalesce(item.payable_type, 'unmatched') as purpose, item.payable_id as "purchaseId",
      coalesce(payables.reference, item.code, '') as reference, item.key,
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
