import { nairobiDay } from '@twende/contract/calendar-day.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect } from 'vitest'
import { bookByMpesa, paidWith, receivePayment, sendC2bPayment } from '../../testing/payments.ts'
import type { Person } from '../../testing/people.ts'
import { drawCode } from '../../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import { trial } from '../../testing/trial.ts'

let market: TestMarket
let staff: Person
let admin: Person
beforeAll(async () => {
  market = await openTestMarket({ env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
  admin = await market.signUp({ role: 'admin' })
})
afterAll(() => market.close())

const plan = fc.record({
  pricePerDay: fc.constantFrom(2_000, 9_000),
  /** How the money of the request differs from what was asked for; undefined: it never comes. */
  more: fc.option(fc.constantFrom(-500, 0, 700), { nil: undefined }),
  /** What is paid by hand beside it, and what staff does with that. */
  byHand: fc.constantFrom('none', 'use', 'giveBack', 'leave'),
  decision: fc.constantFrom('accept', 'giveBack', 'dismiss', 'none'),
  cancelled: fc.boolean(),
  refundsSent: fc.boolean(),
} as const)
type Plan = typeof plan extends fc.Arbitrary<infer T> ? T : never

/** What really moved, as the tests' own books have it. */
const books = { received: 0, refunded: 0 }

trial(
  'what the ledger holds is what came in less what went back, whatever staff does',
  { full: 12, few: 12 },
  async ({ rounds, seed }) => {
    await fc.assert(
      fc.asyncProperty(fc.array(plan, { minLength: 1, maxLength: 4 }), async (plans) => {
        for (const one of plans) await live(one)
        const { totals } = (
          await market.call('GET /api/admin/reconciliation', { query: { day: today() } }, staff)
        ).data
        expect(totals.received.amount).toBe(books.received)
        expect(totals.refunded.amount).toBe(books.refunded)
        expect(totals.net).toBe(books.received - books.refunded)
        const owed = await market.db.selectFrom('refunds').select('amount').execute()
        // Never is more owed back than came in.
        expect(owed.reduce((sum, { amount }) => sum + amount, 0)).toBeLessThanOrEqual(books.received)
      }),
      { numRuns: rounds, seed },
    )
  },
)

const today = () => nairobiDay(market.clock.now())

async function live({ pricePerDay, more, byHand, decision, cancelled, refundsSent }: Plan): Promise<void> {
  const { booking, paymentId, customer } = await bookByMpesa(market, { pricePerDay })
  const bookingId = booking._id
  if (more !== undefined) {
    await receivePayment(market, paymentId, booking.finalAmount + more)
    books.received += booking.finalAmount + more
  }
  if (byHand !== 'none') {
    const receipt = await sendC2bPayment(market, { amount: booking.finalAmount })
    const body = { reference: booking.bookingId, giveBack: byHand === 'giveBack', reason: 'Called us' }
    // Money that matches nothing came in as well.
    books.received += booking.finalAmount
    if (byHand !== 'leave')
      await done(market.call('POST /api/admin/receipt/:receipt/match', { params: { receipt }, body }, staff))
  }
  if (cancelled) {
    const body = { cancellationReason: 'Cancelled by customer' }
    await done(market.call('PUT /api/booking/:bookingId/cancel', { params: { bookingId }, body }, customer))
  }
  if (decision !== 'none') {
    const body = { decision, reason: 'Looked at it' }
    await done(
      market.call('POST /api/admin/payment/:paymentId/decide', { params: { paymentId }, body }, staff),
    )
  }
  if (refundsSent) await sendAll(bookingId)
}

async function sendAll(bookingId: string): Promise<void> {
  const due = await market.db
    .selectFrom('refunds')
    .select(['id', 'amount'])
    .where('booking_id', '=', bookingId)
    .execute()
  for (const { id: refundId, amount } of due) {
    await done(
      market.call('POST /api/admin/refund/:refundId/approve', { params: { refundId }, body: {} }, admin),
    )
    const body = paidWith(drawCode(market.clock.now()))
    const sent = market.call('POST /api/admin/refund/:refundId/sent', { params: { refundId }, body }, staff)
    if (await done(sent)) books.refunded += amount
  }
}

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
