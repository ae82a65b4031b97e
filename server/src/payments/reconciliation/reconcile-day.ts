import { addDays, type Day, nairobiInstant } from '@twende/contract/calendar-day.ts'
import type { Reconciliation } from '@twende/contract/payments/payment-list-item.ts'
import type { Db } from '../../db/database.ts'
import type { AppDeps } from '../../deps.ts'
import { presentRefunds, type Reader } from '../refunds/list-refunds.ts'
import { findRefundsSent } from '../refunds/refund-store.ts'
import { readPaymentItems } from './payment-list-item-store.ts'
import { presentPaymentItem } from './present-payment-list-item.ts'
import {
  type Difference,
  findDifferences,
  sumMoneyByDay,
  sumPayments,
  sumProviderTransactions,
  sumRefunds,
} from './reconciliation-store.ts'

/** What came in and went out on a Nairobi day, what the providers reported, and the differences. */
export async function reconcileDay(
  deps: Pick<AppDeps, 'db' | 'payables'>,
  day: Day,
  reader: Reader,
): Promise<Reconciliation> {
  const { db } = deps
  const span = { from: nairobiInstant(day, '00:00'), to: nairobiInstant(addDays(day, 1), '00:00') }
  const difference = async (kind: Difference) => {
    const { keys, total } = await findDifferences(db, kind, span)
    return { rows: (await readPaymentItems(db, keys)).map(presentPaymentItem), total }
  }
  const [payments, refunded, transactions, sent] = await Promise.all([
    sumPayments(db, span),
    sumRefunds(db, span),
    sumProviderTransactions(db, span),
    findRefundsSent(db, span),
  ])
  const [unmatched, withoutReceipt, otherAmount, notReported] = await Promise.all([
    difference('unmatched'),
    difference('withoutReceipt'),
    difference('otherAmount'),
    difference('notReported'),
  ])
  const received = total(payments)
  return {
    day,
    cameIn: payments.map(({ method, purpose, count, amount }) => ({ method, purpose, count, amount })),
    totals: {
      received,
      inReview: total(payments.map(({ inReview: count, amountInReview: amount }) => ({ count, amount }))),
      refunded,
      net: received.amount - refunded.amount,
      reportedByProvider: transactions.reported,
      unmatched: transactions.unmatched,
    },
    differences: {
      unmatched: unmatched.rows,
      withoutReceipt: withoutReceipt.rows,
      otherAmount: otherAmount.rows,
      notReported: notReported.rows,
    },
    counts: {
      unmatched: unmatched.total,
      withoutReceipt: withoutReceipt.total,
      otherAmount: otherAmount.total,
      notReported: notReported.total,
    },
    refundsSent: await presentRefunds(deps, sent, reader),
  }
}

/** What came in on each Nairobi day since, by payable type, as the reconciliation of that day says. */
export function readMoneyByDay(db: Db, since: Date) {
  return sumMoneyByDay(db, since)
}

function total(sums: readonly { count: number; amount: number }[]) {
  return {
    count: sums.reduce((sum, { count }) => sum + count, 0),
    amount: sums.reduce((sum, { amount }) => sum + amount, 0),
  }
}
