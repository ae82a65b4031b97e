import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expireHolds } from '../../bookings/expire-holds.ts'
import { addCar } from '../../testing/fleet.ts'
import { expectBalanced } from '../../testing/ledger-invariants.ts'
import { readMails } from '../../testing/mailbox.ts'
import { bookByMpesa, paidWith, sendC2bPayment } from '../../testing/payments.ts'
import type { Person } from '../../testing/people.ts'
import { BOOKING_MORNING, bookCar } from '../../testing/renting.ts'
import { createListing, drawCode } from '../../testing/selling.ts'
import { addProduct, placeOrder } from '../../testing/shopping.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import { settlePayment } from '../collections/settle-payment.ts'
import { findBalance } from '../ledger/ledger-store.ts'
import { matchNamedMoney } from './match-named-money.ts'

let market: TestMarket
let staff: Person
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
})
afterAll(async () => {
  await expectBalanced({ db: market.db })
  await market.close()
})

const PRICE = 13_500

/** A booking that its customer pays by hand: no phone is asked. */
async function openBooking(choices: { startDate?: string; carId?: string } = {}) {
  const customer = await market.signUp()
  const { startDate = addDays(nairobiDay(market.clock.now()), 20) } = choices
  const carId = choices.carId ?? (await addCar(market.db, { pricePerDay: 4_500 }))
  const endDate = addDays(startDate, 3)
  const booking = await bookCar(market, customer, carId, { startDate, endDate, paymentMethod: 'whatsapp' })
  return { customer, booking, carId, startDate }
}
const standing = async (bookingId: string) => {
  const { data } = await market.call('GET /api/admin/booking/:bookingId', { params: { bookingId } }, staff)
  return { status: data.status, paymentStatus: data.paymentStatus }
}
const balanceOf = (type: 'booking' | 'deposit' | 'order', id: string) => findBalance(market.db, { type, id })
const moneyOf = async (purchaseId: string) =>
  (await market.call('GET /api/admin/purchase/:purchaseId/money', { params: { purchaseId } }, staff)).data
const unmatched = async (search: string) =>
  (await market.call('GET /api/admin/payments', { query: { queue: 'unmatched', search } }, staff)).data
const spaced = (reference: string) => ` ${reference.slice(0, 2).toLowerCase()} - ${reference.slice(2)}`

/** The text of the mail that says last that money came in. */
async function lastMail() {
  const mails = await readMails(market.db, { kind: 'payment_received' })
  return mails.at(-1)?.body
}

