import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readMails } from '../../testing/mailbox.ts'
import { bookByMpesa, paidWith, receivePayment, sendC2bPayment } from '../../testing/payments.ts'
import type { Person } from '../../testing/people.ts'
import { BOOKING_MORNING } from '../../testing/renting.ts'
import { addProduct, placeOrder } from '../../testing/shopping.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'

let market: TestMarket
let staff: Person
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
})
afterAll(() => market.close())

const TO_THE_NUMBER = 'back to the M-Pesa number that paid'
const AS_THEY_SAY = 'we ask you how you want it'

async function booked(way: 'M-Pesa' | 'cash') {
  const { booking, customer, paymentId } = await bookByMpesa(market)
  const params = { bookingId: booking._id }
  if (way === 'M-Pesa') await receivePayment(market, paymentId)
  else await market.call('POST /api/admin/booking/:bookingId/confirm', { params, body: paidWith() }, staff)
  return { booking, customer, params }
}

async function cancelled({
  customer,
  params,
}: Pick<Awaited<ReturnType<typeof booked>>, 'customer' | 'params'>) {
  const { data } = await market.call('GET /api/booking/:bookingId/refund', { params }, customer)
  await market.call(
    'PUT /api/booking/:bookingId/cancel',
    { params, body: { cancellationReason: 'Cancelled by customer' } },
    customer,
  )
  const [mail] = await readMails(market.db, { accountId: customer.accountId, kind: 'booking_cancelled' })
  return { way: data.refundWay, body: mail?.body ?? '' }
}

describe('what goes back of a cancelled booking', () => {
  test('that was paid by M-Pesa goes to the number that paid, as dialog and mail say', async () => {
    const { way, body } = await cancelled(await booked('M-Pesa'))
    expect(way).toBe('to_payer')
    expect(body).toContain(TO_THE_NUMBER)
  })

  test('that was paid in cash goes back as its customer says', async () => {
    const { way, body } = await cancelled(await booked('cash'))
    expect(way).toBe('as_agreed')
    expect(body).toContain(AS_THEY_SAY)
    expect(body).not.toContain(TO_THE_NUMBER)
  })

  test('of which a part was paid in cash goes back as its customer says', async () => {
    const { booking, customer, params } = await booked('M-Pesa')
    const { data } = await market.call('GET /api/admin/booking/:bookingId', { params }, staff)
    const { updatedAt } = data
    const endDate = new Date(Date.parse(booking.endDate) + 86_400_000).toISOString().slice(0, 10)
    const body = { endDate, dropoffTime: booking.dropoffTime, updatedAt, ...paidWith() }
    await market.call('POST /api/admin/booking/:bookingId/extend', { params, body }, staff)
    expect((await cancelled({ customer, params })).way).toBe('as_agreed')
  })
})

test('an order that was paid in cash is cancelled with words that are true of cash', async () => {
  const customer = await market.signUp()
  const productId = await addProduct(market, { price: 1_000, onHand: 5 })
  const { orderId } = await placeOrder(market, customer, productId, { channel: 'whatsapp' })
  const move = { params: { orderId }, body: { move: 'pay' as const, ...paidWith() } }
  const { data } = await market.call('POST /api/admin/order/:orderId/move', move, staff)
  // By this the page knows it.
  expect(data.receipt?.mpesaCode).toBeNull()
  await market.call('POST /api/order/cancel', { body: { orderId } }, customer)
  const [mail] = await readMails(market.db, { accountId: customer.accountId, kind: 'order_cancelled' })
  expect(mail?.body).toContain(AS_THEY_SAY)
})

describe('money that came by M-Pesa for an order that was paid in cash', () => {
  async function paidInCash() {
    const customer = await market.signUp()
    const productId = await addProduct(market, { price: 1_000, onHand: 5 })
    const { orderId, number } = await placeOrder(market, customer, productId, { channel: 'whatsapp' })
    const move = { params: { orderId }, body: { move: 'pay' as const, ...paidWith() } }
    await market.call('POST /api/admin/order/:orderId/move', move, staff)
    return { customer, orderId, number }
  }

  test('goes back to the number that paid, as the page of the refund says', async () => {
    const { customer, number } = await paidInCash()
    const receipt = await sendC2bPayment(market, { amount: 700, code: 'SKL7WAY001' })
    const given = { params: { receipt }, body: { reference: number, giveBack: true, reason: 'On the slip' } }
    await market.call('POST /api/admin/receipt/:receipt/match', given, staff)
    const [mail] = await readMails(market.db, { accountId: customer.accountId, kind: 'refund_owed' })
    expect(mail?.body).toContain('Ksh 700')
    expect(mail?.body).toContain(TO_THE_NUMBER)
    expect(mail?.body).not.toContain('Not all')
  })
})
