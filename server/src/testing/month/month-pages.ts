import { addDays, type Day } from '@twende/contract/calendar-day.ts'
import { PAYABLE_TYPES } from '@twende/contract/payments/payment.ts'
import { MONEY_METHODS } from '@twende/contract/payments/payment-choices.ts'
import type { Reconciliation } from '@twende/contract/payments/reconciliation.ts'
import { sql } from 'kysely'
import { countAgain, type MoneyEntry } from './ledger-again.ts'
import { balancePages } from './month-balances.ts'
import { type Audit, isIn, type Page, sum, sumOf } from './month-figures.ts'
import { listPages } from './month-lists.ts'
import { reportPages } from './month-reports.ts'

const purposeOf = ({ type }: MoneyEntry) => type || 'unmatched'
const isOut = ({ kind }: MoneyEntry) => kind === 'refund_paid'

/** The accounts, sums and differences of each day. */
async function reconciliation(audit: Audit): Promise<void> {
  for (const day of audit.days) {
    const { data } = await audit.firm.market.call(
      'GET /api/admin/reconciliation',
      { query: { day } },
      audit.firm.admin,
    )
    compareAccounts(audit, day, data)
    compareSums(audit, day, data)
    compareDifferences(audit, day, data)
  }
}

function compareAccounts(audit: Audit, day: Day, { accounts }: Reconciliation): void {
  const { money, say, firm } = audit
  for (const shown of accounts) {
    const of = (where: (entry: MoneyEntry) => boolean) =>
      sumOf(money, (entry) => entry.account === shown.account && where(entry))
    const page = 'reconciliation'
    say(
      page,
      `opening ${shown.account}`,
      shown.opening,
      of((entry) => entry.day < day),
      day,
    )
    say(
      page,
      `in ${shown.account}`,
      shown.in,
      of((entry) => entry.day === day && !isOut(entry)),
      day,
    )
    say(page, `out ${shown.account}`, shown.out, -of((entry) => entry.day === day && isOut(entry)), day)
    say(
      page,
      `closing ${shown.account}`,
      shown.closing,
      of((entry) => entry.day <= day),
      day,
    )
    const own = sumOf(firm.moved, (moved) => moved.account === shown.account && moved.day <= day)
    say('own books', `closing ${shown.account}`, shown.closing, own, day)
    const ofDay = sumOf(firm.moved, (moved) => moved.account === shown.account && moved.day === day)
    say('own books', `moved ${shown.account}`, shown.in - shown.out, ofDay, day)
  }
}

function compareSums({ money, reported, refunds, say }: Audit, day: Day, data: Reconciliation): void {
  const page = 'reconciliation'
  const ofDay = money.filter((entry) => entry.day === day)
  for (const method of MONEY_METHODS.filter((each) => each !== 'moved'))
    for (const purpose of PAYABLE_TYPES) {
      const shown = sumOf(data.cameIn, (row) => row.method === method && row.purpose === purpose)
      // Money that matched nothing has no method of its own: M-Pesa reported it.
      const methodOf = (entry: MoneyEntry) => (entry.type === '' ? 'c2b' : entry.method)
      const isSame = (entry: MoneyEntry) => methodOf(entry) === method && purposeOf(entry) === purpose
      const again = sumOf(ofDay, (entry) => isIn(entry) && isSame(entry))
      if (shown !== 0 || again !== 0) say(page, `came in ${method} ${purpose}`, shown, again, day)
    }
  const received = sumOf(ofDay, isIn)
  const refunded = -sumOf(ofDay, isOut)
  say(page, 'received', data.totals.received.amount, received, day)
  say(page, 'refunded', data.totals.refunded.amount, refunded, day)
  say(page, 'net', data.totals.net, received - refunded, day)
  const told = reported.filter((each) => each.day === day)
  say(page, 'reported', data.totals.reportedByProvider.amount, sumOf(told), day)
  say(
    page,
    'unmatched',
    data.totals.unmatched.amount,
    sumOf(told, ({ isOpen }) => isOpen),
    day,
  )
  const sent = refunds.filter((refund) => refund.sentOn === day && refund.method !== 'moved')
  say(
    page,
    'refunds sent',
    sumOf(data.refundsSent.filter(({ method }) => method !== 'moved')),
    sumOf(sent),
    day,
  )
  const confirmed = sumOf(sent, (refund) => refund.confirmed && refund.method === 'mpesa')
  say(page, 'confirmed', data.payouts.confirmed, confirmed, day)
}

