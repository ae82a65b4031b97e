import type { Day } from '@twende/contract/calendar-day.ts'
import { type Balance, balanceGroups } from '@twende/contract/payments/balance-routes.ts'
import { m } from '@twende/messages'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { type Audit, column, exportedRows, list, type Page, sum, sumOf } from './month-figures.ts'

/** What we have, owe and are owed, of now and at the ends of earlier days, with the list and the file of each balance. */
async function balances(audit: Audit): Promise<void> {
  const { firm, say, days } = audit
  const page = 'balances'
  for (const day of days.slice(-2)) {
    const { data } = await firm.market.call('GET /api/admin/balances', { query: { day } }, firm.admin)
    const again = await atEndOf(audit, day)
    for (const { balance, amount, count } of data.figures) {
      const known = again[balance]
      if (known !== undefined) say(page, balance, amount, known, day)
      const items = await list(audit, 'GET /api/admin/balance-items', { balance, day })
      say(page, `sum of the list of ${balance}`, items.sum, amount, day)
      say(page, `rows of ${balance}`, items.total, count, day)
      const { rows } = await exportedRows(audit, `balance-items.csv?balance=${balance}&day=${day}`)
      say(page, `file of ${balance}`, column(rows, m.csv_amount_ksh()), amount, day)
    }
  }
}

/** The balances at the end of a day, from the entries; what is paid ahead is known of today alone. */
async function atEndOf(audit: Audit, day: Day): Promise<Partial<Record<Balance, number>>> {
  const { db } = audit.firm.market
  const inAccount = (account: string) =>
    sumOf(audit.money, (entry) => entry.account === account && entry.day <= day)
  const { owed, credit } = await owedAndCredit(db, day)
  return {
    ...Object.fromEntries(balanceGroups.money.map((account) => [account, inAccount(account)])),
    refunds: await owedIn(db, 'refunds_payable', day),
    deposits: await owedIn(db, 'deposits', day),
    undecided: await owedIn(db, 'suspense', day),
    ...{ owed, credit },
    ...(day === audit.today && { ahead: aheadNow(audit) }),
  }
}

async function owedIn(db: Db, account: string, day: Day): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    select coalesce(-sum(amount), 0)::bigint as amount from ledger_entries
    where account = ${account} and day <= ${day}::date`.execute(db)
  return Number(rows[0]?.amount ?? 0)
}

/** Of each purchase either the customer owes, or money of the customer lies unused. */
async function owedAndCredit(db: Db, day: Day): Promise<{ owed: number; credit: number }> {
  const { rows } = await sql<{ amount: number }>`
    select sum(amount)::bigint as amount from ledger_entries
    where account in ('receivable', 'unapplied') and day <= ${day}::date group by payable_type, payable_id`.execute(
    db,
  )
  const amounts = rows.map(({ amount }) => Number(amount))
  return {
    owed: sum(amounts.filter((amount) => amount > 0)),
    credit: -sum(amounts.filter((amount) => amount < 0)),
  }
}

/** What is paid of the days to come of each rental. */
function aheadNow({ prices, today, balances: all }: Audit): number {
  const owed = new Map(all.map((each) => [each.id, Math.max(0, each.receivable - each.unapplied)]))
  const ahead = new Map<string, number>()
  for (const { booking, day, amount } of prices)
    if (day > today) ahead.set(booking, (ahead.get(booking) ?? 0) + amount)
  return sum([...ahead].map(([id, amount]) => Math.max(0, amount - (owed.get(id) ?? 0))))
}

const HELD = sql`status in ('paid', 'processing', 'shipped', 'delivered')`

type Product = { id: string; pieces: number; revenue: number; stock: number; price: number; reserved: number }

/** What the shop sold, product by product and month by month, and what its stock is worth. */
async function shop(audit: Audit): Promise<void> {
  const { firm, say, revenue, today } = audit
  const page = 'figures of the shop'
  const range = { from: '2026-12', to: today.slice(0, 7) }
  const { rows: products } = await sql<Product>`
    select p.id::text as id, p.price, on_hand as stock, reserved,
      coalesce(sum(i.quantity) filter (where ${HELD}), 0)::int as pieces,
      coalesce(sum(i.quantity * i.price) filter (where ${HELD}), 0)::int as revenue
    from products as p left join order_items as i on i.product_id = p.id left join orders on orders.id = i.order_id
    group by p.id`.execute(firm.market.db)
  const request = { query: { ...range, by: 'product' } } as const
  const { total, data } = await firm.market.call('GET /api/admin/shop-report', request, firm.admin)
  const { rows } = await exportedRows(audit, `shop-report.csv?from=${range.from}&to=${range.to}&by=product`)
  say(page, 'products', rows.length, data.length)
  for (const { id, price, ...again } of products) {
    const line = data.find(({ _id }) => _id === id)
    for (const name of ['pieces', 'revenue', 'stock'] as const)
      say(page, `${name} of a product`, line?.[name] ?? 0, again[name], id)
    say(page, 'value of a product', line?.stockValue ?? 0, price * again.stock, id)
    say(page, 'pieces that can be sold', line?.available ?? 0, again.stock - again.reserved, id)
  }
  say(page, 'pieces', total.pieces, sum(products.map(({ pieces }) => pieces)))
  say(page, 'revenue', total.revenue, sum(products.map((product) => product.revenue)))
  say(page, 'value', total.stockValue, sum(products.map(({ price, stock }) => price * stock)))
  const byMonth = { query: { ...range, by: 'month' } } as const
  const { data: months } = await firm.market.call('GET /api/admin/shop-report', byMonth, firm.admin)
  const ofShop = revenue.filter(({ account }) => account === 'revenue:shop')
  for (const { _id: month, revenue: shown } of months) {
    const again = sumOf(ofShop, ({ day }) => day.slice(0, 7) === month)
    say(page, 'revenue of a month', shown, again, month)
  }
}

type Paying = { id: string; email: string; bookings: number; orders: number; listings: number; paid: number }

const ofType = (table: 'bookings' | 'orders' | 'listings') =>
  sql`payable in (select id from ${sql.table(table)})`

/** The list of people, and what the page of each says that they did and paid. */
async function people(audit: Audit): Promise<void> {
  const { firm, say } = audit
  const page = 'people'
  const { rows } = await sql<Paying>`
    with owners as (
      select id as payable, account_id from bookings where booked_by is distinct from account_id
      union all select id, account_id from orders
      union all select id, account_id from listings
    )
    select a.id::text as id, a.email, count(*) filter (where ${ofType('bookings')})::int as bookings,
      count(*) filter (where ${ofType('orders')})::int as orders, count(*) filter (where ${ofType('listings')})::int as listings,
      coalesce(sum(paid), 0)::int as paid
    from accounts as a left join owners on owners.account_id = a.id
    left join lateral (
      select -sum(amount) as paid from ledger_entries as e
      where e.payable_id = payable and (account like 'revenue:%' or account in ('unapplied', 'receivable'))
    ) as money on true
    group by a.id`.execute(firm.market.db)
  say(page, 'all', (await list(audit, 'GET /api/admin/people', {})).total, rows.length)
  for (const { id, email, ...again } of rows) {
    const request = { params: { accountId: id } }
    const { data } = await firm.market.call('GET /api/admin/person/:accountId', request, firm.admin)
    say(page, 'paid', data.paid ?? 0, again.paid, email)
    for (const name of ['bookings', 'orders', 'listings'] as const)
      say(page, name, data[name], again[name], email)
  }
}

export const balancePages: Readonly<Record<string, Page>> = { balances, 'figures of the shop': shop, people }
