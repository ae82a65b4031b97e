import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCar } from '../testing/fleet.ts'
import { paidWith, sendC2bPayment } from '../testing/payments.ts'
import type { Person } from '../testing/people.ts'
import { BOOKING_MORNING } from '../testing/renting.ts'
import { drawCode, mpesaMessage } from '../testing/selling.ts'
import { addProduct, placeOrder } from '../testing/shopping.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'

let market: TestMarket
let staff: Person
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
})
afterAll(() => market.close())

const everywhere = async (query: string) =>
  (await market.call('GET /api/admin/search', { query: { query } }, staff)).data.map(({ kind, id }) => ({
    kind,
    id,
  }))
const bookings = async (search: string) =>
  (await market.call('GET /api/admin/bookings', { query: { search } }, staff)).data.map(({ _id }) => _id)
const deposits = async (search: string) =>
  (await market.call('GET /api/admin/deposits', { query: { queue: 'all', search } }, staff)).data.map(
    ({ _id }) => _id,
  )
const orders = async (search: string) =>
  (await market.call('GET /api/admin/orders', { query: { queue: 'all', search } }, staff)).data.map(
    ({ _id }) => _id,
  )
const payments = async (search: string) =>
  (await market.call('GET /api/admin/payments', { query: { queue: 'all', search } }, staff)).data.map(
    ({ reference }) => reference,
  )
const messageOf = (code: string) => mpesaMessage({ code, amount: 4_500, now: market.clock.now() })

async function rental() {
  const code = await sendC2bPayment(market, { amount: 4_500 })
  const today = nairobiDay(market.clock.now())
  const body = {
    carId: await addCar(market.db, { pricePerDay: 4_500, deposit: 2_000 }),
    startDate: today,
    endDate: addDays(today, 1),
    pickupTime: '23:00',
    dropoffTime: '23:00',
    pickupLocation: 'Nairobi',
    dropoffLocation: 'Nairobi',
    customerInfo: { firstName: 'Otieno', lastName: 'Okello', phone: '0722000111' },
    paidBy: 'mpesa' as const,
    code,
  }
  const { data } = await market.call('POST /api/admin/bookings', { body }, staff)
  const params = { bookingId: data._id }
  const depositCode = drawCode(market.clock.now())
  await market.call(
    'POST /api/admin/booking/:bookingId/deposit/take',
    { params, body: paidWith(depositCode) },
    staff,
  )
  const { deposit } = (await market.call('GET /api/admin/booking/:bookingId/deposit', { params }, staff)).data
  return { id: data._id, reference: data.bookingId, code, depositCode, deposit }
}

test('a rental is found by its own reference, that of its deposit, and the codes that paid them', async () => {
  const { id, reference, code, depositCode, deposit } = await rental()
  const depositReference = deposit?.reference ?? ''
  const spellings = [reference, reference.toLowerCase(), reference.replace(/^BK/, 'bk-'), depositReference]
  for (const text of [
    ...spellings,
    depositReference.replace('DEP', 'dep '),
    code,
    depositCode,
    messageOf(code),
  ]) {
    expect(await bookings(text), text).toEqual([id])
  }
  for (const text of [depositReference, depositReference.toLowerCase(), depositCode, reference])
    expect(await deposits(text), text).toEqual([deposit?._id])
  for (const text of [reference, depositReference, depositReference.replace('DEP', 'dep-')])
    expect(await everywhere(text), text).toContainEqual({ kind: 'booking', id })
  expect((await everywhere(messageOf(code))).map(({ kind }) => kind)).toContain('payment')
  expect(await payments(depositReference)).toEqual([depositReference])
  expect(await payments(messageOf(code))).toEqual([reference])
})

/** As a phone copies a text out of a message: between signs that nobody sees. */
const copied = (text: string) => `\u202a${text.toLowerCase()}\u202c`

test('a reference or a code that was copied with signs that nobody sees is found in every list', async () => {
  const { id, reference, code, depositCode, deposit } = await rental()
  for (const text of [reference, code, deposit?.reference ?? '', depositCode])
    expect(await bookings(copied(text)), text).toEqual([id])
  for (const text of [reference, deposit?.reference ?? '', depositCode])
    expect(await deposits(copied(text)), text).toEqual([deposit?._id])
  for (const text of [code, depositCode])
    expect(
      (await everywhere(copied(text))).map(({ kind }) => kind),
      text,
    ).toContain('payment')
  expect(await payments(copied(code))).toEqual([reference])
  expect(await payments(copied(deposit?.reference ?? ''))).toEqual([deposit?.reference])
  const unmatched = await sendC2bPayment(market, { amount: 777 })
  expect(await payments(copied(unmatched))).toHaveLength(1)
  const orderCode = await sendC2bPayment(market, { amount: 300 })
  const items = [{ _id: await addProduct(market, { price: 300 }), quantity: 1 }]
  const body = { items, amount: 300, ...paidWith(orderCode) }
  const { data } = await market.call('POST /api/admin/orders', { body }, staff)
  expect(await orders(copied(orderCode))).toEqual([data._id])
  expect(await payments(copied(orderCode))).toHaveLength(1)
})

test('an order is found by its number and by the codes of its payment and its refund', async () => {
  const product = await addProduct(market)
  const { data: order } = await placeOrder(market, await market.signUp(), product)
  const code = drawCode(market.clock.now())
  const params = { orderId: order._id }
  await market.call(
    'POST /api/admin/order/:orderId/move',
    { params, body: { move: 'pay', paidBy: 'cash', note: 'Counted' } },
    staff,
  )
  await market.call(
    'POST /api/admin/order/:orderId/move',
    { params, body: { move: 'callOff', note: 'Gone' } },
    staff,
  )
  const { id: refundId } = await market.db
    .selectFrom('refunds')
    .select('id')
    .where('order_id', '=', order._id)
    .executeTakeFirstOrThrow()
  await market.call(
    'POST /api/admin/refund/:refundId/sent',
    { params: { refundId }, body: paidWith(code) },
    staff,
  )
  for (const text of [order.number, order.number.replace('ORD', 'ord-'), code])
    expect(await orders(text), text).toEqual([order._id])
  expect(await everywhere(code)).toContainEqual({ kind: 'refund', id: code })
  expect(await payments(code)).toContain(order.number)
})

test('money that matches nothing is found by its code from anywhere', async () => {
  const code = await sendC2bPayment(market, { amount: 7_400, name: 'WANJALA' })
  expect(await everywhere(code.toLowerCase())).toEqual([{ kind: 'transaction', id: code }])
})
