import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expireHolds } from '../bookings/expire-holds.ts'
import { handOver, takeBack } from '../testing/condition-reports.ts'
import { postFine, rentedCar } from '../testing/fines.ts'
import { addCar } from '../testing/fleet.ts'
import { expectBalanced } from '../testing/ledger-invariants.ts'
import { readMails } from '../testing/mailbox.ts'
import { bookByMpesa, receivePayment } from '../testing/payments.ts'
import type { Person } from '../testing/people.ts'
import { BOOKING_MORNING, bookCar, moveBookingOn } from '../testing/renting.ts'
import { listLiveCar } from '../testing/selling.ts'
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
const DEPOSIT = 5_000

describe('parts that together cover the price of a booking', () => {
  test('pay for it at once, and its hold waits for them', async () => {
    const { booking, customer, requests } = await bookingAskedTimes(2)
    await receivePayment(market, requests[0], 6_000)
    market.clock.advance(3 * 3_600_000)
    await expireHolds(market.deps)
    await receivePayment(market, requests[1], 7_500)
    expect(await statusOf(booking._id)).toEqual({ status: 'confirmed', payment_status: 'paid' })
    expect(await balanceOf('booking', booking._id)).toMatchObject({
      money: PRICE,
      price: PRICE,
      unapplied: 0,
    })
    expect(await statesOf(booking._id)).toEqual(['paid', 'paid'])
    const params = { paymentId: requests[1] }
    const { data } = await market.call('GET /api/payment/:paymentId', { params }, customer)
    expect(data).toMatchObject({ status: 'paid', outcome: 'paid' })
    expect(await reviewsOf(booking.bookingId)).toEqual([])
  })

  test('are three as well, and what is more than the price stays as credit', async () => {
    const { booking, requests } = await bookingAskedTimes(3)
    await receivePayment(market, requests[0], 1_000)
    await receivePayment(market, requests[1], 6_000)
    expect(await statusOf(booking._id)).toEqual({ status: 'pending', payment_status: 'partial' })
    await receivePayment(market, requests[2], 7_000)
    expect(await statusOf(booking._id)).toEqual({ status: 'confirmed', payment_status: 'paid' })
    expect(await balanceOf('booking', booking._id)).toMatchObject({ price: PRICE, unapplied: 500 })
    expect(await statesOf(booking._id)).toEqual(['paid', 'paid', 'paid'])
  })

  test('do so where the booking was confirmed without payment', async () => {
    const { booking, requests } = await bookingAskedTimes(2)
    await confirmUnpaid(booking._id)
    await receivePayment(market, requests[0], 6_000)
    await receivePayment(market, requests[1], 8_000)
    expect(await statusOf(booking._id)).toEqual({ status: 'confirmed', payment_status: 'paid' })
    const balance = { receivable: 0, price: PRICE, unapplied: 500 }
    expect(await balanceOf('booking', booking._id)).toMatchObject(balance)
  })

  test('leave the whole price that comes beside a part alone: the part can still be given back', async () => {
    const { booking, requests } = await bookingAskedTimes(2)
    await receivePayment(market, requests[0], 6_000)
    await receivePayment(market, requests[1])
    expect(await statesOf(booking._id)).toEqual(['partial', 'paid'])
  })

  test('say of a part how much of the price is left, earlier parts included', async () => {
    const { customer, requests } = await bookingAskedTimes(3)
    await receivePayment(market, requests[0], 1_000)
    await receivePayment(market, requests[1], 6_000)
    const params = { paymentId: requests[1] }
    const { data } = await market.call('GET /api/payment/:paymentId', { params }, customer)
    expect(data).toMatchObject({ status: 'partial', left: 6_500 })
  })
})

describe('parts that together cover what is owed for a booking', () => {
  test('pay it at once', async () => {
    const rental = await owing([1_900])
    const [first, second] = [await askForOwed(rental), await askForOwed(rental)]
    await receivePayment(market, first, 200)
    await receivePayment(market, second, 1_700)
    expect(await balanceOf('booking', rental.bookingId)).toMatchObject({ receivable: 0, unapplied: 0 })
    expect(await statesOf(rental.bookingId)).toEqual(['paid', 'paid', 'paid'])
  })

  test('and more go back by as much, and the customer is told', async () => {
    const rental = await owing([1_900])
    const [first, second] = [await askForOwed(rental), await askForOwed(rental)]
    await receivePayment(market, first, 300)
    await receivePayment(market, second, 1_850)
    expect(await balanceOf('booking', rental.bookingId)).toMatchObject({ receivable: 0, refundsPayable: 250 })
    const mails = await readMails(market.db, { kind: 'refund_owed' })
    expect(mails.at(-1)?.body).toContain('Ksh 250')
  })

  test('do so when a charge is withdrawn, and no more is owed than came', async () => {
    const rental = await rentedCar(market, staff)
    await fine(rental.plate, 1_000)
    const mistaken = await fine(rental.plate, 500)
    await receivePayment(market, await askForOwed(rental), 1_000)
    expect(await statesOf(rental.bookingId)).toEqual(['paid', 'partial'])
    const body = { reason: 'Another plate' }
    await market.call('POST /api/admin/fine/:fineId/withdraw', { params: { fineId: mistaken }, body }, staff)
    expect(await balanceOf('booking', rental.bookingId)).toMatchObject({ receivable: 0, unapplied: 0 })
    expect(await statesOf(rental.bookingId)).toEqual(['paid', 'paid'])
  })
})

