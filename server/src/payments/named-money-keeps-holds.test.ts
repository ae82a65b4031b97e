import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expireHolds } from '../bookings/expire-holds.ts'
import { expireOrders } from '../shop/lock-stock.ts'
import { readMails } from '../testing/mailbox.ts'
import { bookByMpesa, receivePayment, sendC2bPayment } from '../testing/payments.ts'
import { addProduct, placeOrder } from '../testing/shopping.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { settlePayment } from './collections/settle-payment.ts'
import { matchNamedMoney } from './reconciliation/match-named-money.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket({ env: { RATE_LIMIT: 'off' } })
})
afterAll(() => market.close())

const MINUTE_MS = 60_000

describe('money that names a purchase and waits while its phone is asked', () => {
  test('keeps an order from running out, and pays it once the phone has failed', async () => {
    const person = await market.signUp()
    const { orderId, number } = await placeOrder(market, person, await addProduct(market, { price: 2_000 }))
    const payments = market.db.selectFrom('payments').select('id').where('order_id', '=', orderId)
    const { id } = await payments.executeTakeFirstOrThrow()
    await sendC2bPayment(market, { amount: 2_000, reference: number })
    market.clock.advance(40 * MINUTE_MS)
    await expireOrders(market.deps)
    const order = async () =>
      (await market.call('GET /api/order/get/:orderId', { params: { orderId } }, person)).data
    expect(await order()).toMatchObject({ status: 'pending' })
    expect(await readMails(market.db, { kind: 'order_expired', accountId: person.accountId })).toEqual([])
    await settlePayment(market.deps, id, { kind: 'not_paid', failure: 'cancelled' })
    await matchNamedMoney(market.deps)
    expect(await order()).toMatchObject({ status: 'paid', paymentStatus: 'paid', refundDue: 0 })
  })

  test('of one shilling does not lengthen the hold again each minute while staff looks at other money', async () => {
    const { booking, paymentId } = await bookByMpesa(market)
    await receivePayment(market, paymentId, booking.finalAmount + 500)
    const held = market.db.selectFrom('bookings').select('hold_expires_at').where('id', '=', booking._id)
    const before = await held.executeTakeFirstOrThrow()
    await sendC2bPayment(market, { amount: 1, reference: booking.bookingId })
    for (const days of [2, 2, 2]) {
      market.clock.advance(days * 24 * 60 * MINUTE_MS)
      await matchNamedMoney(market.deps)
    }
    expect(await held.executeTakeFirstOrThrow()).toEqual(before)
  })

  test('keeps a booking from running out', async () => {
    const { booking, customer, paymentId } = await bookByMpesa(market)
    await sendC2bPayment(market, { amount: booking.finalAmount, reference: booking.bookingId })
    market.clock.advance(20 * MINUTE_MS)
    await expireHolds(market.deps)
    const params = { bookingId: booking._id }
    const status = async () =>
      (await market.call('GET /api/booking/:bookingId', { params }, customer)).data.status
    expect(await status()).toBe('pending')
    await settlePayment(market.deps, paymentId, { kind: 'not_paid', failure: 'cancelled' })
    await matchNamedMoney(market.deps)
    expect(await status()).toBe('confirmed')
  })
})
