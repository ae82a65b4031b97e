import { addDays, nairobiDay, nairobiInstant } from '@twende/contract/calendar-day.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect } from 'vitest'
import { addCar } from '../../testing/fleet.ts'
import { bookByMpesa, paidWith, sendC2bPayment } from '../../testing/payments.ts'
import type { Person } from '../../testing/people.ts'
import { bookCar } from '../../testing/renting.ts'
import { drawCode } from '../../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import { trial } from '../../testing/trial.ts'
import { settlePayment } from '../collections/settle-payment.ts'

let market: TestMarket
let staff: Person
let admin: Person
let firstDay: string
beforeAll(async () => {
  market = await openTestMarket({ env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
  admin = await market.signUp({ role: 'admin' })
  firstDay = addDays(today(), -5)
})
afterAll(() => market.close())

const today = () => nairobiDay(market.clock.now())

const act = fc.record({
  kind: fc.constantFrom('phone', 'paybill', 'desk', 'typed', 'typed', 'refund', 'confirm', 'void', 'match'),
  /** How many days before it is entered the money moved. */
  daysAgo: fc.constantFrom(0, 0, 1, 3),
  /** Whether M-Pesa reports it by itself: never, of the same day, of the day before, or with less money. */
  report: fc.constantFrom('never', 'same', 'dayBefore', 'less'),
  way: fc.constantFrom('cash', 'card', 'bank', 'cheque'),
  nextDay: fc.boolean(),
} as const)
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

/** What really moved in on each day, as the test knows it; a code that M-Pesa reported counts with its report. */
const moved = new Map<string, number>()
const add = (day: string, amount: number) => void moved.set(day, (moved.get(day) ?? 0) + amount)
const open = { unmatched: [] as string[], unreported: new Map<string, { day: string; amount: number }>() }

trial(
  'rows, accounts, reports, differences and the list of payments of every day add up, whatever happens on which day',
  { full: 60, few: 16 },
  async ({ rounds, seed }) => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 8 }), async (acts) => {
        for (const one of acts) await live(one)
        await expectDaysAddUp()
      }),
      { numRuns: rounds, seed, endOnFailure: true },
    )
  },
)

async function live({ kind, daysAgo, report, way, nextDay }: Act): Promise<void> {
  const day = addDays(today(), -daysAgo)
  await acts[kind]({ day, report, way })
  if (nextDay) market.clock.advance(24 * 3_600_000)
}

type Given = { day: string; report: Act['report']; way: Act['way'] }
const acts: Record<Act['kind'], (given: Given) => Promise<void>> = {
  phone: async ({ report }) => {
    const { paymentId, booking } = await bookByMpesa(market)
    const [at, amount] = [market.clock.now(), booking.finalAmount]
    const receipt = drawCode(at)
    await settlePayment(market.deps, paymentId, {
      kind: 'paid',
      receipt,
      amountReceived: amount,
      paidAt: at,
    })
    if (report !== 'never') await sendC2bPayment(market, { amount, code: receipt, paidAt: at })
    add(nairobiDay(at), amount)
  },
  paybill: async ({ day }) => {
    const paidAt = timeOn(day)
    const code = await sendC2bPayment(market, { amount: 13_500, code: drawCode(paidAt), paidAt })
    open.unmatched.push(code)
    add(day, 13_500)
  },
  desk: async ({ day, way }) => {
    const booking = await openBooking()
    await confirm(booking._id, { paidBy: way, paidOn: day })
    add(day, booking.finalAmount)
  },
  typed: async ({ day, report }) => {
    const booking = await openBooking()
    const code = drawCode(timeOn(day))
    await confirm(booking._id, { paidBy: 'mpesa', code })
    if (report === 'never') {
      open.unreported.set(code, { day, amount: booking.finalAmount })
      return add(day, booking.finalAmount)
    }
    const reportedOn = report === 'dayBefore' ? addDays(day, -1) : day
    const amount = report === 'less' ? 500 : booking.finalAmount
    await sendC2bPayment(market, { amount, code, paidAt: timeOn(reportedOn) })
    add(reportedOn, amount)
  },
  refund: async ({ way }) => {
    const due = await market.call('GET /api/admin/refunds', { query: { queue: 'due', limit: 1 } }, staff)
    const refundId = due.data[0]?._id ?? (await cancelOne())
    if (refundId === undefined) return
    const isMpesa = way === 'bank'
    const body = isMpesa
      ? paidWith(drawCode(market.clock.now()))
      : { paidBy: way, note: 'At the office', paidOn: today() }
    await done(market.call('POST /api/admin/refund/:refundId/sent', { params: { refundId }, body }, staff))
  },
  confirm: async () => {
    const sent = await market.call('GET /api/admin/refunds', { query: { queue: 'sent', limit: 100 } }, admin)
    const refund = sent.data.find(({ mayConfirm }) => mayConfirm)
    if (!refund) return
    const params = { refundId: refund._id }
    await market.call('POST /api/admin/refund/:refundId/confirm', { params, body: {} }, admin)
  },
  void: async () => {
    const [code] = open.unreported.keys()
    if (code === undefined) return
    const query = { queue: 'unreported', search: code } as const
    const { data } = await market.call('GET /api/admin/payments', { query }, admin)
    const params = { paymentId: data[0]?._id ?? '' }
    const body = { decision: 'dismiss', reason: 'Invented' } as const
    const call = market.call('POST /api/admin/payment/:paymentId/decide', { params, body }, admin)
    const { day, amount } = open.unreported.get(code) ?? { day: '', amount: 0 }
    open.unreported.delete(code)
    // What never came counts on no day.
    if (await done(call)) add(day, -amount)
  },
  match: async () => {
    const receipt = open.unmatched.shift()
    if (receipt === undefined) return
    const booking = await openBooking()
    const body = { reference: booking.bookingId, giveBack: false, reason: 'Called us' }
    await market.call('POST /api/admin/receipt/:receipt/match', { params: { receipt }, body }, staff)
  },
}

