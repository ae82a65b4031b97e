import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCar, addCategory, addLocation } from '../../../testing/fleet.ts'
import type { Person } from '../../../testing/people.ts'
import { BOOKING_MORNING, bookCar, payBooking } from '../../../testing/renting.ts'
import { postForm, sellFields } from '../../../testing/selling.ts'
import { addProduct, deliveryAddress, placeOrder } from '../../../testing/shopping.ts'
import { openTestMarket, type TestMarket } from '../../../testing/test-app.ts'
import { takeForRequest } from '../../payment-store.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING })
  await addCategory(market.db, 'Hatchback')
  await addLocation(market.db, 'Nairobi')
})
afterAll(() => market.close())

const HOUR_MS = 3_600_000
let phones = 0
const newPhone = () => `07133${String(++phones).padStart(5, '0')}`
const international = (phone: string) => `254${phone.slice(1)}`

test('a phone is asked three times an hour, whoever asks and for whatever it is to pay', async () => {
  const phone = newPhone()
  await book(await market.signUp(), phone)
  await order(await market.signUp(), phone)
  expect(await list(await market.signUp(), phone)).toMatchObject({ status: 'processing' })

  const customer = await market.signUp()
  const { payment, booking } = await book(customer, international(phone))
  expect(booking).toMatchObject({ status: 'pending', paymentStatus: 'failed' })
  expect(payment).toMatchObject({ status: 'failed', outcome: 'asked_too_often' })
  expect(payment.message).toMatch(/Use another number now, or this number again from 10:0\d\./)
  const ordered = await order(await market.signUp(), phone)
  expect(ordered).toMatchObject({ status: 'failed', outcome: 'asked_too_often' })
  expect(await list(await market.signUp(), phone)).toMatchObject({ outcome: 'asked_too_often' })
  expect(await promptsOf(phone)).toBe(3)

  const refused = await pay(customer, booking._id, phone).catch((error: unknown) => error)
  expect(refused).toMatchObject({ code: 'phone_asked_too_often', status: 429 })
  expect(refused).toHaveProperty('data.retryAt', expect.stringMatching(/^2026-04-01T07:00/))
  // The booking is not lost: another number may pay for it at once.
  expect(await pay(customer, booking._id, newPhone())).toMatchObject({ data: { status: 'processing' } })
})

test('requests at the same moment are counted one after the other', async () => {
  const phone = newPhone()
  const cars = await Promise.all(Array.from({ length: 8 }, () => addCar(market.db)))
  const people = await Promise.all(cars.map(() => market.signUp()))
  const made = await Promise.all(
    people.map((person, place) => bookCar(market, person, cars[place] ?? '', byPhone(phone))),
  )
  expect(made).toHaveLength(8)
  expect(await promptsOf(phone)).toBe(3)
})

test('an hour after the first request the phone may be asked again', async () => {
  const phone = newPhone()
  const customer = await market.signUp()
  const { booking } = await book(customer, phone)
  for (let again = 0; again < 2; again += 1) {
    await fail(booking._id)
    market.clock.advance(60_000)
    await pay(customer, booking._id, phone)
  }
  await fail(booking._id)
  market.clock.advance(60_000)
  await expect(pay(customer, booking._id, phone)).rejects.toMatchObject({ code: 'phone_asked_too_often' })
  market.clock.advance(HOUR_MS)
  expect((await book(await market.signUp(), phone)).payment.status).toBe('processing')
})

test('a phone that has paid for this account has more room, and for no other account', async () => {
  const phone = newPhone()
  const owner = await market.signUp()
  const first = await book(owner, phone)
  await payBooking(market, first.booking._id)
  for (let more = 0; more < 5; more += 1) expect((await order(owner, phone)).status).toBe('processing')
  expect((await order(owner, phone)).status).toBe('failed')
  expect((await order(await market.signUp(), phone)).status).toBe('failed')
  market.clock.advance(2 * HOUR_MS)
  for (let more = 0; more < 3; more += 1) await order(await market.signUp(), phone)
  expect((await order(await market.signUp(), phone)).status).toBe('failed')
  expect((await order(owner, phone)).status).toBe('processing')
})

const byPhone = (mpesaNumber: string) => ({
  paymentMethod: 'mpesa' as const,
  paymentDetails: { mpesaNumber },
})

async function book(person: Person, phone: string) {
  const booking = await bookCar(market, person, await addCar(market.db), byPhone(phone))
  return { booking, payment: await latestOf(person, 'booking_id', booking._id) }
}

async function order(person: Person, phone: string) {
  const address = { ...deliveryAddress(), phone }
  const { orderId } = await placeOrder(market, person, await addProduct(market), { address })
  const payment = await latestOf(person, 'order_id', orderId)
  // Three orders may be open unpaid.
  await market.call('POST /api/order/cancel', { body: { orderId } }, person)
  return payment
}

async function list(person: Person, mpesaPhoneNumber: string) {
  const asked = { paymentMethod: 'stk', amount: '2000', mpesaPhoneNumber }
  const fields = await sellFields(market.clock.now(), asked)
  return (await postForm(market, '/api/sell/add', fields, person)).json().payment
}

async function latestOf(person: Person, column: 'booking_id' | 'order_id', id: string) {
  const row = await market.db
    .selectFrom('payments')
    .select('id')
    .where(column, '=', id)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  const { data } = await market.call('GET /api/payment/:paymentId', { params: { paymentId: row.id } }, person)
  return data
}

function pay(person: Person, purchaseId: string, phone: string) {
  return market.call('POST /api/payment/start', { body: { purpose: 'booking', purchaseId, phone } }, person)
}

/** The customer cancels on the phone. */
async function fail(bookingId: string): Promise<void> {
  const now = market.clock.now()
  const { id } = await market.db
    .selectFrom('payments')
    .select('id')
    .where('booking_id', '=', bookingId)
    .where('status', '=', 'processing')
    .executeTakeFirstOrThrow()
  await takeForRequest(market.db, id, { now, nextCheckAt: now })
  await market.db.updateTable('payments').set({ status: 'failed' }).where('id', '=', id).execute()
}

/** How often a phone was asked, or is about to be. */
async function promptsOf(phone: string): Promise<number> {
  const rows = await market.db
    .selectFrom('payments')
    .select('id')
    .where('phone', '=', international(phone))
    .where('outcome', '<>', 'asked_too_often')
    .execute()
  return rows.length
}
