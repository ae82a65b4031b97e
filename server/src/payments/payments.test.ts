import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPayingMarket, type PayingMarket } from '../testing/paying-market.ts'
import { runDueJobs } from '../testing/run-due-jobs.ts'

let market: PayingMarket

beforeAll(async () => {
  market = await openPayingMarket()
})
afterAll(() => market.close())

test('a customer who enters the PIN has a confirmed booking', async () => {
  const customer = await market.signUp()
  const { booking, payment } = await market.book(customer, '0712000001')
  expect(payment).toMatchObject({ status: 'processing', outcome: 'waiting', amount: booking.finalAmount })
  expect(payment.phone).toBe('0712 *** 001')
  await expect
    .poll(() => market.payment(customer, payment._id))
    .toMatchObject({
      status: 'paid',
      outcome: 'paid',
      message: 'Payment received',
      receipt: expect.stringMatching(/^[A-Z0-9]{10}$/),
    })
  expect(await market.booking(customer, booking._id)).toMatchObject({
    status: 'confirmed',
    paymentStatus: 'paid',
  })
})

test.each([
  { phone: '0712000002', outcome: 'cancelled', message: 'You cancelled the request.' },
  {
    phone: '0712000003',
    outcome: 'no_money',
    message: 'Not enough money in M-Pesa. Top up or use another number.',
  },
  { phone: '0712000004', outcome: 'wrong_pin', message: 'Wrong PIN.' },
])('after $outcome the customer is told why, and may pay again', async ({ phone, outcome, message }) => {
  const customer = await market.signUp()
  const { booking, payment } = await market.book(customer, phone)
  await expect
    .poll(() => market.payment(customer, payment._id))
    .toMatchObject({ status: 'failed', outcome, message, receipt: null })
  expect(await market.booking(customer, booking._id)).toMatchObject({
    status: 'pending',
    paymentStatus: 'failed',
  })
  await expect(market.pay(customer, booking._id, '0712000001')).rejects.toMatchObject({
    code: 'payment_too_soon',
  })
  market.clock.advance(31_000)
  const again = await market.pay(customer, booking._id, '0712000001')
  expect(await market.booking(customer, booking._id)).toMatchObject({ paymentStatus: 'processing' })
  await expect.poll(() => market.payment(customer, again.data._id)).toMatchObject({ status: 'paid' })
  expect(await market.booking(customer, booking._id)).toMatchObject({
    status: 'confirmed',
    paymentStatus: 'paid',
  })
})

test('the chaser settles a payment whose callback never came', async () => {
  const customer = await market.signUp()
  const { booking, payment } = await market.book(customer, '0712000008')
  await expect.poll(() => market.row(payment._id)).toMatchObject({ checkout_request_id: expect.any(String) })
  await new Promise((resolve) => setTimeout(resolve, 100))
  await runDueJobs(market)
  expect(await market.payment(customer, payment._id)).toMatchObject({ status: 'processing' })
  market.clock.advance(31_000)
  await runDueJobs(market)
  expect(await market.payment(customer, payment._id)).toMatchObject({ status: 'paid', receipt: null })
  expect(await market.booking(customer, booking._id)).toMatchObject({
    status: 'confirmed',
    paymentStatus: 'paid',
  })
})
