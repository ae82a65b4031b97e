import type { Role } from '@twende/contract/accounts/account-routes.ts'
import { addDays, type Day, nairobiInstant } from '@twende/contract/calendar-day.ts'
import { accountLabels } from '@twende/contract/payments/desk-payment.ts'
import type { LatePosting, Reconciliation } from '@twende/contract/payments/reconciliation.ts'
import { m } from '@twende/messages'
import type { Db } from '../../db/database.ts'
import type { AppDeps } from '../../deps.ts'
import { type CsvColumns, csvTable } from '../../http/csv.ts'
import { REPORTED_ACCOUNTS } from '../ledger/accounts.ts'
import { presentRefunds, type Reader } from '../refunds/list-refunds.ts'
import { findRefundsSent, sumConfirmedRefunds } from '../refunds/refund-store.ts'
import { findPostedForEarlier, findPostedLater } from './late-posting-store.ts'
import { readPaymentItems } from './payment-list-item-store.ts'
import { presentPaymentItem } from './present-payment-list-item.ts'
import {
  type AccountDay,
  type AccountOfDay,
  type Difference,
  findDifferences,
  sumAccounts,
  sumAccountsByDay,
  sumMoneyByDay,
  sumPayments,
  sumProviderTransactions,
  sumRefunds,
} from './reconciliation-store.ts'
import { compareMoneyIn, type Span } from './report-comparison-store.ts'

const MOST_SHOWN = 100

/** What moved on a Nairobi day by account, what providers reported of it, what differs, and what was posted late. */
export async function reconcileDay(
  deps: Pick<AppDeps, 'db' | 'clock' | 'payables'>,
  day: Day,
  reader: Reader,
): Promise<Reconciliation> {
  const { db } = deps
  const span = { from: nairobiInstant(day, '00:00'), to: nairobiInstant(addDays(day, 1), '00:00') }
  const [accounts, payments, refunded, transactions, sent, confirmed] = await Promise.all([
    sumAccounts(db, day),
    sumPayments(db, day),
    sumRefunds(db, day),
    sumProviderTransactions(db, span),
    findRefundsSent(db, day),
    sumConfirmedRefunds(db, day),
  ])
  const [reports, toLookAt, later, earlier] = await Promise.all([
    compareReports(db, day, span),
    findToLookAt(db, span),
    findPostedLater(db, day, span),
    findPostedForEarlier(db, day, span),
  ])
  const received = total(payments)
  return {
    day,
    accounts: accounts.map((each) => ({ ...each, closing: each.opening + each.in - each.out })),
    cameIn: payments.map(({ method, purpose, count, amount }) => ({ method, purpose, count, amount })),
    totals: {
      received,
      inReview: total(payments.map(({ inReview: count, amountInReview: amount }) => ({ count, amount }))),
      refunded,
      net: received.amount - refunded.amount,
      reportedByProvider: transactions.reported,
      unmatched: transactions.unmatched,
    },
    reports,
    payouts: { booked: sentWithCode(accounts), confirmed },
    ...toLookAt,
    postedLater: { rows: later.rows.map(present), total: later.total },
    postedForEarlier: { rows: earlier.rows.map(present), total: earlier.total },
    refundsSent: await presentRefunds(deps, sent, reader),
  }
}

/** What left the accounts that a provider reports. */
function sentWithCode(accounts: readonly AccountOfDay[]): number {
  const reported: readonly string[] = REPORTED_ACCOUNTS
  return accounts.filter(({ account }) => reported.includes(account)).reduce((sum, { out }) => sum + out, 0)
}

async function compareReports(db: Db, day: Day, span: Span): Promise<Reconciliation['reports']> {
  const { booked, reported, rows } = await compareMoneyIn(db, day, span)
  const shown = rows.slice(0, MOST_SHOWN)
  const items = (await readPaymentItems(db, shown)).map(presentPaymentItem)
  const itemOf = new Map(items.map((item) => [item._id, item]))
  return {
    booked,
    reported,
    rows: shown.map(({ id, why, amount }) => ({ why, amount, item: itemOf.get(id) ?? null })),
    more: total(rows.slice(MOST_SHOWN).map(({ amount }) => ({ count: 1, amount }))),
  }
}

async function findToLookAt(db: Db, span: Span): Promise<Pick<Reconciliation, 'differences' | 'counts'>> {
  const read = async (kind: Difference) => {
    const { keys, total } = await findDifferences(db, kind, span)
    return { rows: (await readPaymentItems(db, keys)).map(presentPaymentItem), total }
  }
  const [unmatched, withoutReceipt, otherAmount] = await Promise.all([
    read('unmatched'),
    read('withoutReceipt'),
    read('otherAmount'),
  ])
  return {
    differences: {
      unmatched: unmatched.rows,
      withoutReceipt: withoutReceipt.rows,
      otherAmount: otherAmount.rows,
    },
    counts: {
      unmatched: unmatched.total,
      withoutReceipt: withoutReceipt.total,
      otherAmount: otherAmount.total,
    },
  }
}

/** What came in on each Nairobi day since, by payable type, as the reconciliation of that day says. */
export function readMoneyByDay(db: Db, since: Date) {
  return sumMoneyByDay(db, since)
}

const columns: CsvColumns<AccountDay> = [
  [m.csv_day, ({ day }) => day],
  [m.csv_account, ({ account }) => accountLabels[account]()],
  [m.csv_opening_ksh, ({ opening }) => opening],
  [m.csv_in_ksh, (row) => row.in, 'total'],
  [m.csv_out_ksh, ({ out }) => out, 'total'],
  [m.csv_closing_ksh, (row) => row.opening + row.in - row.out],
  [m.csv_reported_ksh, ({ reported }) => reported, 'total'],
]

/** The accounts of each day of a range as a CSV table. */
export function reconciliationCsv(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  callerRole: Role,
  range: { fromDay: Day; toDay: Day },
) {
  return csvTable({
    role: callerRole,
    name: 'reconciliation',
    filters: range,
    now: clock.now(),
    columns,
    find: async (limit) => (await sumAccountsByDay(db, range)).slice(0, limit),
    read: async (rows) => rows,
  })
}

function present({ at, ...posting }: Omit<LatePosting, 'at'> & { at: Date }): LatePosting {
  return { ...posting, at: at.toISOString() }
}

function total(sums: readonly { count: number; amount: number }[]) {
  return {
    count: sums.reduce((sum, { count }) => sum + count, 0),
    amount: sums.reduce((sum, { amount }) => sum + amount, 0),
  }
}
