import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectExportsAreBooks } from '../../testing/export-figures.ts'
import { addCar } from '../../testing/fleet.ts'
import { bookByMpesa, paidWith, receivePayment, sendC2bPayment } from '../../testing/payments.ts'
import type { Person } from '../../testing/people.ts'
import { BOOKING_MORNING } from '../../testing/renting.ts'
import { drawCode, mpesaMessage } from '../../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import { settlePayment } from '../collections/settle-payment.ts'
import { takeForRequest } from '../payment-store.ts'

let market: TestMarket
let staff: Person
let colleague: Person
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
  colleague = await market.signUp({ role: 'staff' })
})
afterAll(() => market.close())

const PRICE = 4_500
const today = () => nairobiDay(market.clock.now())

/** A counter booking of one day that is paid with this code. */
async function bookWith(code: string) {
  const carId = await addCar(market.db, { pricePerDay: PRICE, deposit: 2_000 })
  const body = {
    carId,
    startDate: today(),
    endDate: addDays(today(), 1),
    pickupTime: '23:00',
    dropoffTime: '23:00',
    pickupLocation: 'Nairobi',
    dropoffLocation: 'Nairobi',
    customerInfo: { firstName: 'Otieno', lastName: 'Okello', phone: '0722000111' },
    paidBy: 'mpesa' as const,
    code,
  }
  const { data } = await market.call('POST /api/admin/bookings', { body }, staff)
  return { id: data._id, reference: data.bookingId, price: data.finalAmount }
}

const unreported = async () =>
  market.call('GET /api/admin/payments', { query: { queue: 'unreported' } }, staff)
const day = async () =>
  (await market.call('GET /api/admin/reconciliation', { query: { day: today() } }, staff)).data
const tile = async () => (await market.call('GET /api/admin/today', {}, staff)).data.counts.paymentsUnreported
const moneyOf = async (purchaseId: string) =>
  (await market.call('GET /api/admin/purchase/:purchaseId/money', { params: { purchaseId } }, staff)).data
const codesOf = (rows: readonly { code: string | null }[]) => rows.map(({ code }) => code)
/** The codes that our books have and M-Pesa has not reported. */
const codesNotReported = async () =>
  (await day()).reports.rows.flatMap(({ why, item }) => (why === 'notReported' ? (item?.code ?? []) : []))

async function cancelAndFindRefund(bookingId: string) {
  const params = { bookingId }
  await market.call(
    'POST /api/admin/booking/:bookingId/cancel',
    { params, body: { reason: 'Called off' } },
    staff,
  )
  const { id } = await market.db
    .selectFrom('refunds')
    .select('id')
    .where('booking_id', '=', bookingId)
    .executeTakeFirstOrThrow()
  return id
}
const send = (refundId: string, who: Person) =>
  market.call(
    'POST /api/admin/refund/:refundId/sent',
    { params: { refundId }, body: paidWith(drawCode(market.clock.now())) },
    who,
  )

describe('an M-Pesa code that staff typed and M-Pesa has not reported', () => {
  test('is marked on the booking, and stands in the queue, the tile and the differences of the day', async () => {
    const code = drawCode(market.clock.now())
    const { id } = await bookWith(code)
    expect((await moneyOf(id)).toCheck).toMatchObject([{ code, notReported: true }])
    const queue = await unreported()
    expect(codesOf(queue.data)).toContain(code)
    expect(queue.counts.unreported).toBe(queue.pagination.total)
    expect(await tile()).toBe(queue.pagination.total)
    expect(await codesNotReported()).toContain(code)
  })

  test('is in order by itself once M-Pesa reports it', async () => {
    const code = drawCode(market.clock.now())
    const { id } = await bookWith(code)
    await sendC2bPayment(market, { amount: PRICE, code })
    expect((await moneyOf(id)).toCheck).toEqual([])
    expect(codesOf((await unreported()).data)).not.toContain(code)
    expect(await codesNotReported()).not.toContain(code)
  })

  test('is a difference that is said, where M-Pesa reports another amount', async () => {
    const code = drawCode(market.clock.now())
    const { id } = await bookWith(code)
    await sendC2bPayment(market, { amount: 500, code })
    expect((await moneyOf(id)).toCheck).toMatchObject([
      { code, notReported: false, warnings: [expect.stringContaining('Ksh 500')] },
    ])
    expect(codesOf((await day()).differences.otherAmount)).toContain(code)
    const params = { bookingId: id }
    const { money } = await market.call('GET /api/admin/booking/:bookingId', { params }, staff)
    expect(money).toMatchObject({ paid: 500, owed: 4_000 })
    const list = await market.call(
      'GET /api/admin/payments',
      { query: { queue: 'all', search: code } },
      staff,
    )
    expect(list.data).toMatchObject([{ received: 500, amount: PRICE }])
    await expectExportsAreBooks(market, await market.signUp({ role: 'admin' }))
  })

  test('is refunded only once a second person has approved it, however little it is', async () => {
    const { id } = await bookWith(drawCode(market.clock.now()))
    const refundId = await cancelAndFindRefund(id)
    await expect(send(refundId, staff)).rejects.toMatchObject({ code: 'payment_not_approved' })
    await expect(
      market.db.updateTable('refunds').set({ status: 'sent' }).where('id', '=', refundId).execute(),
    ).rejects.toThrow()
    const [payment] = (await moneyOf(id)).toCheck
    const params = { paymentId: payment?._id ?? '' }
    const approve = (who: Person) =>
      market.call('POST /api/admin/payment/:paymentId/approve', { params, body: {} }, who)
    await expect(approve(staff)).rejects.toMatchObject({ code: 'payment_needs_second_person' })
    await approve(colleague)
    await send(refundId, staff)
    expect(codesOf((await unreported()).data)).not.toContain(payment?.code)
  })

  test('is refunded by one person once M-Pesa has reported it', async () => {
    const code = drawCode(market.clock.now())
    const { id } = await bookWith(code)
    await sendC2bPayment(market, { amount: PRICE, code })
    await send(await cancelAndFindRefund(id), staff)
  })

  test('of a deposit is marked as well', async () => {
    const { id } = await bookWith(await sendC2bPayment(market, { amount: PRICE }))
    const code = drawCode(market.clock.now())
    const params = { bookingId: id }
    await market.call(
      'POST /api/admin/booking/:bookingId/deposit/take',
      { params, body: paidWith(code) },
      staff,
    )
    const { data } = await market.call('GET /api/admin/booking/:bookingId/deposit', { params }, staff)
    expect(codesOf((await moneyOf(data.deposit?._id ?? '')).toCheck)).toEqual([code])
  })
})

