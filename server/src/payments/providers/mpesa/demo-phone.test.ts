import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPayingMarket, type PayingMarket } from '../../../testing/paying-market.ts'

let demo: PayingMarket
let real: PayingMarket

beforeAll(async () => {
  demo = await openPayingMarket({ mpesa: 'demo' })
  real = await openPayingMarket()
})
afterAll(async () => {
  await demo.close()
  await real.close()
})

test('in the demo a customer sees the simulated phone and enters the PIN on it', async () => {
  const customer = await demo.signUp()
  const { booking, payment } = await demo.book(customer, '0712333100')
  const params = { paymentId: payment._id }
  const phone = () => demo.call('GET /api/demo/phone/:paymentId', { params }, customer)
  await expect.poll(phone).toMatchObject({
    data: {
      state: 'ringing',
      amount: booking.finalAmount,
      accountReference: booking.bookingId,
      business: 'DEMO MOTORS LTD',
    },
  })
  const press = { action: 'pin', pin: '1234' } as const
  await demo.call('POST /api/demo/phone/:paymentId', { params, body: press }, customer)
  await expect.poll(() => demo.payment(customer, payment._id)).toMatchObject({ status: 'paid' })
  expect(await phone()).toMatchObject({ data: { state: 'done' } })
})

test('a cancelled or wrongly answered phone ends the payment', async () => {
  const customer = await demo.signUp()
  for (const [press, outcome] of [
    [{ action: 'cancel' }, 'cancelled'],
    [{ action: 'pin', pin: '9999' }, 'wrong_pin'],
  ] as const) {
    const { payment } = await demo.book(customer, '0712333101')
    await expect.poll(() => demo.row(payment._id)).toMatchObject({ checkout_request_id: expect.any(String) })
    const params = { paymentId: payment._id }
    await demo.call('POST /api/demo/phone/:paymentId', { params, body: press }, customer)
    await expect.poll(() => demo.payment(customer, payment._id)).toMatchObject({ status: 'failed', outcome })
  }
})

test('nobody answers the phone of another customer', async () => {
  const [customer, stranger] = [await demo.signUp(), await demo.signUp()]
  const { payment } = await demo.book(customer, '0712333102')
  await expect.poll(() => demo.row(payment._id)).toMatchObject({ checkout_request_id: expect.any(String) })
  const params = { paymentId: payment._id }
  const press = { params, body: { action: 'pin', pin: '1234' } } as const
  await expect(demo.call('GET /api/demo/phone/:paymentId', { params }, stranger)).rejects.toMatchObject({
    status: 404,
  })
  await expect(demo.call('POST /api/demo/phone/:paymentId', press, stranger)).rejects.toMatchObject({
    status: 404,
  })
})

test('with a real M-Pesa there is no simulated phone', async () => {
  const customer = await real.signUp()
  const { payment } = await real.book(customer, '0712333103')
  const params = { paymentId: payment._id }
  await expect(real.call('GET /api/demo/phone/:paymentId', { params }, customer)).rejects.toMatchObject({
    status: 404,
    code: 'not_found',
  })
})
