import { addDays, nairobiDay, nairobiInstant } from '@twende/contract/calendar-day.ts'
import type { PayableType } from '@twende/contract/payments/payment.ts'
import type { CarOnTheMove, TodayCounts } from '@twende/contract/today/today-routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../basic-deps.ts'
import { countDue } from '../cars/due/read-due.ts'
import type { AppDeps } from '../deps.ts'
import type { CurrentUser } from '../http/current-user.ts'
import { serve } from '../http/serve.ts'
import { readMoneyByDay } from '../payments/reconciliation/reconcile-day.ts'
import { countRefundsThatWait } from '../payments/refunds/list-refunds.ts'
import { paymentsToApprove } from '../payments/refunds/unproven-payments.ts'
import {
  countBookingsByDay,
  countToday,
  findLossesToConfirm,
  findLossesToWithdraw,
  findNextPickups,
  findNextReturns,
  findUnpaidToConfirm,
  type MoveRow,
} from './today-store.ts'

const DAYS = 7

const NEXT = 5

const MAX_APPROVALS = 20

export function todayHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'GET /api/admin/today', async ({ currentUser }) => {
    const warnings = currentUser.role === 'admin' ? [...deps.warnings] : []
    return { success: true, data: { ...asSeenBy(currentUser, await readToday(deps)), warnings } }
  })
}

/** Counted for staff with the right to payments, because only they can open the lists. */
const COUNTS_OF_MONEY = [
  'paymentsToCheck',
  'paymentsUnmatched',
  'paymentsUnreported',
  'paymentsAnswerLost',
  'depositsOverdue',
  'refundsDue',
  'refundsToApprove',
  'unpaidHolds',
] as const satisfies readonly (keyof TodayCounts)[]

/** What somebody may see of the first page: what was paid needs the right to payments, sums of days that to reports. */
function asSeenBy({ rights }: Pick<CurrentUser, 'rights'>, today: Awaited<ReturnType<typeof readToday>>) {
  const { counts, approvals, days } = today
  const seesMoney = rights.includes('payments')
  return {
    ...today,
    counts: seesMoney ? counts : omit(counts, COUNTS_OF_MONEY),
    approvals: approvals.filter(({ kind }) => seesMoney || kind !== 'payment'),
    days: rights.includes('reports') ? days : days.map(({ day, bookings }) => ({ day, bookings })),
  }
}

function omit<Whole extends object, Name extends keyof Whole>(
  whole: Whole,
  names: readonly Name[],
): Omit<Whole, Name> {
  const rest = { ...whole }
  for (const name of names) delete rest[name]
  return rest
}

/** The first page of staff: open work, figures of the week, next pickups and returns. */
async function readToday({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const now = clock.now()
  const today = nairobiDay(now)
  const first = addDays(today, 1 - DAYS)
  const since = nairobiInstant(first, '00:00')
  const [stored, carsDue, refunds, money, bookings, pickups, returns, unpaid, losses, withdrawals, payments] =
    await Promise.all([
      countToday(db, now, nairobiInstant(addDays(today, 1), '00:00')),
      countDue({ db, clock }),
      countRefundsThatWait(db),
      readMoneyByDay(db, since),
      countBookingsByDay(db, since),
      findNextPickups(db, NEXT),
      findNextReturns(db, NEXT),
      findUnpaidToConfirm(db, now, MAX_APPROVALS),
      findLossesToConfirm(db, MAX_APPROVALS),
      findLossesToWithdraw(db, MAX_APPROVALS),
      paymentsToApprove(db, MAX_APPROVALS),
    ])
  const days = Array.from({ length: DAYS }, (_, at) => {
    const day = addDays(first, at)
    const paid = (purpose: PayableType) =>
      money.find((sum) => sum.day === day && sum.purpose === purpose)?.amount ?? 0
    return {
      day,
      money: {
        booking: paid('booking'),
        deposit: paid('deposit'),
        listing_period: paid('listing_period'),
        order: paid('order'),
        unmatched: paid('unmatched'),
      },
      bookings: bookings.find((sum) => sum.day === day)?.made ?? 0,
    }
  })
  return {
    at: now.toISOString(),
    counts: { ...stored, carsDue, refundsDue: refunds.due, refundsToApprove: refunds.waiting },
    approvals: [
      ...unpaid.map((row) => ({ kind: 'confirmUnpaid' as const, ...row, at: row.at.toISOString() })),
      ...losses.map((row) => ({ kind: 'markLost' as const, ...row, at: row.at.toISOString() })),
      ...withdrawals.map((row) => ({ kind: 'withdrawLoss' as const, ...row, at: row.at.toISOString() })),
      ...payments,
    ],
    days,
    pickups: pickups.map(presentMove),
    returns: returns.map(presentMove),
  }
}

function presentMove(row: MoveRow): CarOnTheMove {
  return {
    bookingId: row.id,
    reference: row.reference,
    car: row.car ?? '',
    plate: row.plate ?? '',
    customer: [row.first_name, row.last_name].filter(Boolean).join(' '),
    phone: row.phone ?? '',
    place: row.place,
    at: row.at.toISOString(),
  }
}