test('what was to go back pays what is owed once another payment leaves the books, and none of it lies unused', async () => {
  const rental = await rentedCar(market, staff)
  await fine(rental.plate, 1_900)
  const [first, second] = [await askForOwed(rental), await askForOwed(rental)]
  await receivePayment(market, first, 1_000)
  await receivePayment(market, second, 1_900)
  await fine(rental.plate, 800)
  const { params } = rental
  const body = { amount: 800, paidBy: 'cash' as const }
  await market.call('POST /api/admin/booking/:bookingId/owed', { params, body }, staff)
  await fine(rental.plate, 700)
  const payments = market.db.selectFrom('payments').select('id').where('booking_id', '=', rental.bookingId)
  const { id: paymentId } = await payments.where('amount', '=', 800).executeTakeFirstOrThrow()
  const decision = { decision: 'dismiss', reason: 'Of somebody else' } as const
  await market.call(
    'POST /api/admin/payment/:paymentId/decide',
    { params: { paymentId }, body: decision },
    staff,
  )
  const balance = { receivable: 500, unapplied: 0, refundsPayable: 0 }
  expect(await balanceOf('booking', rental.bookingId)).toMatchObject(balance)
})

test('a part of what was owed for a booking that is cancelled by now goes back, as all of it would', async () => {
  const { booking, requests } = await bookingAskedTimes(1)
  await giveUp(requests[0])
  await confirmUnpaid(booking._id)
  const asked = await askForOwed({ bookingId: booking._id })
  const cancel = { params: { bookingId: booking._id }, body: { reason: 'It broke down' } }
  await market.call('POST /api/admin/booking/:bookingId/cancel', cancel, staff)
  await receivePayment(market, asked, PRICE - 100)
  const balance = { unapplied: 0, suspense: 0, refundsPayable: PRICE - 100 }
  expect(await balanceOf('booking', booking._id)).toMatchObject(balance)
  const mails = await readMails(market.db, { kind: 'refund_owed' })
  expect(mails.at(-1)?.body).toContain('Ksh 13,400')
})

describe('parts that together cover a deposit', () => {
  test('pay it at once', async () => {
    const { bookingId, depositId, first, second } = await depositAskedTwice()
    await receivePayment(market, first, 2_000)
    await receivePayment(market, second, 3_000)
    expect(await balanceOf('deposit', depositId)).toMatchObject({ price: DEPOSIT, unapplied: 0 })
    expect(await depositOf(bookingId)).toMatchObject({ due: 0, held: DEPOSIT })
    expect(await statesOf(depositId)).toEqual(['paid', 'paid'])
  })

  test('do so where staff had accepted the first of them, and the phone is asked for the rest', async () => {
    const { bookingId, depositId, first } = await depositAskedTwice()
    await receivePayment(market, first, 3_000)
    const body = { decision: 'accept', reason: 'The rest follows' } as const
    const params = { paymentId: first }
    await market.call('POST /api/admin/payment/:paymentId/decide', { params, body }, staff)
    await receivePayment(market, await askForDeposit(bookingId))
    expect(await balanceOf('deposit', depositId)).toMatchObject({ price: DEPOSIT, refundsPayable: 0 })
  })
})

test('parts that together cover an order of the shop pay for it at once, and what is too much goes back', async () => {
  const customer = await market.signUp()
  const productId = await addProduct(market, { price: 2_000 })
  const placed = await placeOrder(market, customer, productId)
  const first = placed.payment?._id ?? ''
  const second = await askAgain(customer, 'order', placed.orderId, first)
  await receivePayment(market, first, 500)
  await receivePayment(market, second, 1_700)
  const { data } = await market.call(
    'GET /api/order/get/:orderId',
    { params: { orderId: placed.orderId } },
    customer,
  )
  expect(data).toMatchObject({ status: 'paid' })
  expect(await statesOf(placed.orderId)).toEqual(['paid', 'paid'])
  const balance = { price: 2_000, unapplied: 0, refundsPayable: 200 }
  expect(await balanceOf('order', placed.orderId)).toMatchObject(balance)
})