const timeOn = (day: string) => (day === today() ? market.clock.now() : nairobiInstant(day, '18:00'))

async function openBooking() {
  const customer = await market.signUp()
  const startDate = addDays(today(), 20)
  const choices = { startDate, endDate: addDays(startDate, 3), paymentMethod: 'whatsapp' } as const
  return bookCar(market, customer, await addCar(market.db, { pricePerDay: 4_500 }), choices)
}

async function confirm(
  bookingId: string,
  paid: { paidBy: Act['way'] | 'mpesa'; code?: string; paidOn?: string },
) {
  const { data } = await market.call('GET /api/admin/booking/:bookingId', { params: { bookingId } }, staff)
  const body = { ...paid, note: 'At the desk', updatedAt: data.updatedAt }
  await market.call('POST /api/admin/booking/:bookingId/confirm', { params: { bookingId }, body }, staff)
}

/** Cancels a booking that is paid, and returns its refund. */
async function cancelOne(): Promise<string | undefined> {
  const booking = await market.db
    .selectFrom('bookings')
    .select('id')
    .where('status', '=', 'confirmed')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (!booking) return undefined
  const params = { bookingId: booking.id }
  const body = { reason: 'Called off' }
  await done(market.call('POST /api/admin/booking/:bookingId/cancel', { params, body }, staff))
  const refund = await market.db
    .selectFrom('refunds')
    .select('id')
    .where('booking_id', '=', booking.id)
    .where('status', '=', 'due')
    .executeTakeFirst()
  return refund?.id
}

async function expectDaysAddUp(): Promise<void> {
  let closings = new Map<string, number>()
  for (let day = firstDay; day <= today(); day = addDays(day, 1)) {
    const { data } = await market.call('GET /api/admin/reconciliation', { query: { day } }, staff)
    const { accounts, cameIn, totals, reports, payouts, refundsSent } = data
    for (const { account, opening, in: came, out, closing } of accounts) {
      expect(closing, `${account} on ${day}`).toBe(opening + came - out)
      if (closings.size > 0) expect(opening, `${account} on ${day}`).toBe(closings.get(account))
    }
    closings = new Map(accounts.map(({ account, closing }) => [account, closing]))
    expect(totals.received.amount, day).toBe(moved.get(day) ?? 0)
    expect(totals.received.amount).toBe(sum(accounts.map(({ in: came }) => came)))
    expect(totals.received.amount).toBe(sum(cameIn.map(({ amount }) => amount)))
    expect(totals.refunded.amount).toBe(sum(accounts.map(({ out }) => out)))
    expect(totals.refunded.amount).toBe(sum(refundsSent.map(({ amount }) => amount)))
    const inMpesa = accounts.find(({ account }) => account === 'mpesa')
    expect(reports.booked).toBe(inMpesa?.in)
    expect(reports.reported).toBe(totals.reportedByProvider.amount)
    expect(sum(reports.rows.map(({ amount }) => amount)) + reports.more.amount).toBe(
      reports.booked - reports.reported,
    )
    const unseen = refundsSent.filter(({ method, confirmedBy }) => method === 'mpesa' && confirmedBy === null)
    expect(sum(unseen.map(({ amount }) => amount))).toBe(payouts.booked - payouts.confirmed)
    expect(await sumListed(day), `the payments listed on ${day}`).toBe(totals.received.amount)
  }
}

/** What the list of payments of a day shows as received. */
async function sumListed(day: string): Promise<number> {
  const query = { queue: 'all', fromDay: day, toDay: day, limit: 100 } as const
  const { data } = await market.call('GET /api/admin/payments', { query }, staff)
  const counted = data.filter(
    ({ status }) => !['failed', 'expired', 'pending', 'processing'].includes(status),
  )
  return sum(counted.map(({ received }) => received ?? 0))
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

/** Whether it was done; a refusal is an answer as well, anything else is a bug. */
async function done(work: Promise<unknown>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return false
    throw error
  }
}
