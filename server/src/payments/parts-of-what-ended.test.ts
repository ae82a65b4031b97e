import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCar } from '../testing/fleet.ts'
import { expectBalanced } from '../testing/ledger-invariants.ts'
import { bookByMpesa, receivePayment } from '../testing/payments.ts'
import type { Person } from '../testing/people.ts'
import { BOOKING_MORNING, BY_MPESA, bookCar, moveBookingOn, payBooking } from '../testing/renting.ts'
import { addProduct, placeOrder } from '../testing/shopping.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { settlePayment } from './collections/settle-payment.ts'
import { findBalance } from './ledger/ledger-store.ts'

let market: TestMarket
let staff: Person
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
})
afterAll(async () => {
  await expectBalanced(market)
  await market.close()
})

const HOUR = 3_600_000
const PRICE = 13_500
const DEPOSIT = 20_000

describe('a part of the price of a booking that is cancelled', () => {
  test('goes back, counts until then, and nothing is left to pay', async () => {
    const { booking, customer, paymentId } = await bookByMpesa(market)
    await receivePayment(market, paymentId, 6_000)
    await cancelAsCustomer(customer, booking._id)
    expect(await balanceOf('booking', booking._id)).toMatchObject({ unapplied: 0, refundsPayable: 6_000 })
    expect(await statesOf(booking._id)).toEqual(['paid'])
    expect(await paymentOf(paymentId, customer)).not.toHaveProperty('left')
    const query = { queue: 'all' as const, search: booking.bookingId }
    const { data } = await market.call('GET /api/admin/payments', { query }, staff)
    expect(data.map(({ status }) => status)).toEqual(['refunding'])
  })

  test('pays the fee of a late cancellation, which is earned, and the rest of it goes back', async () => {
    const { bookingId, customer } = await partOfTomorrow(3_400)
    await cancelAsCustomer(customer, bookingId)
    const balance = { price: 1_750, unapplied: 0, receivable: 0, refundsPayable: 1_650 }
    expect(await balanceOf('booking', bookingId)).toMatchObject(balance)
    expect(await statesOf(bookingId)).toEqual(['paid'])
  })

  test('is kept whole where the fee is as much', async () => {
    const { bookingId, customer } = await partOfTomorrow(1_000)
    await cancelAsCustomer(customer, bookingId)
    const balance = { price: 1_000, unapplied: 0, receivable: 0, refundsPayable: 0 }
    expect(await balanceOf('booking', bookingId)).toMatchObject(balance)
    expect(await statesOf(bookingId)).toEqual(['paid'])
    expect(await bookingOf(bookingId)).toEqual({ status: 'cancelled', payment_status: 'paid' })
  })

  test('pays its price once the cancellation is taken back, and the rest is owed', async () => {
    const { booking, customer, paymentId } = await bookByMpesa(market)
    await confirmUnpaid(booking._id)
    await receivePayment(market, paymentId, 6_000)
    await cancelAsCustomer(customer, booking._id)
    market.clock.advance(60_000)
    await undo(booking._id)
    const balance = { price: PRICE, receivable: 7_500, unapplied: 0, refundsPayable: 0 }
    expect(await balanceOf('booking', booking._id)).toMatchObject(balance)
    expect(await bookingOf(booking._id)).toEqual({ status: 'confirmed', payment_status: 'pending' })
  })

  test('pays its price with the fee once a late cancellation is taken back', async () => {
    const { bookingId, customer } = await partOfTomorrow(3_400)
    await confirmUnpaid(bookingId)
    await cancelAsCustomer(customer, bookingId)
    market.clock.advance(60_000)
    await undo(bookingId)
    const { price, receivable, ...rest } = await balanceOf('booking', bookingId)
    expect(price - receivable).toBe(3_400)
    expect(rest).toMatchObject({ unapplied: 0, refundsPayable: 0 })
  })
})

test('a part of the deposit of a booking that is cancelled goes back, and is held once that is taken back', async () => {
  const customer = await market.signUp()
  const { _id: bookingId } = await bookCar(market, customer, await addCar(market.db, { deposit: DEPOSIT }))
  await moveBookingOn(market, staff, bookingId, 'confirmed')
  await receivePayment(market, await askForDeposit(bookingId), 12_000)
  const { id } = await depositOf(bookingId)
  await cancelAsCustomer(customer, bookingId)
  expect(await balanceOf('deposit', id)).toMatchObject({ unapplied: 0, refundsPayable: 12_000 })
  expect(await statesOf(id)).toEqual(['paid'])
  market.clock.advance(60_000)
  await undo(bookingId)
  expect(await balanceOf('deposit', id)).toMatchObject({ price: 12_000, unapplied: 0, refundsPayable: 0 })
})

