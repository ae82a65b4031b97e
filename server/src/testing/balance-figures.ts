import { type Balance, balanceGroups } from '@twende/contract/payments/balance-routes.ts'
import { m } from '@twende/messages'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Person } from './people.ts'
import { exported, sumOf } from './read-export.ts'
import type { TestMarket } from './test-app.ts'

type Market = Pick<TestMarket, 'app' | 'db' | 'call'>
type Figures = Record<Balance, number>
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

/**
 * Every balance at the end of a day is what the ledger says, the sum of its list and of its file, and what the page of its own
 * says of it now.
 */
export async function expectBalancesAreBooks(market: Market, admin: Person, day?: string): Promise<Figures> {
  const { data } = await market.call('GET /api/admin/balances', { query: { day } }, admin)
  const figures = Object.fromEntries(data.figures.map(({ balance, amount }) => [balance, amount])) as Figures
  expect({ at: data.day, ...figures }).toEqual({ at: data.day, ...(await ledgerBalances(market, data.day)) })
  for (const { balance, count, amount, parts } of data.figures) {
    const rows = await rowsOf(market, admin, { balance, day: data.day })
    const file = await exported(market, admin, `balance-items.csv?balance=${balance}&day=${data.day}`)
    expect({
      balance,
      rows: sum(rows.map((row) => row.amount)),
      count: rows.length,
      parts: sum(parts.map((part) => part.amount)),
      file: sumOf(file, m.csv_amount_ksh),
      unnamed: rows.filter(({ reference, since }) => reference === '' || since > data.day).length,
    }).toEqual({ balance, rows: amount, count, parts: amount, file: amount, unnamed: 0 })
  }
  await expectAllAccountsAreZero(market, figures, data.day)
  if (day === undefined) await expectPagesAgree(market, admin, figures)
  return figures
}

async function rowsOf(market: Market, admin: Person, query: { balance: Balance; day: string }) {
  const read = (page: number) =>
    market.call('GET /api/admin/balance-items', { query: { ...query, page, limit: 100 } }, admin)
  const first = await read(1)
  const rows = [...first.data]
  for (let page = 2; page <= first.pagination.pages; page += 1) rows.push(...(await read(page)).data)
  expect(first.pagination.sum).toBe(sum(rows.map(({ amount }) => amount)))
  return rows
}

/** The same a second time, from the entries alone. */
async function ledgerBalances({ db }: Market, day: string): Promise<Figures> {
  const { rows } = await sql<{ account: string; amount: number }>`
    select account, sum(amount)::bigint as amount from ledger_entries where day <= ${day}::date group by 1`.execute(
    db,
  )
  const of = (account: string) => rows.find((row) => row.account === account)?.amount ?? 0
  const { rows: net } = await sql<{ owed: number; credit: number }>`
    select coalesce(sum(greatest(0, amount)), 0)::bigint as owed, coalesce(sum(greatest(0, -amount)), 0)::bigint as credit
    from (
      select sum(amount) as amount from ledger_entries
      where account in ('receivable', 'unapplied') and payable_type <> 'deposit' and day <= ${day}::date
      group by payable_id, payable_type
    ) as of_purchase`.execute(db)
  const { rows: deposits } = await sql<{ held: number }>`
    select coalesce(-sum(amount), 0)::bigint as held from ledger_entries
    where account in ('deposits', 'receivable', 'unapplied') and payable_type = 'deposit' and day <= ${day}::date`.execute(
    db,
  )
  const { rows: ahead } = await sql<{ amount: number }>`
    select coalesce(sum(greatest(0, charged - earned - greatest(0, owed))), 0)::bigint as amount from (
      select bookings.id,
        coalesce((select sum(amount) from ledger_figures where figure = 'price' and booking_id = bookings.id and day <= ${day}::date), 0) as charged,
        coalesce((select sum(amount) from report_entries where figure = 'price' and booking_id = bookings.id and day <= ${day}::date), 0) as earned,
        coalesce((select sum(amount) from ledger_entries where payable_id = bookings.id and payable_type = 'booking'
          and account in ('receivable', 'unapplied') and day <= ${day}::date), 0) as owed
      from bookings
    ) as of_booking`.execute(db)
  const negative = (account: string) => 0 - of(account)
  return {
    ...(Object.fromEntries(balanceGroups.money.map((account) => [account, of(account)])) as Figures),
    refunds: negative('refunds_payable'),
    deposits: deposits[0]?.held ?? 0,
    undecided: negative('suspense'),
    credit: net[0]?.credit ?? 0,
    owed: net[0]?.owed ?? 0,
    ahead: ahead[0]?.amount ?? 0,
  }
}

/** What we have and are owed, less what we owe, is what was charged, less what was lost: the accounts add up to zero. */
async function expectAllAccountsAreZero({ db }: Market, figures: Figures, day: string): Promise<void> {
  const { rows } = await sql<{ amount: number }>`
    select coalesce(-sum(amount), 0)::bigint as amount from ledger_entries
    where day <= ${day}::date and (account like 'revenue:%' or account in ('losses', 'fees'))`.execute(db)
  const of = (names: readonly Balance[]) => sum(names.map((name) => figures[name]))
  expect(of(balanceGroups.money) + figures.owed - of(balanceGroups.weOwe)).toBe(rows[0]?.amount)
}

/** The pages of deposits, refunds, bookings and reports say the same. */
async function expectPagesAgree({ call }: Market, admin: Person, figures: Figures): Promise<void> {
  const sumOfList = async (queue: 'due' | 'waiting') =>
    (await call('GET /api/admin/refunds', { query: { queue } }, admin)).pagination.sum ?? 0
  const refunds = await call('GET /api/admin/refunds', { query: {} }, admin)
  const deposits = await call('GET /api/admin/deposits', { query: {} }, admin)
  const toReturn = await call('GET /api/admin/deposits', { query: { queue: 'toReturn' } }, admin)
  const all = await call('GET /api/admin/deposits', { query: { queue: 'all' } }, admin)
  const owed = await call('GET /api/admin/bookings', { query: { queue: 'owed' } }, admin)
  const { total } = await call('GET /api/admin/reports', { query: { by: 'car' } }, admin)
  const { data } = await call('GET /api/admin/balances', { query: {} }, admin)
  const partOf = (balance: Balance, purpose: string) =>
    data.figures.find((figure) => figure.balance === balance)?.parts.find((part) => part.purpose === purpose)
      ?.amount ?? 0
  const refundsOfDeposits = partOf('refunds', 'deposit')
  expect({
    refunds: refunds.owed,
    lists: (await sumOfList('due')) + (await sumOfList('waiting')),
    held: deposits.held,
    owedBack: deposits.owedBack,
    listOfHeld: deposits.pagination.sum,
    listOfDeposits: all.pagination.sum,
    owedForBookings: owed.pagination.sum,
    reports: [total.depositsHeld, total.owed, total.prepaid],
  }).toEqual({
    refunds: figures.refunds,
    lists: figures.refunds,
    held: figures.deposits,
    owedBack: refundsOfDeposits,
    listOfHeld: figures.deposits,
    listOfDeposits: figures.deposits + refundsOfDeposits,
    owedForBookings: partOf('owed', 'booking'),
    reports: [figures.deposits, partOf('owed', 'booking'), figures.ahead],
  })
  // No tab says more than what stands above all of them.
  expect(toReturn.pagination.sum ?? 0).toBeLessThanOrEqual(figures.deposits + refundsOfDeposits)
}
