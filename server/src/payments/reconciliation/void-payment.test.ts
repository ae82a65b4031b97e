import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCar } from '../../testing/fleet.ts'
import { expectBalanced } from '../../testing/ledger-invariants.ts'
import { paidWith, sendC2bPayment } from '../../testing/payments.ts'
import type { Person } from '../../testing/people.ts'
import { BOOKING_MORNING } from '../../testing/renting.ts'
import { drawCode } from '../../testing/selling.ts'
import { addProduct, placeOrder } from '../../testing/shopping.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import { findBalance } from '../ledger/ledger-store.ts'

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
const EMAIL = 'otieno@safari.example'
const today = () => nairobiDay(market.clock.now())
const newCode = () => drawCode(market.clock.now())

/** A counter booking of one day that is paid with a code which nobody reported. */
async function bookWith(code: string, pricePerDay = PRICE) {
  const carId = await addCar(market.db, { pricePerDay, deposit: 2_000 })
  const body = {
    carId,
    startDate: today(),
    endDate: addDays(today(), 1),
    pickupTime: '23:00',
    dropoffTime: '23:00',
    pickupLocation: 'Nairobi',
    dropoffLocation: 'Nairobi',
    customerInfo: { firstName: 'Otieno', lastName: 'Okello', phone: '0722000111', email: EMAIL },
    paidBy: 'mpesa' as const,
    code,
  }
  const { data } = await market.call('POST /api/admin/bookings', { body }, staff)
  return { params: { bookingId: data._id }, id: data._id, reference: data.bookingId }
}

const inQueue = async (code: string) => {
  const query = { queue: 'unreported' as const, search: code }
  return (await market.call('GET /api/admin/payments', { query }, staff)).data
}
const paymentWith = async (code: string) => {
  const [payment] = await inQueue(code)
  if (!payment) throw new Error('the code is in no queue')
  return payment
}
function say(paymentId: string, who: Person) {
  const body = { decision: 'dismiss' as const, reason: 'The code was invented' }
  return market.call('POST /api/admin/payment/:paymentId/decide', { params: { paymentId }, body }, who)
}
async function voidCode(code: string, who = colleague) {
  const payment = await paymentWith(code)
  expect(payment.decisions).toContain('dismiss')
  await say(payment._id, who)
  expect(await inQueue(code)).toEqual([])
  await expectBalanced(market)
  return payment._id
}
const statusOf = (paymentId: string) =>
  market.db
    .selectFrom('payments')
    .select(['status', 'outcome', 'receipt', 'voided_by'])
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
const refundsOf = (payableId: string) =>
  market.db
    .selectFrom('refunds')
    .select(['status', 'amount'])
    .where('payable_id', '=', payableId)
    .orderBy('id')
    .execute()
const differences = async () => {
  const { data } = await market.call('GET /api/admin/reconciliation', { query: { day: today() } }, staff)
  return {
    codes: data.differences.notReported.map(({ code }) => code),
    received: data.totals.received.amount,
  }
}

test('what an invented code paid is owed again, and stands in no queue and no difference', async () => {
  const before = await differences()
  const code = newCode()
  const { id, params, reference } = await bookWith(code)
  expect(await differences()).toEqual({ codes: [...before.codes, code], received: before.received + PRICE })
  const paymentId = await voidCode(code)
  expect(await differences()).toEqual(before)
  expect(await statusOf(paymentId)).toEqual({
    status: 'failed',
    outcome: 'voided',
    receipt: null,
    voided_by: colleague.accountId,
  })
  const { data, money } = await market.call('GET /api/admin/booking/:bookingId', { params }, staff)
  expect({ ...money, status: data.status, shown: data.paymentStatus }).toMatchObject({
    status: 'confirmed',
    shown: 'pending',
    owed: PRICE,
    paid: 0,
  })
  const owed = await market.call(
    'GET /api/admin/bookings',
    { query: { queue: 'owed', search: reference } },
    staff,
  )
  expect(owed.data).toHaveLength(1)
  const mails = await market.db
    .selectFrom('notifications')
    .select('params')
    .where('kind', '=', 'payment_voided')
    .execute()
  expect(mails).toMatchObject([{ params: { amount: PRICE, code, isOwed: true } }])
  // The code counts for nothing, so whoever really has it can use it.
  const body = { amount: PRICE, ...paidWith(await sendC2bPayment(market, { amount: PRICE, code })) }
  await market.call('POST /api/admin/booking/:bookingId/owed', { params, body }, staff)
  expect(await findBalance(market.db, { type: 'booking', id })).toMatchObject({
    money: PRICE,
    price: PRICE,
    receivable: 0,
  })
})

