import { paymentStateLabel } from '@twende/contract/payments/payment-state-labels.ts'
import { columnHead, shopColumnHead } from '@twende/contract/reports/report-labels.ts'
import { lineFigures } from '@twende/contract/reports/report-routes.ts'
import { shopLineFigures } from '@twende/contract/reports/shop-report-routes.ts'
import type { Routes } from '@twende/contract/routes.ts'
import { orderLabel } from '@twende/contract/shop/order-status.ts'
import type { Pagination } from '@twende/contract/text.ts'
import { m } from '@twende/messages'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { expectBalancesAreBooks } from './balance-figures.ts'
import type { Person } from './people.ts'
import { exported, sumOf } from './read-export.ts'
import type { TestMarket } from './test-app.ts'

type Market = Pick<TestMarket, 'app' | 'db' | 'call'>
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

/** Sums of ledger entries by an account, the credits of revenue as positive figures. */
async function ledgerSums({ db }: Market): Promise<Record<string, number>> {
  const { rows } = await sql<{ account: string; amount: number }>`
    select account, sum(case when is_money(account) or account in ('receivable', 'losses') then amount else -amount end)::bigint as amount
    from ledger_entries group by 1`.execute(db)
  return Object.fromEntries(rows.map(({ account, amount }) => [account, amount]))
}

async function one({ db }: Market, query: ReturnType<typeof sql<{ amount: number }>>): Promise<number> {
  return Number((await query.execute(db)).rows[0]?.amount ?? 0)
}

/** Each table that can be exported, and the report, says to the shilling what its list and the ledger say. */
export async function expectExportsAreBooks(market: Market, admin: Person): Promise<void> {
  const ledger = await ledgerSums(market)
  await expectPayments(market, admin, ledger)
  await expectRefunds(market, admin, ledger)
  await expectBookings(market, admin, ledger)
  await expectSales(market, admin, ledger)
  await expectPeople(market, admin)
  await expectReports(market, admin, ledger)
  await expectBalancesAreBooks(market, admin)
}

/** The states of orders that are sold. */
const SOLD = ['paid', 'processing', 'shipped', 'delivered'] as const
const MONEY = ['paid', 'partial', 'review', 'refunding', 'refunded', 'unmatched'] as const

async function expectPayments(market: Market, admin: Person, ledger: Record<string, number>): Promise<void> {
  const rows = await exported(market, admin, 'payments.csv')
  expect(rows.length).toBe(await lengthOf(market, admin, 'GET /api/admin/payments', { queue: 'all' }))
  const moved = m.payment_method_moved()
  expect(await sumOfList(market, admin, 'GET /api/admin/payments', { queue: 'all' })).toBe(
    sumOf(rows, m.csv_received_ksh),
  )
  const states: readonly string[] = MONEY.map(paymentStateLabel)
  const received = rows.filter(
    (row) => states.includes(row[m.csv_status()] ?? '') && row[m.csv_way()] !== moved,
  )
  const sent = await one(
    market,
    sql`select sum(amount) as amount from ledger_entries join ledger_transactions as t on t.id = transaction_id
      where t.kind = 'refund_paid' and not is_money(account)`,
  )
  const money = sum(['mpesa', 'cash', 'card', 'bank', 'cheque'].map((account) => ledger[account] ?? 0))
  expect({ received: sumOf(received, m.csv_received_ksh) }).toEqual({ received: money + sent })
}

async function expectRefunds(market: Market, admin: Person, ledger: Record<string, number>): Promise<void> {
  const tables = { due: 0, waiting: 0, sent: 0 }
  for (const queue of ['due', 'waiting', 'sent'] as const) {
    const rows = await exported(market, admin, `refunds.csv?queue=${queue}`)
    expect(rows.length).toBe(await lengthOf(market, admin, 'GET /api/admin/refunds', { queue }))
    tables[queue] = sumOf(rows, m.csv_amount_ksh)
    expect(await sumOfList(market, admin, 'GET /api/admin/refunds', { queue })).toBe(tables[queue])
  }
  expect(tables.due + tables.waiting).toBe(ledger.refunds_payable ?? 0)
  const sent = await one(
    market,
    sql`select sum(amount) as amount from ledger_entries join ledger_transactions as t on t.id = transaction_id
      where t.kind in ('refund_paid', 'money_moved') and account = 'refunds_payable'`,
  )
  expect(tables.sent).toBe(sent)
}

