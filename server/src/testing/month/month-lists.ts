import { PAYABLE_TYPES } from '@twende/contract/payments/payment.ts'
import { payableTypeLabels } from '@twende/contract/payments/payment-choices.ts'
import { m } from '@twende/messages'
import { sql } from 'kysely'
import { type BalanceAgain, countAgain } from './ledger-again.ts'
import { type Audit, column, exportedRows, isIn, list, type Page, sum, sumOf } from './month-figures.ts'

/** The sums of the list of payments by day and purpose, and its file. */
async function payments(audit: Audit): Promise<void> {
  const { money, say, days } = audit
  const page = 'payments'
  const route = 'GET /api/admin/payments'
  for (const day of days) {
    const query = { queue: 'all', fromDay: day, toDay: day }
    const moved = await list(audit, route, { ...query, method: 'moved' })
    const shown = (await list(audit, route, query)).sum - moved.sum
    say(
      page,
      'received on a day',
      shown,
      sumOf(money, (entry) => entry.day === day && isIn(entry)),
      day,
    )
  }
  const { rows, totals } = await exportedRows(audit, 'payments.csv?queue=all')
  const all = await list(audit, route, { queue: 'all' })
  say(page, 'received', column(rows, m.csv_received_ksh()), all.sum)
  say(page, 'received in the total line', totals.get(m.csv_received_ksh()) ?? 0, all.sum)
  say(page, 'rows', rows.length, all.total)
  for (const purpose of PAYABLE_TYPES.filter((each) => each !== 'unmatched')) {
    const moved = await list(audit, route, { queue: 'all', purpose, method: 'moved' })
    const shown = (await list(audit, route, { queue: 'all', purpose })).sum - moved.sum
    const again = sumOf(money, (entry) => entry.type === purpose && isIn(entry))
    say(page, `received for ${purpose}`, shown, again)
    const label = payableTypeLabels[purpose]()
    say(
      page,
      `received for ${purpose} in the file`,
      column(
        rows.filter((row) => row[m.csv_for()] === label),
        m.csv_received_ksh(),
      ),
      again,
    )
  }
}

/** What is due, waits and was sent, beside what the ledger owes. */
async function refunds(audit: Audit): Promise<void> {
  const { balances, say } = audit
  const page = 'refunds'
  const of = {
    due: sumOf(audit.refunds, ({ status, agreed }) => status === 'due' && agreed),
    waiting: sumOf(audit.refunds, ({ status, agreed }) => status === 'due' && !agreed),
    sent: sum(balances.map(({ givenBack }) => givenBack)),
  }
  for (const queue of ['due', 'waiting', 'sent'] as const) {
    const { sum: shown, total } = await list(audit, 'GET /api/admin/refunds', { queue })
    const { rows, totals } = await exportedRows(audit, `refunds.csv?queue=${queue}`)
    say(page, queue, shown, of[queue])
    say(page, `${queue} in the file`, column(rows, m.csv_amount_ksh()), of[queue])
    say(page, `${queue} in the total line`, totals.get(m.csv_amount_ksh()) ?? 0, of[queue])
    say(page, `rows ${queue}`, rows.length, total)
  }
  const due = await list(audit, 'GET /api/admin/refunds', { queue: 'due' })
  const waiting = await list(audit, 'GET /api/admin/refunds', { queue: 'waiting' })
  say(page, 'owed back', due.sum + waiting.sum, sum(balances.map(({ refundsPayable }) => refundsPayable)))
}

/** Deposits that are held, or on their way back, each and all. */
async function deposits(audit: Audit): Promise<void> {
  const { balances, say, firm } = audit
  const ofDeposits = balances.filter(({ type }) => type === 'deposit')
  const held = sum(ofDeposits.map((each) => each.held))
  const goesBack = sum(ofDeposits.map((each) => each.refundsPayable))
  const { held: shown } = await firm.market.call('GET /api/admin/deposits', { query: {} }, firm.admin)
  say('deposits', 'held', shown, held)
  say(
    'deposits',
    'sum of those held',
    (await list(audit, 'GET /api/admin/deposits', { queue: 'held' })).sum,
    held,
  )
  say(
    'deposits',
    'sum of all',
    (await list(audit, 'GET /api/admin/deposits', { queue: 'all' })).sum,
    held + goesBack,
  )
  const query = { queue: 'all', limit: 100 } as const
  const { data } = await firm.market.call('GET /api/admin/deposits', { query }, firm.admin)
  for (const row of data) {
    const balance = ofDeposits.find(({ id }) => id === row._id)
    say('deposits', 'held of one', row.held, balance?.held ?? 0)
    say('deposits', 'owed back of one', row.owedBack, balance?.refundsPayable ?? 0)
  }
}

