import { addDays, nairobiDay, nairobiInstant, showDay } from '@twende/contract/calendar-day.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCar } from '../../testing/fleet.ts'
import { bookByMpesa, paidWith, sendC2bPayment } from '../../testing/payments.ts'
import type { Person } from '../../testing/people.ts'
import { bookCar } from '../../testing/renting.ts'
import { createListing, drawCode, mpesaMessage } from '../../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import { settlePayment } from '../collections/settle-payment.ts'

let market: TestMarket
let staff: Person
beforeAll(async () => {
  market = await openTestMarket({ env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
})
afterAll(() => market.close())

const PRICE = 13_500
const today = () => nairobiDay(market.clock.now())
const yesterday = () => addDays(today(), -1)
const MINUTE_MS = 60_000

const booksOf = async (day: string) =>
  (await market.call('GET /api/admin/reconciliation', { query: { day } }, staff)).data
const accountOn = async (day: string, name: string) => {
  const { accounts } = await booksOf(day)
  return accounts.find(({ account }) => account === name)
}
const codesListed = async (day: string) => {
  const query = { queue: 'all', fromDay: day, toDay: day, limit: 100 } as const
  const { data } = await market.call('GET /api/admin/payments', { query }, staff)
  return data.map(({ code }) => code)
}

async function openBooking() {
  const customer = await market.signUp()
  const startDate = addDays(today(), 20)
  const choices = { startDate, endDate: addDays(startDate, 3), paymentMethod: 'whatsapp' } as const
  return bookCar(market, customer, await addCar(market.db, { pricePerDay: 4_500 }), choices)
}

/** M-Pesa money of the evening before, which was reported at once. */
async function paidYesterday(amount: number): Promise<string> {
  const now = market.clock.now()
  const paidAt = nairobiInstant(yesterday(), '21:00')
  market.clock.set(new Date(paidAt.getTime() + MINUTE_MS))
  const code = drawCode(paidAt)
  await sendC2bPayment(market, { amount, code, paidAt })
  market.clock.set(now)
  return code
}

async function match(receipt: string, reference: string) {
  const body = { reference, giveBack: false, reason: 'Called us' }
  await market.call('POST /api/admin/receipt/:receipt/match', { params: { receipt }, body }, staff)
}

async function confirm(
  bookingId: string,
  paid: { paidBy: 'cash' | 'mpesa'; code?: string; paidOn?: string },
) {
  const { data } = await market.call('GET /api/admin/booking/:bookingId', { params: { bookingId } }, staff)
  const body = { ...paid, note: 'At the desk', updatedAt: data.updatedAt }
  await market.call('POST /api/admin/booking/:bookingId/confirm', { params: { bookingId }, body }, staff)
}

describe('money of yesterday that staff matches today', () => {
  test('is of yesterday, in the books and in the list, and yesterday says what came later', async () => {
    const before = await booksOf(yesterday())
    const code = await paidYesterday(PRICE)
    const booking = await openBooking()
    const todayBefore = await booksOf(today())
    await match(code, booking.bookingId)
    const after = await booksOf(yesterday())
    expect(after.totals.received.amount - before.totals.received.amount).toBe(PRICE)
    expect(after.cameIn).toContainEqual({ method: 'c2b', purpose: 'booking', count: 1, amount: PRICE })
    expect((await booksOf(today())).totals.received).toEqual(todayBefore.totals.received)
    expect(await codesListed(yesterday())).toContain(code)
    expect(await codesListed(today())).not.toContain(code)
    const matched = { kind: 'money_assigned', amount: PRICE, changes: 0, reference: booking.bookingId, code }
    expect(after.postedLater.rows).toMatchObject([{ ...matched, day: yesterday(), by: expect.any(String) }])
    expect((await booksOf(today())).postedForEarlier.rows).toMatchObject([matched])
  })

  test('is unmatched money of yesterday until then, and in its account', async () => {
    const before = await accountOn(yesterday(), 'mpesa')
    await paidYesterday(2_000)
    const after = await accountOn(yesterday(), 'mpesa')
    expect((after?.in ?? 0) - (before?.in ?? 0)).toBe(2_000)
    expect((await booksOf(yesterday())).cameIn).toContainEqual(
      expect.objectContaining({ method: 'c2b', purpose: 'unmatched' }),
    )
    expect((await accountOn(today(), 'mpesa'))?.opening).toBe(after?.closing)
  })
})

test('the message of a month ago that staff approves today counts on its own day, which says so', async () => {
  const day = addDays(today(), -30)
  const at = nairobiInstant(day, '23:59')
  const code = drawCode(at)
  const message = mpesaMessage({ code, amount: 2_000, now: at })
  const before = (await booksOf(today())).totals.received
  const { _id: listingId } = await createListing(market, await market.signUp(), { mpesaMessage: message })
  await market.call(
    'POST /api/admin/listing/:listingId/approve-payment',
    { params: { listingId }, body: {} },
    staff,
  )
  const { totals, postedLater } = await booksOf(day)
  expect(totals.received).toEqual({ count: 1, amount: 2_000 })
  expect(postedLater.rows).toMatchObject([{ kind: 'money_received', changes: 2_000, code, day }])
  expect((await booksOf(today())).totals.received).toEqual(before)
})

test('a phone request counts on the day on which the phone paid, however late the answer comes', async () => {
  const asked = market.clock.now()
  const { paymentId } = await bookByMpesa(market)
  const before = (await booksOf(today())).totals.received.amount
  market.clock.set(nairobiInstant(addDays(today(), 1), '09:00'))
  const result = { kind: 'paid', receipt: drawCode(asked), amountReceived: PRICE, paidAt: asked } as const
  await settlePayment(market.deps, paymentId, result)
  expect((await booksOf(nairobiDay(asked))).totals.received.amount).toBe(before + PRICE)
  expect((await booksOf(today())).totals.received.amount).toBe(0)
})

describe('money that staff takes', () => {
  test('counts on the day that staff says, and on no later one', async () => {
    const booking = await openBooking()
    const day = addDays(today(), -3)
    await expect(confirm(booking._id, { paidBy: 'cash', paidOn: addDays(today(), 1) })).rejects.toMatchObject(
      { code: 'invalid' },
    )
    // The year of a cheque that somebody mistyped.
    await expect(
      confirm(booking._id, { paidBy: 'cash', paidOn: addDays(today(), -365) }),
    ).rejects.toMatchObject({ code: 'invalid', message: expect.stringContaining('more than 60 days ago') })
    await confirm(booking._id, { paidBy: 'cash', paidOn: day })
    expect(await accountOn(day, 'cash')).toMatchObject({ in: PRICE, out: 0 })
    expect(await accountOn(today(), 'cash')).toMatchObject({ opening: PRICE, in: 0, closing: PRICE })
  })

  test('with an M-Pesa code counts on the day of the code, and moves to that which M-Pesa reports', async () => {
    const booking = await openBooking()
    const [stated, reported] = [addDays(today(), -9), addDays(today(), -10)]
    const code = drawCode(nairobiInstant(stated, '12:00'))
    await confirm(booking._id, { paidBy: 'mpesa', code })
    expect((await booksOf(stated)).reports).toMatchObject({
      booked: PRICE,
      reported: 0,
      rows: [{ why: 'notReported', amount: PRICE, item: { code } }],
    })
    await sendC2bPayment(market, { amount: PRICE, code, paidAt: nairobiInstant(reported, '23:50') })
    expect((await booksOf(stated)).reports).toMatchObject({ booked: 0, reported: 0, rows: [] })
    expect((await booksOf(reported)).reports).toMatchObject({ booked: PRICE, reported: PRICE, rows: [] })
    expect(await codesListed(reported)).toContain(code)
    const { rows } = (await booksOf(stated)).postedLater
    expect(rows.map(({ kind, changes }) => [kind, changes])).toEqual([
      ['money_received', PRICE],
      ['receipt_corrected', -PRICE],
    ])
  })
})

describe('a refund', () => {
  async function refundDue() {
    const booking = await openBooking()
    await confirm(booking._id, { paidBy: 'cash' })
    const params = { bookingId: booking._id }
    const body = { reason: 'Called off' }
    await market.call('POST /api/admin/booking/:bookingId/cancel', { params, body }, staff)
    const { id } = await market.db
      .selectFrom('refunds')
      .select('id')
      .where('booking_id', '=', booking._id)
      .executeTakeFirstOrThrow()
    return id
  }
  const send = (refundId: string, how: ReturnType<typeof paidWith> & { paidOn?: string }) =>
    market.call('POST /api/admin/refund/:refundId/sent', { params: { refundId }, body: how }, staff)
  const refundOf = async (refundId: string) => {
    const { data } = await market.call(
      'GET /api/admin/refunds',
      { query: { queue: 'sent', limit: 100 } },
      staff,
    )
    return data.find(({ _id }) => _id === refundId)
  }

  test('leaves the account of its way, on the day that staff says, and says both', async () => {
    const refundId = await refundDue()
    const due = today()
    const before = await accountOn(due, 'cash')
    market.clock.advance(24 * 60 * MINUTE_MS)
    for (const paidOn of [addDays(due, -1), addDays(today(), 1)])
      await expect(send(refundId, { ...paidWith(), paidOn })).rejects.toMatchObject({ code: 'invalid' })
    await send(refundId, { ...paidWith(), paidOn: due })
    expect(await refundOf(refundId)).toMatchObject({ method: 'cash', sentOn: due, mayConfirm: false })
    const after = await accountOn(due, 'cash')
    expect(after).toMatchObject({ out: (before?.out ?? 0) + PRICE })
    expect((await booksOf(due)).postedLater.rows).toMatchObject([{ kind: 'refund_paid', changes: -PRICE }])
    expect((await booksOf(due)).refundsSent.map(({ _id }) => _id)).toContain(refundId)
  })

  test('is not sent by a code of a day before it was due, or of a day to come', async () => {
    const refundId = await refundDue()
    for (const day of [addDays(today(), -30), addDays(today(), 2)]) {
      const code = drawCode(nairobiInstant(day, '12:00'))
      await expect(send(refundId, paidWith(code))).rejects.toMatchObject({
        code: 'payment_code_of_other_day',
        message: expect.stringContaining(`due since today, so its code is of ${showDay(today())}.`),
      })
    }
    const tomorrow = { ...paidWith(), paidOn: addDays(today(), 1) }
    await expect(send(refundId, tomorrow)).rejects.toThrow(`Choose today, ${showDay(today())}`)
    await send(refundId, paidWith(drawCode(market.clock.now())))
  })

  test('by M-Pesa is a difference of its day until another person saw it on the statement', async () => {
    const refundId = await refundDue()
    await send(refundId, paidWith(drawCode(market.clock.now())))
    const unseen = async () => {
      const { booked, confirmed } = (await booksOf(today())).payouts
      return booked - confirmed
    }
    const before = await unseen()
    const see = (who: Person) =>
      market.call('POST /api/admin/refund/:refundId/confirm', { params: { refundId }, body: {} }, who)
    await expect(see(staff)).rejects.toThrow('You sent this refund, so somebody else says that it is')
    const colleague = await market.signUp({ role: 'staff' })
    await see(colleague)
    expect(await unseen()).toBe(before - PRICE)
    expect(await refundOf(refundId)).toMatchObject({ method: 'mpesa', confirmedBy: expect.any(String) })
    await expect(see(colleague)).rejects.toMatchObject({ code: 'refund_wrong_state' })
  })
})