describe('money at the paybill under the reference of an open booking', () => {
  const spellings = [
    (reference: string) => reference,
    spaced,
    (reference: string) => `Acc ${reference}`,
    (reference: string) => `booking ${reference.toLowerCase()}`,
  ]
  test.each(spellings)('confirms it, where it is its price', async (typed) => {
    const { booking, customer } = await openBooking()
    const code = await sendC2bPayment(market, { amount: PRICE, reference: typed(booking.bookingId) })
    expect(await standing(booking._id)).toEqual({ status: 'confirmed', paymentStatus: 'paid' })
    expect(await balanceOf('booking', booking._id)).toMatchObject({
      money: PRICE,
      price: PRICE,
      unapplied: 0,
    })
    expect(await unmatched(code)).toEqual([])
    const { data } = await market.call(
      'GET /api/booking/:bookingId',
      { params: { bookingId: booking._id } },
      customer,
    )
    expect(data.paymentDetails.transactionId).toBe(code)
  })

  test('is a part where it is less, and the rest confirms it', async () => {
    const { booking } = await openBooking()
    await sendC2bPayment(market, { amount: 4_000, reference: booking.bookingId })
    expect(await standing(booking._id)).toEqual({ status: 'pending', paymentStatus: 'partial' })
    expect(await lastMail()).toContain('Ksh 9,500 is left to pay.')
    await sendC2bPayment(market, { amount: 9_500, reference: booking.bookingId })
    expect(await standing(booking._id)).toEqual({ status: 'confirmed', paymentStatus: 'paid' })
    expect(await balanceOf('booking', booking._id)).toMatchObject({
      money: PRICE,
      price: PRICE,
      unapplied: 0,
    })
  })

  test('is looked at on the booking where it is more', async () => {
    const { booking } = await openBooking()
    const code = await sendC2bPayment(market, { amount: PRICE + 500, reference: booking.bookingId })
    expect(await standing(booking._id)).toMatchObject({ paymentStatus: 'review' })
    expect(await lastMail()).toContain(
      'We are looking at this payment, because it is more than was asked for.',
    )
    const query = { queue: 'review' as const, search: code }
    const { data } = await market.call('GET /api/admin/payments', { query }, staff)
    expect(data).toMatchObject([{ reference: booking.bookingId, received: PRICE + 500 }])
  })

  test('waits while the phone is asked for it, and counts once that has failed', async () => {
    const { booking, paymentId } = await bookByMpesa(market)
    const code = await sendC2bPayment(market, { amount: PRICE, reference: booking.bookingId })
    expect(await standing(booking._id)).toMatchObject({ status: 'pending' })
    expect((await moneyOf(booking._id)).waiting).toMatchObject([{ code }])
    await settlePayment(market.deps, paymentId, { kind: 'not_paid', failure: 'cancelled' })
    await matchNamedMoney(market.deps)
    expect(await standing(booking._id)).toEqual({ status: 'confirmed', paymentStatus: 'paid' })
    expect((await moneyOf(booking._id)).waiting).toEqual([])
  })

  test('counts for nothing where another reference, or more digits, stand beside it', async () => {
    const [one, other] = [await openBooking(), await openBooking()]
    const typed = [`${one.booking.bookingId} ${other.booking.bookingId}`, `Acc ${one.booking.bookingId}987`]
    for (const reference of typed) {
      const code = await sendC2bPayment(market, { amount: PRICE, reference })
      expect(await unmatched(code)).toMatchObject([{ code }])
    }
    expect(await standing(one.booking._id)).toMatchObject({ status: 'pending' })
    expect((await moneyOf(one.booking._id)).waiting).toEqual([])
  })

  test('that comes late gets the car while it is free, and is owed back where it is not', async () => {
    const first = await openBooking()
    const second = await openBooking()
    market.clock.advance(4 * 3_600_000)
    await expireHolds(market.deps)
    expect(await standing(first.booking._id)).toMatchObject({ status: 'cancelled' })
    await sendC2bPayment(market, { amount: PRICE, reference: first.booking.bookingId })
    expect(await standing(first.booking._id)).toEqual({ status: 'confirmed', paymentStatus: 'paid' })
    const other = await openBooking({ carId: second.carId, startDate: second.startDate })
    const params = { bookingId: other.booking._id }
    await market.call('POST /api/admin/booking/:bookingId/confirm', { params, body: paidWith() }, staff)
    const code = await sendC2bPayment(market, { amount: PRICE, reference: second.booking.bookingId })
    expect(await standing(second.booking._id)).toMatchObject({ status: 'cancelled' })
    const { data } = await market.call(
      'GET /api/admin/refunds',
      { query: { search: second.booking.bookingId } },
      staff,
    )
    expect(data).toMatchObject([{ amount: PRICE }])
    expect(await unmatched(code)).toEqual([])
  })

  test('that cannot count stands on the booking, and is named by it', async () => {
    const { booking, customer } = await openBooking()
    const params = { bookingId: booking._id }
    const body = { cancellationReason: 'Another car' }
    await market.call('PUT /api/booking/:bookingId/cancel', { params, body }, customer)
    const reference = `Booking no. ${booking.bookingId}`
    const code = await sendC2bPayment(market, { amount: PRICE, reference })
    expect((await moneyOf(booking._id)).waiting).toMatchObject([{ code, received: PRICE }])
    const [row] = await unmatched(code)
    expect(row?.outcome).toContain(booking.bookingId)
    expect(row?.outcome).not.toContain('nothing that we sold')
  })
})

test('money under the reference of an order pays it, and what is too little is a part of it', async () => {
  const product = await addProduct(market, { price: 1_600 })
  const customer = await market.signUp()
  const { data: order } = await placeOrder(market, customer, product)
  const [payment] = await market.db
    .selectFrom('payments')
    .select('id')
    .where('order_id', '=', order._id)
    .execute()
  if (payment) await settlePayment(market.deps, payment.id, { kind: 'not_paid', failure: 'cancelled' })
  await sendC2bPayment(market, { amount: order.amount - 100, reference: order.number.toLowerCase() })
  await sendC2bPayment(market, { amount: 100, reference: order.number })
  const { data } = await market.call(
    'GET /api/admin/order/:orderId',
    { params: { orderId: order._id } },
    staff,
  )
  expect(data).toMatchObject({ status: 'paid', paymentStatus: 'paid' })
  expect(await balanceOf('order', order._id)).toMatchObject({ price: order.amount, unapplied: 0 })
})

test('money under the reference of a deposit is held as that deposit, in parts as well', async () => {
  const customer = await market.signUp()
  const startDate = addDays(nairobiDay(market.clock.now()), 20)
  const carId = await addCar(market.db, { pricePerDay: 4_500, deposit: 10_000 })
  const booking = await bookCar(market, customer, carId, {
    startDate,
    endDate: addDays(startDate, 3),
    paymentMethod: 'whatsapp',
  })
  await sendC2bPayment(market, { amount: PRICE, reference: booking.bookingId })
  const params = { bookingId: booking._id }
  const deposit = async () =>
    (await market.call('GET /api/admin/booking/:bookingId/deposit', { params }, staff)).data.deposit
  const reference = (await deposit())?.reference ?? ''
  await sendC2bPayment(market, { amount: 6_000, reference: spaced(reference) })
  expect(await deposit()).toMatchObject({ due: 4_000, held: 6_000 })
  await sendC2bPayment(market, { amount: 4_000, reference })
  expect(await deposit()).toMatchObject({ due: 0, held: 10_000, keepable: 0 })
  const { id } = await market.db
    .selectFrom('deposits')
    .select('id')
    .where('booking_id', '=', booking._id)
    .executeTakeFirstOrThrow()
  expect(await balanceOf('deposit', id)).toMatchObject({ price: 10_000, unapplied: 0 })
})

