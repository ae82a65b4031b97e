import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookByMpesa, receivePayment } from '../../testing/payments.ts'
import type { Person } from '../../testing/people.ts'
import { BOOKING_MORNING } from '../../testing/renting.ts'
import { addProduct, placeOrder } from '../../testing/shopping.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import { settlePayment } from '../collections/settle-payment.ts'

let market: TestMarket
let staff: Person
let admin: Person
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
  admin = await market.signUp({ role: 'admin' })
})
afterAll(() => market.close())

test('the refund of a booking that two phones paid names each of them, with its part and its code', async () => {
  const { booking, customer, paymentId } = await bookByMpesa(market)
  const one = await receivePayment(market, paymentId, 6_000)
  const other = await receivePayment(market, await askOther(customer, 'booking', booking._id))
  const body = { cancellationReason: 'Plans changed' }
  await market.call(
    'PUT /api/booking/:bookingId/cancel',
    { params: { bookingId: booking._id }, body },
    customer,
  )
  const phone = await phoneOf(paymentId)
  expect((await refundOf(booking._id)).payers).toEqual([
    { amount: 6_000, phone, name: '', code: one },
    { amount: 7_500, phone: OTHER_PHONE, name: '', code: other },
  ])
  const query = { queue: 'due' as const, search: booking.bookingId }
  const file = await market.app.inject({
    url: `/api/admin/refunds.csv?${new URLSearchParams(query)}`,
    headers: { token: admin.token },
  })
  expect(file.body).toContain(`${one}; ${other}`)
})

test('so does that of an order', async () => {
  const customer = await market.signUp()
  const placed = await placeOrder(market, customer, await addProduct(market, { price: 2_000 }))
  const paymentId = placed.payment?._id ?? ''
  const one = await receivePayment(market, paymentId, 500)
  const other = await receivePayment(market, await askOther(customer, 'order', placed.orderId))
  await market.call('POST /api/order/cancel', { body: { orderId: placed.orderId } }, customer)
  const { payers } = await refundOf(placed.orderId)
  expect(payers.map(({ amount, code }) => [amount, code])).toEqual([
    [500, one],
    [1_500, other],
  ])
})

const OTHER_PHONE = '254722000999'

/** Asks another phone for the rest, and gives up waiting for its answer. */
async function askOther(customer: Person, purpose: 'booking' | 'order', purchaseId: string): Promise<string> {
  market.clock.advance(80_000)
  const body = { purpose, purchaseId, phone: OTHER_PHONE }
  const { data } = await market.call('POST /api/payment/start', { body }, customer)
  await settlePayment(market.deps, data._id, { kind: 'no_answer' })
  return data._id
}

async function phoneOf(paymentId: string): Promise<string> {
  const payment = market.db.selectFrom('payments').select('phone').where('id', '=', paymentId)
  return (await payment.executeTakeFirstOrThrow()).phone
}

async function refundOf(purchase: string) {
  const query = { queue: 'due' as const, limit: 100 }
  const { data } = await market.call('GET /api/admin/refunds', { query }, staff)
  const refund = data.find(({ purchaseId }) => purchaseId === purchase)
  if (!refund) throw new Error('no refund is due')
  return refund
}