async function expectBookings(market: Market, admin: Person, ledger: Record<string, number>): Promise<void> {
  const rows = await exported(market, admin, 'bookings.csv')
  expect(rows.length).toBe(await lengthOf(market, admin, 'GET /api/admin/bookings', {}))
  expect(await sumOfList(market, admin, 'GET /api/admin/bookings', {})).toBe(sumOf(rows, m.csv_total_ksh))
  expect(await sumOfList(market, admin, 'GET /api/admin/bookings', { queue: 'owed' })).toBe(
    sumOf(rows, m.csv_owed_ksh),
  )
  expect(await sumOfList(market, admin, 'GET /api/admin/deposits', { queue: 'held' })).toBe(
    ledger.deposits ?? 0,
  )
  const of = (where: ReturnType<typeof sql>) =>
    one(
      market,
      sql`select sum(amount) as amount from ledger_entries as e join ledger_transactions as t on t.id = transaction_id
        where e.payable_type = 'booking' and ${where}`,
    )
  const owed = await one(
    market,
    sql`select sum(greatest(0, owed)) as amount from (
      select sum(amount) as owed from ledger_entries
      where payable_type = 'booking' and account in ('receivable', 'unapplied') group by payable_id) as of_booking`,
  )
  expect({
    revenue: sumOf(rows, m.csv_revenue_ksh),
    owed: sumOf(rows, m.csv_owed_ksh),
    inHand: sumOf(rows, m.csv_received_ksh) - sumOf(rows, m.csv_given_back_ksh),
    toGiveBack: sumOf(rows, m.csv_to_give_back_ksh),
    parts: sum(
      [m.csv_price_charged_ksh, m.csv_cancellation_fee_ksh, m.csv_charges_ksh, m.csv_fines_ksh].map((title) =>
        sumOf(rows, title),
      ),
    ),
    fromDeposits: sumOf(rows, m.csv_from_deposit_ksh),
  }).toEqual({
    revenue: ledger['revenue:rental'] ?? 0,
    owed,
    inHand: await of(sql`is_money(e.account)`),
    toGiveBack: 0 - (await of(sql`e.account = 'refunds_payable'`)),
    parts: ledger['revenue:rental'] ?? 0,
    fromDeposits: await one(
      market,
      sql`select sum(amount) as amount from ledger_entries join ledger_transactions as t on t.id = transaction_id
        where account = 'deposits' and t.kind in ('deposit_kept', 'deposit_released')`,
    ),
  })
}

/** Orders and cars for sale. */
async function expectSales(market: Market, admin: Person, ledger: Record<string, number>): Promise<void> {
  const orders = await exported(market, admin, 'orders.csv')
  expect(orders.length).toBe(await lengthOf(market, admin, 'GET /api/admin/orders', { queue: 'all' }))
  expect(await sumOfList(market, admin, 'GET /api/admin/orders', { queue: 'all' })).toBe(
    sumOf(orders, m.csv_total_ksh),
  )
  const sold = orders.filter((row) => SOLD.map(orderLabel).includes(row[m.csv_status()] ?? ''))
  expect({ shop: sumOf(sold, m.csv_total_ksh) }).toEqual({ shop: ledger['revenue:shop'] ?? 0 })
  const listings = await exported(market, admin, 'listings.csv?queue=all')
  expect(listings.length).toBe(await lengthOf(market, admin, 'GET /api/admin/listings', { queue: 'all' }))
  const ofListed = await one(
    market,
    sql`select -sum(amount) as amount from ledger_entries join listings on listings.id = payable_id
      where account = 'revenue:listing' and deleted_at is null`,
  )
  expect({ listings: sumOf(listings, m.csv_revenue_ksh) }).toEqual({ listings: ofListed })
  expect(await sumOfList(market, admin, 'GET /api/admin/listings', { queue: 'all' })).toBe(ofListed)
}

/** What a person is said to have is what the lists of that person have; nothing that staff typed for a customer. */
async function expectPeople(market: Market, admin: Person): Promise<void> {
  const rows = await exported(market, admin, 'people.csv')
  const count = (table: 'bookings' | 'listings' | 'orders', where = sql`true`) =>
    one(
      market,
      sql`select count(*) as amount from ${sql.table(table)} where account_id is not null and ${where}`,
    )
  expect({
    bookings: sumOf(rows, m.csv_bookings),
    listings: sumOf(rows, m.csv_cars_for_sale),
    orders: sumOf(rows, m.csv_orders),
  }).toEqual({
    bookings: await count('bookings', sql`booked_by is distinct from account_id`),
    listings: await count('listings', sql`deleted_at is null`),
    orders: await count('orders'),
  })
}

const NAIROBI_MONTH = sql`to_char(e.day, 'YYYY-MM')`

/** Money by its month, of all and of rentals, as the ledger has it. */
async function ledgerMonths({ db }: Market) {
  const { rows } = await sql<{ month: string; all: number; received: number }>`
    select ${NAIROBI_MONTH} as month, sum(amount)::bigint as "all",
      coalesce(sum(amount) filter (where e.payable_type = 'booking' and (refund_id is null or t.kind = 'money_moved')), 0)::bigint as received
    from ledger_entries as e join ledger_transactions as t on t.id = transaction_id
    where account in ('mpesa', 'cash', 'card', 'bank', 'cheque') group by 1 order by 1`.execute(db)
  return rows
}