/** What the file of bookings says of each, what the page of each says, and the sums of the list. */
async function bookings(audit: Audit): Promise<void> {
  const { balances, say, firm, prices, charges, fines, fromDeposits } = audit
  const { db, call } = firm.market
  const page = 'bookings'
  const { rows, totals } = await exportedRows(audit, 'bookings.csv?queue=all')
  const found = await db
    .selectFrom('bookings')
    .select(['id', 'reference', 'status', 'final_amount', 'hold_expires_at'])
    .execute()
  const now = firm.market.clock.now()
  // A hold that is over ends its booking, also before the clock has written it down.
  const known = found.map(({ status, hold_expires_at: holds, ...booking }) => ({
    ...booking,
    isCancelled: status === 'cancelled' || (status === 'pending' && holds !== null && holds <= now),
  }))
  const all = await list(audit, 'GET /api/admin/bookings', { queue: 'all' })
  say(
    page,
    'prices',
    all.sum,
    sum(known.map(({ isCancelled, final_amount }) => (isCancelled ? 0 : final_amount))),
  )
  say(page, 'rows', rows.length, known.length)
  const owing = balances.filter(
    ({ type, receivable, unapplied }) => type === 'booking' && receivable > unapplied,
  )
  const owed = await list(audit, 'GET /api/admin/bookings', { queue: 'owed' })
  say(page, 'owed', owed.sum, sum(owing.map(({ receivable, unapplied }) => receivable - unapplied)))
  say(page, 'how many owe', owed.total, owing.length)
  const ofReference = new Map<string, Map<string, number>>()
  for (const { id, reference, isCancelled } of known) {
    const balance = balances.find((each) => each.id === id)
    const of = (parts: readonly { booking: string; amount: number }[]) =>
      sumOf(parts, ({ booking }) => booking === id)
    const again = figuresOfBooking(balance, isCancelled, {
      ...{ price: of(prices), charges: of(charges), fines: of(fines), fromDeposit: of(fromDeposits) },
    })
    const totalsAgain = ofReference.get(reference) ?? new Map<string, number>()
    for (const [title, value] of again) totalsAgain.set(title, (totalsAgain.get(title) ?? 0) + value)
    ofReference.set(reference, totalsAgain)
    const { money } = await call(
      'GET /api/admin/booking/:bookingId',
      { params: { bookingId: id } },
      firm.admin,
    )
    say('page of a booking', 'paid', money.paid, paidOf(balance), reference)
    say(
      'page of a booking',
      'owed',
      money.owed,
      Math.max(0, (balance?.receivable ?? 0) - (balance?.unapplied ?? 0)),
      reference,
    )
    say('page of a booking', 'owed back', money.owedBack, balance?.refundsPayable ?? 0, reference)
    say('page of a booking', 'went back', money.wentBack, balance?.givenBack ?? 0, reference)
  }
  // A later booking may have the reference of one that has ended.
  for (const [reference, again] of ofReference) {
    const named = rows.filter((row) => row[m.csv_reference()] === reference)
    for (const [title, value] of again) say(page, `${title} of one`, column(named, title), value, reference)
  }
  for (const title of totals.keys())
    say(page, `${title} in the total line`, totals.get(title) ?? 0, column(rows, title))
}

const paidOf = (balance: BalanceAgain | undefined) =>
  Math.max(0, (balance?.revenue ?? 0) + (balance?.unapplied ?? 0) - (balance?.receivable ?? 0))