test('money of a part at the desk counts with what was sent to the paybill', async () => {
  const { booking } = await openBooking()
  await sendC2bPayment(market, { amount: 4_000, reference: booking.bookingId })
  const params = { bookingId: booking._id }
  await market.call('POST /api/admin/booking/:bookingId/confirm', { params, body: paidWith() }, staff)
  expect(await balanceOf('booking', booking._id)).toMatchObject({ money: PRICE, price: PRICE, unapplied: 0 })
})

describe('money at the paybill under the number of a listing', () => {
  /** A listing whose pasted message staff refused, unless it still waits. */
  async function openListing(options: { waits?: boolean } = {}) {
    const seller = await market.signUp()
    const listing = await createListing(market, seller, { code: drawCode(market.clock.now()) })
    if (!options.waits) await refuseMessage(listing._id)
    const { number } = await market.db
      .selectFrom('listings')
      .select('number')
      .where('id', '=', listing._id)
      .executeTakeFirstOrThrow()
    return { id: listing._id, reference: `CAR${number}` }
  }
  const act = (listingId: string, what: 'reject-payment' | 'suspend') =>
    market.call(
      `POST /api/admin/listing/:listingId/${what}` as const,
      { params: { listingId }, body: { reason: 'As we saw it' } },
      staff,
    )
  const refuseMessage = (listingId: string) => act(listingId, 'reject-payment')
  const timeOf = async (listingId: string) =>
    market.db
      .selectFrom('listings')
      .select(['status', 'months', 'days'])
      .where('id', '=', listingId)
      .executeTakeFirstOrThrow()
  const unpaid = { status: 'pending_payment', months: 0, days: 0 }
  const paid = { status: 'active', months: 1, days: 0 }
  const ledgerOf = (id: string) => findBalance(market.db, { type: 'listing_period', id })

  test('buys its plan', async () => {
    const { id, reference } = await openListing()
    const code = await sendC2bPayment(market, { amount: 2_000, reference: spaced(reference) })
    expect(await timeOf(id)).toEqual(paid)
    expect(await ledgerOf(id)).toMatchObject({ money: 2_000, price: 2_000, unapplied: 0 })
    expect(await unmatched(code)).toEqual([])
    expect(await lastMail()).toContain('1 month')
  })

  test('is a part where it is less, and the rest buys the plan', async () => {
    const { id, reference } = await openListing()
    await sendC2bPayment(market, { amount: 600, reference })
    expect(await timeOf(id)).toEqual(unpaid)
    expect(await ledgerOf(id)).toMatchObject({ money: 600, price: 0, unapplied: 600 })
    expect(await lastMail()).toContain('Ksh 1,400')
    await sendC2bPayment(market, { amount: 1_400, reference })
    expect(await timeOf(id)).toEqual(paid)
    expect(await ledgerOf(id)).toMatchObject({ money: 2_000, price: 2_000, unapplied: 0 })
  })

  test('waits while staff has a message of its seller to look at', async () => {
    const { id, reference } = await openListing({ waits: true })
    const code = await sendC2bPayment(market, { amount: 2_000, reference })
    expect(await timeOf(id)).toEqual(unpaid)
    expect((await moneyOf(id)).waiting).toMatchObject([{ code, received: 2_000 }])
    await refuseMessage(id)
    await matchNamedMoney(market.deps)
    expect(await timeOf(id)).toEqual(paid)
  })

  test('counts once staff has refused the message, however long that took', async () => {
    const { id, reference } = await openListing({ waits: true })
    await sendC2bPayment(market, { amount: 2_000, reference })
    market.clock.advance(5 * 24 * 3_600_000)
    await refuseMessage(id)
    await matchNamedMoney(market.deps)
    expect(await timeOf(id)).toEqual(paid)
  })

  test('that cannot count stands on the listing, and is named by it', async () => {
    const { id, reference } = await openListing()
    await act(id, 'suspend')
    const code = await sendC2bPayment(market, { amount: 2_000, reference })
    expect((await moneyOf(id)).waiting).toMatchObject([{ code, received: 2_000 }])
    const [row] = await unmatched(code)
    expect(row?.outcome).toContain(reference)
  })
})