test('the refund of a booking that was never paid ends with its payment', async () => {
  const code = newCode()
  const { id, params } = await bookWith(code)
  await market.call(
    'POST /api/admin/booking/:bookingId/cancel',
    { params, body: { reason: 'Called off' } },
    staff,
  )
  expect(await refundsOf(id)).toEqual([{ status: 'due', amount: PRICE }])
  await voidCode(code)
  expect(await refundsOf(id)).toEqual([{ status: 'withdrawn', amount: PRICE }])
  expect(await findBalance(market.db, { type: 'booking', id })).toEqual({
    money: 0,
    receivable: 0,
    unapplied: 0,
    suspense: 0,
    price: 0,
    refundsPayable: 0,
  })
})

test('a refund of other money stays, less what never came', async () => {
  const code = newCode()
  const { id, params } = await bookWith(code)
  const { data } = await market.call('GET /api/admin/booking/:bookingId', { params }, staff)
  const { updatedAt } = data
  const body = { endDate: addDays(data.endDate, 1), dropoffTime: '23:00', updatedAt, ...paidWith() }
  await market.call('POST /api/admin/booking/:bookingId/extend', { params, body }, staff)
  await market.call(
    'POST /api/admin/booking/:bookingId/cancel',
    { params, body: { reason: 'Called off' } },
    staff,
  )
  await voidCode(code)
  expect(await refundsOf(id)).toEqual([
    { status: 'withdrawn', amount: 2 * PRICE },
    { status: 'due', amount: PRICE },
  ])
  expect(await findBalance(market.db, { type: 'booking', id })).toMatchObject({
    money: PRICE,
    receivable: 0,
    price: 0,
    refundsPayable: PRICE,
  })
})

test('above the limit somebody else than who recorded it says that it never came', async () => {
  const code = newCode()
  await bookWith(code, 25_000)
  const { _id } = await paymentWith(code)
  await expect(say(_id, staff)).rejects.toMatchObject({ code: 'payment_needs_second_person' })
  await expect(
    market.db
      .updateTable('payments')
      .set({ status: 'failed', outcome: 'voided', voided_by: staff.accountId, voided_at: market.clock.now() })
      .where('id', '=', _id)
      .execute(),
  ).rejects.toThrow(/large_payment_is_voided_by_another/)
  await voidCode(code)
})

test('a deposit with an invented code is not held, and can be taken again', async () => {
  const { params } = await bookWith(await sendC2bPayment(market, { amount: PRICE }))
  const code = newCode()
  const take = (receipt = '') =>
    market.call('POST /api/admin/booking/:bookingId/deposit/take', { params, body: paidWith(receipt) }, staff)
  await take(code)
  await voidCode(code)
  const { data } = await market.call('GET /api/admin/booking/:bookingId/deposit', { params }, staff)
  expect(data.deposit).toMatchObject({ held: 0, due: 2_000 })
  await take()
  expect(await findBalance(market.db, { type: 'deposit', id: data.deposit?._id ?? '' })).toMatchObject({
    money: 2_000,
    price: 2_000,
    receivable: 0,
  })
})

test('an order is called off first, because its goods would leave unpaid', async () => {
  const productId = await addProduct(market, { price: 1_000, onHand: 5 })
  const customer = await market.signUp()
  const items = [{ _id: productId, quantity: 2 }]
  const { orderId } = await placeOrder(market, customer, productId, { items, channel: 'whatsapp' })
  const code = newCode()
  const move = (next: 'pay' | 'callOff', how: { note?: string; code?: string; paidBy?: 'mpesa' | 'cash' }) =>
    market.call(
      'POST /api/admin/order/:orderId/move',
      { params: { orderId }, body: { move: next, ...how } },
      staff,
    )
  await move('pay', paidWith(code))
  const { _id } = await paymentWith(code)
  await expect(say(_id, colleague)).rejects.toMatchObject({ code: 'payment_wrong_state' })
  await move('callOff', { note: 'No money came' })
  await voidCode(code)
  expect(await refundsOf(orderId)).toEqual([{ status: 'withdrawn', amount: 2_000 }])
})

test('money that M-Pesa reported did come', async () => {
  const code = newCode()
  await bookWith(code)
  const { _id } = await paymentWith(code)
  await sendC2bPayment(market, { amount: PRICE, code })
  await expect(say(_id, colleague)).rejects.toMatchObject({ code: 'payment_wrong_state' })
})