function figuresOfBooking(
  balance: BalanceAgain | undefined,
  isCancelled: boolean,
  parts: { price: number; charges: number; fines: number; fromDeposit: number },
): [string, number][] {
  return [
    [m.csv_price_charged_ksh(), isCancelled ? 0 : parts.price],
    [m.csv_cancellation_fee_ksh(), isCancelled ? parts.price : 0],
    [m.csv_charges_ksh(), parts.charges],
    [m.csv_fines_ksh(), parts.fines],
    [m.csv_from_deposit_ksh(), parts.fromDeposit],
    [m.csv_revenue_ksh(), balance?.revenue ?? 0],
    [m.csv_paid_ksh(), paidOf(balance)],
    [m.csv_received_ksh(), (balance?.money ?? 0) + (balance?.givenBack ?? 0)],
    [m.csv_given_back_ksh(), balance?.givenBack ?? 0],
    [m.csv_to_give_back_ksh(), balance?.refundsPayable ?? 0],
    [m.csv_owed_ksh(), Math.max(0, (balance?.receivable ?? 0) - (balance?.unapplied ?? 0))],
  ]
}

/** Orders that cost nothing any more. */
const ENDED: readonly string[] = ['cancelled', 'returned']

/** Orders and their file: what each costs, and what of it is paid. */
async function orders(audit: Audit): Promise<void> {
  const { balances, say, firm } = audit
  const page = 'orders'
  const known = await firm.market.db
    .selectFrom('orders')
    .select(['id', 'number', 'amount', 'status'])
    .execute()
  const { rows, totals } = await exportedRows(audit, 'orders.csv?queue=all')
  const all = await list(audit, 'GET /api/admin/orders', { queue: 'all' })
  say(page, 'prices', all.sum, sum(known.map(({ status, amount }) => (ENDED.includes(status) ? 0 : amount))))
  say(page, 'rows', rows.length, known.length)
  for (const { id, number } of known) {
    const row = rows.find((each) => each[m.csv_number()]?.endsWith(String(number))) ?? {}
    const balance = balances.find((each) => each.id === id)
    say(page, 'paid of one', Number(row[m.csv_paid_ksh()]), paidOf(balance))
  }
  for (const title of totals.keys())
    say(page, `${title} in the total line`, totals.get(title) ?? 0, column(rows, title))
}

/** Listings and their file: what each earned. */
async function listings(audit: Audit): Promise<void> {
  const { balances, say, firm } = audit
  const page = 'listings'
  const known = await firm.market.db.selectFrom('listings').select(['id', 'number']).execute()
  const { rows, totals } = await exportedRows(audit, 'listings.csv?queue=all')
  say(page, 'rows', rows.length, known.length)
  for (const { id, number } of known) {
    const row = rows.find((each) => each[m.csv_number()] === `CAR${number}`) ?? {}
    const balance = balances.find((each) => each.id === id)
    say(page, 'revenue of one', Number(row[m.csv_revenue_ksh()]), balance?.revenue ?? 0)
  }
  const revenue = sum(balances.filter(({ type }) => type === 'listing_period').map((each) => each.revenue))
  say(page, 'revenue in the total line', totals.get(m.csv_revenue_ksh()) ?? 0, revenue)
}

/** Fines by tab, and the costs of each car. */
async function finesAndCosts(audit: Audit): Promise<void> {
  const { say, firm, costs } = audit
  const { db, call } = firm.market
  const tabs = {
    charged: sql`booking_id is not null and withdrawn_at is null`,
    own: sql`booking_id is null and withdrawn_at is null`,
    withdrawn: sql`withdrawn_at is not null`,
  }
  for (const tab of ['charged', 'own', 'withdrawn'] as const) {
    const { counts, pagination } = await call('GET /api/admin/fines', { query: { tab } }, firm.admin)
    const of = (what: ReturnType<typeof sql>) =>
      countAgain(db, sql<{ count: number }>`select ${what} as count from traffic_fines where ${tabs[tab]}`)
    say('fines', tab, counts[tab], await of(sql`count(*)`))
    say('fines', `sum of ${tab}`, pagination.sum ?? Number.NaN, await of(sql`coalesce(sum(amount), 0)`))
  }
  for (const { carId } of firm.cars) {
    const { sum: shown } = await call(
      'GET /api/admin/car/:carId/costs',
      { params: { carId }, query: {} },
      firm.admin,
    )
    say(
      'costs of a car',
      'sum',
      shown,
      sumOf(costs, ({ car, isFine }) => car === carId && !isFine),
    )
  }
}

export const listPages: Readonly<Record<string, Page>> = {
  payments,
  refunds,
  deposits,
  bookings,
  orders,
  listings,
  fines: finesAndCosts,
}