describe('a request to a phone whose answer was lost', () => {
  const inQueue = async () => {
    const found = await market.call('GET /api/admin/payments', { query: { queue: 'answerLost' } }, staff)
    const { counts } = (await market.call('GET /api/admin/today', {}, staff)).data
    expect(found.counts.answerLost).toBe(found.pagination.total)
    expect(counts.paymentsAnswerLost).toBe(found.pagination.total)
    return found.data
  }
  async function askAndLose() {
    const made = await bookByMpesa(market)
    const now = market.clock.now()
    await takeForRequest(market.db, made.paymentId, { now, nextCheckAt: now })
    await settlePayment(market.deps, made.paymentId, { kind: 'answer_lost' })
    return made
  }

  test('stands in its queue and at its tile until staff says that no money came', async () => {
    const { booking, paymentId } = await askAndLose()
    expect(await inQueue()).toMatchObject([
      {
        reference: booking.bookingId,
        amount: booking.finalAmount,
        payer: expect.stringMatching(/./),
        phone: expect.stringMatching(/^07/),
        decisions: ['dismiss'],
      },
    ])
    const body = { decision: 'dismiss' as const, reason: 'Not on the statement' }
    await market.call('POST /api/admin/payment/:paymentId/decide', { params: { paymentId }, body }, staff)
    expect(await inQueue()).toEqual([])
  })

  test('leaves its queue once its money is found', async () => {
    const byReport = await askAndLose()
    const byHand = await askAndLose()
    expect(await inQueue()).toHaveLength(2)
    const { finalAmount: amount, bookingId: reference } = byReport.booking
    await sendC2bPayment(market, { amount, reference, phone: '' })
    const params = { bookingId: byHand.booking._id }
    const body = paidWith(drawCode(market.clock.now()))
    await market.call(
      'POST /api/admin/booking/:bookingId/confirm',
      { params, body: { note: 'Showed the message', ...body } },
      staff,
    )
    expect(await inQueue()).toEqual([])
  })
})

test('what a phone paid that we asked is not told as a typed or pasted code', async () => {
  const { booking, paymentId } = await bookByMpesa(market)
  const code = await receivePayment(market, paymentId)
  const query = { day: nairobiDay(market.clock.now()) }
  const { data } = await market.call('GET /api/admin/reconciliation', { query }, staff)
  const row = data.reports.rows.find(({ item }) => item?.code === code)
  expect(row).toMatchObject({ why: 'request', amount: booking.finalAmount })
})

test('money of the amount that a dialog asks for is offered to choose', async () => {
  const code = await sendC2bPayment(market, { amount: 7_731, reference: 'JOHN' })
  await sendC2bPayment(market, { amount: 7_732 })
  const query = { queue: 'unmatched' as const, amount: 7_731 }
  const { data } = await market.call('GET /api/admin/payments', { query }, staff)
  expect(codesOf(data)).toEqual([code])
})

test('the code of a whole pasted message is read where a code is typed', async () => {
  const code = await sendC2bPayment(market, { amount: PRICE })
  const message = mpesaMessage({ code, amount: PRICE, now: market.clock.now() })
  const { id } = await bookWith(message)
  const { data } = await market.call(
    'GET /api/admin/booking/:bookingId',
    { params: { bookingId: id } },
    staff,
  )
  expect(data.paymentDetails.transactionId).toBe(code)
})