test('parts that together pay for a plan of a listing count at once', async () => {
  const seller = await market.signUp()
  const listing = await listLiveCar(market, seller)
  const first = await renew(seller, listing._id)
  await settlePayment(market.deps, first, { kind: 'no_answer' })
  market.clock.advance(80_000)
  const second = await renew(seller, listing._id)
  await receivePayment(market, first, 500)
  expect(await statesOf(listing._id)).toEqual(['paid', 'partial', 'processing'])
  await receivePayment(market, second, 1_500)
  expect(await statesOf(listing._id)).toEqual(['paid', 'paid', 'paid'])
  expect(await balanceOf('listing_period', listing._id)).toMatchObject({ unapplied: 0 })
})

let phones = 0
const nextPhone = () => `07229${String(++phones).padStart(5, '0')}`

/** A booking whose phone was asked so many times; all of the requests can still be paid. */
async function bookingAskedTimes<Times extends 1 | 2 | 3>(times: Times) {
  const { booking, customer, paymentId } = await bookByMpesa(market)
  const requests: [string, string, string] = [paymentId, '', '']
  for (let index = 1; index < times; index += 1)
    requests[index] = await askAgain(customer, 'booking', booking._id, requests[index - 1] ?? '')
  return { booking, customer, requests }
}

async function askAgain(
  customer: Person,
  purpose: 'booking' | 'order' | 'deposit',
  purchaseId: string,
  before: string,
): Promise<string> {
  await settlePayment(market.deps, before, { kind: 'no_answer' })
  market.clock.advance(80_000)
  const body = { purpose, purchaseId, phone: nextPhone() }
  return (await market.call('POST /api/payment/start', { body }, customer)).data._id
}

function confirmUnpaid(bookingId: string) {
  const body = { note: 'x', paidBy: 'none' } as const
  return market.call('POST /api/admin/booking/:bookingId/confirm', { params: { bookingId }, body }, staff)
}

/** A rental that is over, whose customer owes for these charges of its return. */
async function owing(amounts: readonly number[]) {
  const customer = await market.signUp()
  const { _id: bookingId } = await bookCar(market, customer, await addCar(market.db))
  await moveBookingOn(market, staff, bookingId, 'confirmed')
  await handOver(market, staff, bookingId)
  const charges = amounts.map((amount) => ({ what: 'Scratch', amount }))
  await takeBack(market, staff, bookingId, { charges, chargesPayment: { paidBy: 'none' } })
  return { customer, bookingId }
}

/** Asks a phone for what is owed, and gives up waiting for its answer. */
async function askForOwed({ bookingId }: { bookingId: string }): Promise<string> {
  const request = { params: { bookingId }, body: { phone: nextPhone() } }
  const { data } = await market.call('POST /api/admin/booking/:bookingId/owed/request', request, staff)
  return giveUp(data._id)
}

async function fine(plate: string, amount: number): Promise<string> {
  const response = await postFine(market, staff, { plate, amount: String(amount) })
  return response.json<{ data: { _id: string } }>().data._id
}

async function askForDeposit(bookingId: string): Promise<string> {
  const request = { params: { bookingId }, body: { phone: nextPhone() } }
  const { data } = await market.call('POST /api/admin/booking/:bookingId/deposit/request', request, staff)
  return giveUp(data._id)
}

async function giveUp(paymentId: string): Promise<string> {
  await settlePayment(market.deps, paymentId, { kind: 'no_answer' })
  market.clock.advance(80_000)
  return paymentId
}

async function depositAskedTwice() {
  const customer = await market.signUp()
  const { _id: bookingId } = await bookCar(market, customer, await addCar(market.db, { deposit: DEPOSIT }))
  await moveBookingOn(market, staff, bookingId, 'confirmed')
  const [first, second] = [await askForDeposit(bookingId), await askForDeposit(bookingId)]
  return { bookingId, depositId: (await depositOf(bookingId))?._id ?? '', first, second }
}

async function depositOf(bookingId: string) {
  const params = { bookingId }
  return (await market.call('GET /api/admin/booking/:bookingId/deposit', { params }, staff)).data.deposit
}

async function renew(seller: Person, id: string): Promise<string> {
  const response = await market.app.inject({
    method: 'POST',
    url: '/api/sell/renew',
    headers: { token: seller.token, 'idempotency-key': `renewal-of-${++phones}` },
    payload: { id, amount: 2_000, mpesaPhoneNumber: nextPhone(), paymentMethod: 'stk' },
  })
  if (response.statusCode !== 200) throw new Error(response.body)
  return response.json<{ payment: { _id: string } }>().payment._id
}

function statusOf(bookingId: string) {
  return market.db
    .selectFrom('bookings')
    .select(['status', 'payment_status'])
    .where('id', '=', bookingId)
    .executeTakeFirstOrThrow()
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

/** What of a booking stands in the queue of what needs a decision. */
async function reviewsOf(reference: string) {
  const query = { queue: 'review' as const, search: reference }
  return (await market.call('GET /api/admin/payments', { query }, staff)).data
}

const balanceOf = (type: string, id: string) => findBalance(market.db, { type, id })