async function expectReports(market: Market, admin: Person, ledger: Record<string, number>): Promise<void> {
  const months = await ledgerMonths(market)
  const [from, to] = [months[0]?.month, months.at(-1)?.month]
  if (!from || !to) throw new Error('no money moved')
  const { held } = await market.call('GET /api/admin/deposits', { query: {} }, admin)
  for (const by of ['month', 'week', 'day', 'car', 'category'] as const) {
    const query = { from, to, by }
    const { total, data } = await market.call('GET /api/admin/reports', { query }, admin)
    const rows = await exported(market, admin, `reports.csv?from=${from}&to=${to}&by=${by}`)
    for (const name of lineFigures[by]) {
      const lines = sum(data.map((line) => line[name]))
      expect({ by, name, lines }).toEqual({ by, name, lines: total[name] })
      expect({ by, name, file: sumOf(rows, () => columnHead(name)) }).toEqual({ by, name, file: total[name] })
    }
    expect(total.depositsHeld).toBe(held)
    if (by !== 'month') continue
    expect(
      data.map(({ name, received }) => [name, received]).filter(([, received]) => received !== 0),
    ).toEqual(months.filter(({ received }) => received !== 0).map(({ month, received }) => [month, received]))
  }
  await expectAllEarnedOnce(market, ledger)
  const money = sum(months.map(({ all }) => all))
  for (const by of ['kind', 'method'] as const) {
    const { total, data } = await market.call('GET /api/admin/reports', { query: { from, to, by } }, admin)
    for (const name of lineFigures[by])
      expect({ by, name, lines: sum(data.map((line) => line[name])) }).toEqual({
        by,
        name,
        lines: total[name],
      })
    expect({ by, money: total.received - total.givenBack }).toEqual({ by, money })
  }
  await expectShopReport(market, admin, { from, to })
}

/** The shop's own figures are those of the reports, however they are added up. */
async function expectShopReport(
  market: Market,
  admin: Person,
  range: { from: string; to: string },
): Promise<void> {
  const kinds = await market.call('GET /api/admin/reports', { query: { ...range, by: 'kind' } }, admin)
  const revenue = kinds.data.find(({ _id }) => _id === 'shop')?.earned ?? 0
  const sold = await one(
    market,
    sql`select sum(quantity) as amount from order_items join orders on orders.id = order_id
      where status in ('paid', 'processing', 'shipped', 'delivered')`,
  )
  for (const by of ['product', 'category', 'month'] as const) {
    const { total, data } = await market.call(
      'GET /api/admin/shop-report',
      { query: { ...range, by } },
      admin,
    )
    expect({ by, revenue: total.revenue, pieces: total.pieces }).toEqual({ by, revenue, pieces: sold })
    const rows = await exported(market, admin, `shop-report.csv?from=${range.from}&to=${range.to}&by=${by}`)
    for (const name of shopLineFigures[by]) {
      expect({ by, name, lines: sum(data.map((line) => line[name])) }).toEqual({
        by,
        name,
        lines: total[name],
      })
      expect({ by, name, file: sumOf(rows, () => shopColumnHead(name)) }).toEqual({
        by,
        name,
        file: total[name],
      })
    }
  }
}

/** What reports spread over days is what the ledger has as revenue, each shilling once. */
async function expectAllEarnedOnce(market: Market, ledger: Record<string, number>): Promise<void> {
  const { rows } = await sql<{ rental: number; listing: number; shop: number }>`
    select coalesce(sum(amount) filter (where kind = 'rent'), 0)::bigint as rental,
      coalesce(sum(amount) filter (where kind = 'listing'), 0)::bigint as listing,
      coalesce(sum(amount) filter (where kind = 'shop'), 0)::bigint as shop
    from report_entries where figure in ('price', 'charge', 'passed_on', 'sale')`.execute(market.db)
  const accounts = ['rental', 'listing', 'shop'] as const
  expect(rows[0]).toEqual(Object.fromEntries(accounts.map((name) => [name, ledger[`revenue:${name}`] ?? 0])))
}

type ListRoute = keyof Routes & `GET /api/admin/${string}`

async function pagesOf(
  { call }: Market,
  admin: Person,
  route: ListRoute,
  query: object,
): Promise<Pagination> {
  const reply: unknown = await call(route as never, { query: { ...query, limit: 1 } } as never, admin)
  return (reply as { pagination: Pagination }).pagination
}

async function lengthOf(market: Market, admin: Person, route: ListRoute, query: object): Promise<number> {
  return (await pagesOf(market, admin, route, query)).total
}

/** What a list says of the shillings of all its pages; its pages are one row long here. */
async function sumOfList(market: Market, admin: Person, route: ListRoute, query: object) {
  return (await pagesOf(market, admin, route, query)).sum
}
