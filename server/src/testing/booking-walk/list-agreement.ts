import { BOOKING_QUEUES } from '@twende/contract/bookings/admin-booking.ts'
import type { TodayCounts } from '@twende/contract/today/today-routes.ts'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { RentalWalk } from './rental-walk.ts'

/** Each figure has its list. Each time the next lists are read. */
export async function expectLists(walk: RentalWalk): Promise<void> {
  const { market, staff } = walk
  const { counts } = (await market.call('GET /api/admin/today', {}, staff)).data
  const lists = [
    () => expectBookings(walk, counts),
    () => expectDeposits(walk, counts.depositsOverdue),
    () => expectRefunds(walk, counts),
    () => expectPayments(walk, counts),
  ]
  await lists[walk.listsRead % lists.length]?.()
  walk.listsRead += 1
}

const TILES = {
  toConfirm: 'bookingsToConfirm',
  pickups: 'pickups',
  returns: 'returns',
  overdue: 'overdue',
  notHandedOver: 'notHandedOver',
  disputed: 'chargesDisputed',
  owed: 'owed',
} as const

async function expectBookings(walk: RentalWalk, counts: TodayCounts): Promise<void> {
  const { market, staff } = walk
  for (const queue of BOOKING_QUEUES) {
    if (queue === 'all') continue
    const request = { query: { queue, limit: 100 } }
    const found = await market.call('GET /api/admin/bookings', request, staff)
    const { total, sum = 0 } = found.pagination
    const shown = [found.data.length, found.counts[queue], counts[TILES[queue]]]
    expect([queue, ...shown]).toEqual([queue, total, total, total])
    if (queue !== 'owed') continue
    const owed = found.data.reduce((all, booking) => all + booking.owed, 0)
    expect([owed, sum]).toEqual([await sumOf(walk, 'receivable'), owed])
  }
  const drivers = await market.call('GET /api/admin/drivers', {}, staff)
  expect(counts.driversToCheck).toBe(drivers.pagination.total)
}

async function sumOf(
  { market }: RentalWalk,
  what: 'receivable' | 'held' | 'refunds_payable',
): Promise<number> {
  const amount = what === 'receivable' ? sql`greatest(0, receivable - unapplied)` : sql.ref(what)
  const ofBookings = what === 'receivable' ? sql`payable_type = 'booking'` : sql`true`
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(${amount}), 0)::int as sum from ledger_balances where ${ofBookings}`.execute(
    market.db,
  )
  return rows[0]?.sum ?? 0
}

async function expectDeposits(walk: RentalWalk, overdue: number | undefined): Promise<void> {
  const { market, staff } = walk
  const list = (queue: 'held' | 'toReturn' | 'overdue') =>
    market.call('GET /api/admin/deposits', { query: { queue, limit: 100 } }, staff)
  const held = await list('held')
  const sum = held.data.reduce((all, deposit) => all + deposit.held, 0)
  expect([held.held, held.pagination.sum ?? 0, sum]).toEqual(Array(3).fill(await sumOf(walk, 'held')))
  expect(held.counts.toReturn).toBe((await list('toReturn')).pagination.total)
  const late = (await list('overdue')).pagination.total
  expect([held.counts.overdue, overdue]).toEqual([late, late])
}

type RefundCounts = { refundsDue?: number | undefined; refundsToApprove?: number | undefined }

async function expectRefunds(
  walk: RentalWalk,
  { refundsDue, refundsToApprove }: RefundCounts,
): Promise<void> {
  const { market, staff } = walk
  const list = (queue: 'due' | 'waiting') =>
    market.call('GET /api/admin/refunds', { query: { queue, limit: 100 } }, staff)
  const [due, waiting] = [await list('due'), await list('waiting')]
  const sums = [due, waiting].map(({ data }) => data.reduce((sum, { amount }) => sum + amount, 0))
  expect([due.pagination.sum ?? 0, waiting.pagination.sum ?? 0]).toEqual(sums)
  expect((sums[0] ?? 0) + (sums[1] ?? 0)).toBe(await sumOf(walk, 'refunds_payable'))
  expect([due.counts.due, due.counts.waiting]).toEqual([due.pagination.total, waiting.pagination.total])
  expect([refundsDue, refundsToApprove]).toEqual([due.pagination.total, waiting.pagination.total])
}

type PaymentCounts = Pick<
  TodayCounts,
  'paymentsToCheck' | 'paymentsUnmatched' | 'paymentsUnreported' | 'paymentsAnswerLost'
>

async function expectPayments(walk: RentalWalk, counts: PaymentCounts): Promise<void> {
  const { market, staff } = walk
  const lengthOf = async (queue: 'review' | 'unmatched' | 'unreported' | 'answerLost') => {
    const query = { queue, limit: 100 }
    const found = await market.call('GET /api/admin/payments', { query }, staff)
    expect([queue, found.counts[queue]]).toEqual([queue, found.pagination.total])
    return found.pagination.total
  }
  expect(counts).toMatchObject({
    paymentsToCheck: await lengthOf('review'),
    paymentsUnmatched: await lengthOf('unmatched'),
    paymentsUnreported: await lengthOf('unreported'),
    paymentsAnswerLost: await lengthOf('answerLost'),
  })
}

/**
 * Money that does not count yet waits for a decision of staff. What was paid beyond a price is the credit of a rental that
 * lasts, and of nothing else: nothing lies where nobody looks.
 */
export async function expectEveryShillingSeen({ market }: RentalWalk): Promise<void> {
  const { rows } = await sql`
    select b.*, bookings.reference, bookings.status from ledger_balances as b
    left join bookings on bookings.id = b.payable_id
    where (suspense > 0 or (unapplied > receivable and payable_type in ('booking', 'deposit')
        and coalesce(bookings.status, '') not in ('confirmed', 'active')))
      and not exists (
        select from payments as p where p.payable_id = b.payable_id and p.status in ('review', 'partial')
          and not exists (select from payments_going_back as back where back.id = p.id))`.execute(market.db)
  expect(rows, JSON.stringify(rows)).toEqual([])
}
