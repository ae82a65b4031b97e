import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCar } from '../testing/fleet.ts'
import { expectBalanced } from '../testing/ledger-invariants.ts'
import { bookByMpesa, receivePayment } from '../testing/payments.ts'
import type { Person } from '../testing/people.ts'
import { BOOKING_MORNING, bookCar, moveBookingOn } from '../testing/renting.ts'
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

const PRICE = 13_500
const DEPOSIT = 10_000

test('the rest of a booking whose part went back is a part, and the booking is confirmed once all is paid', async () => {
  const { booking, customer, paymentId: first } = await bookByMpesa(market)
  await receivePayment(market, first, 4_000)
  const rest = await askAgain(customer, 'booking', booking._id)
  await giveBack(first)
  await receivePayment(market, rest)
  expect(await bookingStatusOf(booking._id)).toBe('pending')
  const seen = await paymentOf(rest, customer)
  expect(seen).toMatchObject({ status: 'partial', outcome: 'part_of_price', left: 4_000 })
  expect(seen.message).toBe('We received Ksh 9,500. It is a part of the full amount.')
  const query = { queue: 'review' as const, search: booking.bookingId }
  const { data } = await market.call('GET /api/admin/payments', { query }, staff)
  expect(data.map(({ _id, outcome }) => [_id, outcome])).toEqual([[rest, 'It is a part of the full amount.']])
  await receivePayment(market, await askAgain(customer, 'booking', booking._id))
  expect(await bookingStatusOf(booking._id)).toBe('confirmed')
  const balance = { price: PRICE, unapplied: 0, receivable: 0, refundsPayable: 4_000 }
  expect(await balanceOf('booking', booking._id)).toMatchObject(balance)
})

test('the rest that a poll reports without its amount is a part too', async () => {
  const { booking, customer, paymentId: first } = await bookByMpesa(market)
  await receivePayment(market, first, 4_000)
  const rest = await askAgain(customer, 'booking', booking._id)
  await giveBack(first)
  await settlePayment(market.deps, rest, { kind: 'paid', receipt: null, amountReceived: null })
  expect(await bookingStatusOf(booking._id)).toBe('pending')
  expect(await balanceOf('booking', booking._id)).toMatchObject({ price: 0, unapplied: 9_500 })
})

test('more than the rest that was asked for is looked at, though it is less than the price', async () => {
  const { booking, customer, paymentId: first } = await bookByMpesa(market)
  await receivePayment(market, first, 4_000)
  const rest = await askAgain(customer, 'booking', booking._id)
  await giveBack(first)
  await receivePayment(market, rest, 10_000)
  expect(await paymentOf(rest, customer)).toMatchObject({ status: 'review', outcome: 'paid_more' })
})

test('the rest of an order whose part went back is a part, and the order is paid once all is paid', async () => {
  const customer = await market.signUp()
  const placed = await placeOrder(market, customer, await addProduct(market, { price: 2_000 }))
  const first = placed.payment?._id ?? ''
  await receivePayment(market, first, 500)
  const rest = await askAgain(customer, 'order', placed.orderId)
  await giveBack(first)
  await receivePayment(market, rest)
  expect(await orderStatusOf(placed.orderId)).toBe('pending')
  expect(await paymentOf(rest, customer)).toMatchObject({ status: 'partial', left: 500 })
  await receivePayment(market, await askAgain(customer, 'order', placed.orderId))
  expect(await orderStatusOf(placed.orderId)).toBe('paid')
  expect(await balanceOf('order', placed.orderId)).toMatchObject({ price: 2_000, refundsPayable: 500 })
})

