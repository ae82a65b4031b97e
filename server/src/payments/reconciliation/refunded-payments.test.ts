import { nairobiDay } from '@twende/contract/calendar-day.ts'
import type { PaymentStatus } from '@twende/contract/payments/payment.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { carBackWithDeposit, postKeptPart } from '../../testing/deposits.ts'
import {
  addRefundDue,
  bookByMpesa,
  paidWith,
  receivePayment,
  sendC2bPayment,
} from '../../testing/payments.ts'
import type { Person } from '../../testing/people.ts'
import { BOOKING_MORNING } from '../../testing/renting.ts'
import { drawCode } from '../../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import { matchNamedMoney } from './match-named-money.ts'

let market: TestMarket
let staff: Person
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
})
afterAll(() => market.close())

const inList = async (status: PaymentStatus, search: string) => {
  const query = { queue: 'all' as const, status, search }
  const { data } = await market.call('GET /api/admin/payments', { query }, staff)
  return data.map(({ _id, status: shown }) => [_id, shown])
}
const detailOf = async (paymentId: string) =>
  (await market.call('GET /api/admin/payment/:paymentId', { params: { paymentId } }, staff)).data
const bookingStatus = async (bookingId: string) =>
  (await market.call('GET /api/admin/booking/:bookingId', { params: { bookingId } }, staff)).data
    .paymentStatus

async function send(refundId: string) {
  const body = paidWith(drawCode(market.clock.now()))
  await market.call('POST /api/admin/refund/:refundId/sent', { params: { refundId }, body }, staff)
}

describe('the payment of a cancelled booking', () => {
  test('says what its booking says: refunding until its refund is sent, then refunded', async () => {
    const { booking, paymentId, refundId } = await addRefundDue(market)
    const { bookingId: reference, _id } = booking
    expect(await bookingStatus(_id)).toBe('refunding')
    expect(await inList('refunding', reference)).toEqual([[paymentId, 'refunding']])
    expect(await inList('paid', reference)).toEqual([])
    await send(refundId)
    expect(await bookingStatus(_id)).toBe('refunded')
    expect(await inList('refunded', reference)).toEqual([[paymentId, 'refunded']])
    expect(await inList('refunding', reference)).toEqual([])
    const { status, attempts } = await detailOf(paymentId)
    expect([status, ...attempts.map((attempt) => attempt.status)]).toEqual(['refunded', 'refunded'])
  })

  test('is paid again once the cancellation is taken back', async () => {
    const { booking, customer, paymentId } = await bookByMpesa(market)
    await receivePayment(market, paymentId)
    const params = { bookingId: booking._id }
    const body = { reason: 'A mistake of ours' }
    await market.call('POST /api/admin/booking/:bookingId/cancel', { params, body }, staff)
    expect(await inList('refunding', booking.bookingId)).toEqual([[paymentId, 'refunding']])
    await market.call('POST /api/admin/booking/:bookingId/undo', { params, body: { note: 'Undone' } }, staff)
    expect(await inList('paid', booking.bookingId)).toEqual([[paymentId, 'paid']])
    expect(customer.accountId).toBeTruthy()
  })
})

test('a part that goes back with its booking is no longer counted as waiting for a decision', async () => {
  const { booking, paymentId } = await bookByMpesa(market)
  await receivePayment(market, paymentId, 6_000)
  const query = { day: nairobiDay(market.clock.now()) }
  const waiting = async () =>
    (await market.call('GET /api/admin/reconciliation', { query }, staff)).data.totals.inReview.amount
  const tile = async () => (await market.call('GET /api/admin/today', {}, staff)).data.counts.paymentsToCheck
  const [amount, count = 0] = [await waiting(), await tile()]
  const params = { bookingId: booking._id }
  const body = { reason: 'The car is in the workshop' }
  await market.call('POST /api/admin/booking/:bookingId/cancel', { params, body }, staff)
  expect([await waiting(), await tile()]).toEqual([amount - 6_000, count - 1])
  expect(await inList('refunding', booking.bookingId)).toEqual([[paymentId, 'refunding']])
})

test('money that came too late is in the list of refunds that are due, as its booking says, then of those that were sent', async () => {
  const { booking, customer, paymentId } = await bookByMpesa(market)
  const params = { bookingId: booking._id }
  const cancel = { params, body: { cancellationReason: 'Found another car' } }
  await market.call('PUT /api/booking/:bookingId/cancel', cancel, customer)
  await receivePayment(market, paymentId)
  const { bookingId: reference } = booking
  expect(await inList('refunding', reference)).toEqual([[paymentId, 'refunding']])
  expect(await inList('review', reference)).toEqual([])
  expect((await detailOf(paymentId)).status).toBe('refunding')
  expect(await bookingStatus(booking._id)).toBe('refunding')
  const { id } = await market.db
    .selectFrom('refunds')
    .select('id')
    .where('payment_id', '=', paymentId)
    .executeTakeFirstOrThrow()
  await send(id)
  expect(await inList('refunded', reference)).toEqual([[paymentId, 'refunded']])
  expect(await bookingStatus(booking._id)).toBe('refunded')
})

test('a deposit that was kept in part says how much went back of it, and how much is kept', async () => {
  const rental = await carBackWithDeposit(market, staff)
  await postKeptPart(market, staff, rental, { amount: '5500', photoIds: rental.photoId })
  const { params } = rental
  await market.call('POST /api/admin/booking/:bookingId/deposit/settle', { params, body: {} }, staff)
  const { id, payment_id } = await market.db
    .selectFrom('refunds')
    .innerJoin('deposits', 'deposits.id', 'refunds.payable_id')
    .innerJoin('payments', 'payments.payable_id', 'deposits.id')
    .select(['refunds.id', 'payments.id as payment_id'])
    .where('deposits.booking_id', '=', rental.bookingId)
    .executeTakeFirstOrThrow()
  expect(await detailOf(payment_id)).toMatchObject({
    status: 'refunding',
    outcome: 'Of Ksh 10,000: Ksh 4,500 goes back, Ksh 5,500 is kept.',
  })
  await send(id)
  expect(await detailOf(payment_id)).toMatchObject({
    status: 'refunded',
    outcome: 'Of Ksh 10,000: Ksh 4,500 went back, Ksh 5,500 is kept.',
  })
})

test('each part of a price that was paid is a part of it for staff, and nobody is said to have decided so', async () => {
  const { booking, paymentId } = await bookByMpesa(market)
  await receivePayment(market, paymentId, 6_000)
  await sendC2bPayment(market, { amount: booking.finalAmount - 6_000, reference: booking.bookingId })
  await matchNamedMoney(market.deps)
  expect(await detailOf(paymentId)).toMatchObject({
    status: 'paid',
    outcome: 'It is a part of the full amount.',
  })
  const { attempts } = await detailOf(paymentId)
  const rest = await detailOf(attempts.find(({ _id }) => _id !== paymentId)?._id ?? '')
  expect(rest).toMatchObject({ status: 'paid', outcome: 'Paid.' })
})