function compareDifferences({ money, reported, say }: Audit, day: Day, data: Reconciliation): void {
  const page = 'reconciliation'
  const booked = sumOf(money, (entry) => entry.day === day && entry.account === 'mpesa' && isIn(entry))
  const told = sumOf(reported, (each) => each.day === day)
  say(page, 'booked', data.reports.booked, booked, day)
  say(page, 'difference', sumOf(data.reports.rows) + data.reports.more.amount, booked - told, day)
  const out = -sumOf(money, (entry) => entry.day === day && entry.account === 'mpesa' && isOut(entry))
  say(page, 'paid out', data.payouts.booked, out, day)
  const changed = sumOf(money, (entry) => entry.day === day && entry.postedOn > day)
  say(page, 'posted later', sum(data.postedLater.rows.map(({ changes }) => changes)), changed, day)
  const earlier = sumOf(money, (entry) => entry.postedOn === day && entry.day < day)
  say(page, 'posted for earlier', sum(data.postedForEarlier.rows.map(({ changes }) => changes)), earlier, day)
}

/** The chart and the tiles of staff's first page. */
async function firstPage(audit: Audit): Promise<void> {
  const { firm, money, say, balances, refunds, today } = audit
  const { db, call, clock } = firm.market
  const { data } = await call('GET /api/admin/today', {}, firm.admin)
  for (const { day, money: shown, bookings } of data.days) {
    for (const purpose of PAYABLE_TYPES) {
      const again = sumOf(money, (entry) => entry.day === day && isIn(entry) && purposeOf(entry) === purpose)
      say('first page', `chart ${purpose}`, shown?.[purpose] ?? 0, again, day)
    }
    const made = sql<{ count: number }>`select count(*) as count from bookings
      where (created_at at time zone 'Africa/Nairobi')::date = ${day}::date`
    say('first page', 'chart bookings', bookings, await countAgain(db, made), day)
  }
  const now = clock.now()
  const tomorrow = new Date(`${addDays(today, 1)}T00:00:00+03:00`)
  const count = (where: ReturnType<typeof sql>) =>
    countAgain(db, sql<{ count: number }>`select count(*) as count from bookings where ${where}`)
  const { counts } = data
  const due = refunds.filter(({ status }) => status === 'due')
  const again: Partial<Record<keyof typeof counts, number>> = {
    pickups: await count(sql`status = 'confirmed' and starts_at < ${tomorrow} and ends_at >= ${now}`),
    returns: await count(sql`status = 'active' and ends_at >= ${now} and ends_at < ${tomorrow}`),
    overdue: await count(sql`status = 'active' and ends_at < ${now}`),
    notHandedOver: await count(sql`status = 'confirmed' and ends_at < ${now}`),
    owed: balances.filter(({ type, receivable, unapplied }) => type === 'booking' && receivable > unapplied)
      .length,
    paymentsUnmatched: audit.reported.filter(({ isOpen }) => isOpen).length,
    refundsDue: due.filter(({ agreed }) => agreed).length,
    refundsToApprove: due.filter(({ agreed }) => !agreed).length,
    ordersToPack: await countAgain(db, sql`select count(*) as count from orders where status = 'paid'`),
    ordersToSend: await countAgain(db, sql`select count(*) as count from orders where status = 'processing'`),
    listingsToVerify: await countAgain(
      db,
      sql`select count(*) as count from listings where review_since is not null and months > 0
        and status in ('active', 'sold', 'expired') and deleted_at is null`,
    ),
  }
  for (const [name, value] of Object.entries(again))
    say('tiles', name, counts[name as keyof typeof again] ?? 0, value)
}

/** The pages of money and counts. A new page is a new line. */
export const pages: Readonly<Record<string, Page>> = {
  reconciliation,
  'first page': firstPage,
  ...reportPages,
  ...listPages,
  ...balancePages,
}