test('the rest of an order that was sold out, and whose parts went back, does not bring it back to life', async () => {
  const customer = await market.signUp()
  const productId = await addProduct(market, { price: 2_000, onHand: 1 })
  const { orderId, payment } = await placeOrder(market, customer, productId)
  await receivePayment(market, payment?._id ?? '', 500)
  const rests = [await askAgain(customer, 'order', orderId), await askAgain(customer, 'order', orderId)]
  await market.db.updateTable('orders').set({ reserves_stock: false }).where('id', '=', orderId).execute()
  await market.db.deleteFrom('reservations').where('order_id', '=', orderId).execute()
  await setStock(productId, 0)
  await receivePayment(market, rests[0] ?? '')
  expect(await orderStatusOf(orderId)).toBe('cancelled')
  await setStock(productId, 2)
  await receivePayment(market, rests[1] ?? '')
  expect(await orderStatusOf(orderId)).toBe('cancelled')
  expect(await balanceOf('order', orderId)).toMatchObject({ unapplied: 0, refundsPayable: 3_500 })
})

test('the rest of a deposit whose part went back is a part, and the deposit is due until all is paid', async () => {
  const customer = await market.signUp()
  const { _id: bookingId } = await bookCar(market, customer, await addCar(market.db, { deposit: DEPOSIT }))
  await moveBookingOn(market, staff, bookingId, 'confirmed')
  const first = await askForDeposit(bookingId)
  await receivePayment(market, first, 3_000)
  const second = await askForDeposit(bookingId)
  await receivePayment(market, second, 1_000)
  const rest = await askForDeposit(bookingId)
  await giveBack(first)
  await receivePayment(market, rest)
  const deposit = await depositOf(bookingId)
  expect(deposit).toMatchObject({ due: 3_000, held: 7_000 })
  expect(await balanceOf('deposit', deposit?._id ?? '')).toMatchObject({ price: 0, unapplied: 7_000 })
  await receivePayment(market, await askForDeposit(bookingId))
  expect(await depositOf(bookingId)).toMatchObject({ due: 0, held: DEPOSIT })
})

let phones = 0
const nextPhone = () => `07232${String(++phones).padStart(5, '0')}`

/** Asks a phone for what is left to pay, and gives up waiting for its answer. */
async function askAgain(customer: Person, purpose: 'booking' | 'order', purchaseId: string): Promise<string> {
  market.clock.advance(80_000)
  const body = { purpose, purchaseId, phone: nextPhone() }
  const { data } = await market.call('POST /api/payment/start', { body }, customer)
  return giveUp(data._id)
}

async function askForDeposit(bookingId: string): Promise<string> {
  market.clock.advance(80_000)
  const request = { params: { bookingId }, body: { phone: nextPhone() } }
  const { data } = await market.call('POST /api/admin/booking/:bookingId/deposit/request', request, staff)
  return giveUp(data._id)
}

async function giveUp(paymentId: string): Promise<string> {
  await settlePayment(market.deps, paymentId, { kind: 'no_answer' })
  return paymentId
}

function giveBack(paymentId: string) {
  const body = { decision: 'giveBack', reason: 'The payer asked for it' } as const
  return market.call('POST /api/admin/payment/:paymentId/decide', { params: { paymentId }, body }, staff)
}

async function paymentOf(paymentId: string, customer: Person) {
  return (await market.call('GET /api/payment/:paymentId', { params: { paymentId } }, customer)).data
}

async function depositOf(bookingId: string) {
  const params = { bookingId }
  return (await market.call('GET /api/admin/booking/:bookingId/deposit', { params }, staff)).data.deposit
}

function setStock(productId: string, on_hand: number) {
  return market.db.updateTable('products').set({ on_hand }).where('id', '=', productId).execute()
}

async function bookingStatusOf(id: string): Promise<string> {
  const booking = market.db.selectFrom('bookings').select('status').where('id', '=', id)
  return (await booking.executeTakeFirstOrThrow()).status
}

async function orderStatusOf(id: string): Promise<string> {
  const order = market.db.selectFrom('orders').select('status').where('id', '=', id)
  return (await order.executeTakeFirstOrThrow()).status
}

const balanceOf = (type: string, id: string) => findBalance(market.db, { type, id })