describe('a part that comes for what was cancelled goes back at once, and nothing is left to pay', () => {
  test('of a booking', async () => {
    const { booking, customer, paymentId } = await bookByMpesa(market)
    await settlePayment(market.deps, paymentId, { kind: 'no_answer' })
    await cancelAsCustomer(customer, booking._id)
    await receivePayment(market, paymentId, 6_000)
    await expectGoesBack('booking', booking._id, { customer, paymentId, amount: 6_000 })
  })

  test('of an order', async () => {
    const customer = await market.signUp()
    const placed = await placeOrder(market, customer, await addProduct(market, { price: 2_000 }))
    const paymentId = placed.payment?._id ?? ''
    await settlePayment(market.deps, paymentId, { kind: 'no_answer' })
    await market.call('POST /api/order/cancel', { body: { orderId: placed.orderId } }, customer)
    await receivePayment(market, paymentId, 500)
    await expectGoesBack('order', placed.orderId, { customer, paymentId, amount: 500 })
  })
})

type Expected = { customer: Person; paymentId: string; amount: number }

async function expectGoesBack(
  type: 'booking' | 'order',
  id: string,
  { customer, paymentId, amount }: Expected,
): Promise<void> {
  const balance = { price: 0, unapplied: 0, suspense: 0, refundsPayable: amount }
  expect(await balanceOf(type, id)).toMatchObject(balance)
  const shown = await paymentOf(paymentId, customer)
  expect(shown).toMatchObject({ status: 'review', outcome: 'paid_too_late' })
  expect(shown).not.toHaveProperty('left')
}

/** A booking for tomorrow of which a part is paid, and which cannot be cancelled for nothing any more. */
async function partOfTomorrow(amount: number) {
  const customer = await market.signUp()
  const startDate = addDays(nairobiDay(market.clock.now()), 1)
  const dates = { startDate, endDate: addDays(startDate, 1), pickupTime: '08:00', dropoffTime: '08:00' }
  const carId = await addCar(market.db, { pricePerDay: 3_500 })
  const { _id: bookingId } = await bookCar(market, customer, carId, { ...dates, ...BY_MPESA })
  await payBooking(market, bookingId, { amount })
  market.clock.advance(2 * HOUR)
  return { bookingId, customer }
}

function cancelAsCustomer(customer: Person, bookingId: string) {
  const request = { params: { bookingId }, body: { cancellationReason: 'Plans changed' } }
  return market.call('PUT /api/booking/:bookingId/cancel', request, customer)
}

function confirmUnpaid(bookingId: string) {
  const body = { note: 'x', paidBy: 'none' } as const
  return market.call('POST /api/admin/booking/:bookingId/confirm', { params: { bookingId }, body }, staff)
}

function undo(bookingId: string) {
  const request = { params: { bookingId }, body: { note: 'A slip' } }
  return market.call('POST /api/admin/booking/:bookingId/undo', request, staff)
}

async function askForDeposit(bookingId: string): Promise<string> {
  const request = { params: { bookingId }, body: { phone: '0724100001' } }
  const { data } = await market.call('POST /api/admin/booking/:bookingId/deposit/request', request, staff)
  await settlePayment(market.deps, data._id, { kind: 'no_answer' })
  return data._id
}

async function paymentOf(paymentId: string, customer: Person) {
  return (await market.call('GET /api/payment/:paymentId', { params: { paymentId } }, customer)).data
}

function bookingOf(id: string) {
  return market.db
    .selectFrom('bookings')
    .select(['status', 'payment_status'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

function depositOf(bookingId: string) {
  const deposit = market.db.selectFrom('deposits').select('id').where('booking_id', '=', bookingId)
  return deposit.executeTakeFirstOrThrow()
}

async function statesOf(payableId: string): Promise<string[]> {
  const rows = await market.db
    .selectFrom('payments')
    .select('status')
    .where('payable_id', '=', payableId)
    .orderBy('id')
    .execute()
  return rows.map(({ status }) => status)
}

const balanceOf = (type: string, id: string) => findBalance(market.db, { type, id })
