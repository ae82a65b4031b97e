import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCar } from '../testing/fleet.ts'
import { BOOKING_MORNING, bookCar } from '../testing/renting.ts'
import { createListing } from '../testing/selling.ts'
import { addProduct, placeOrder } from '../testing/shopping.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
})
afterAll(() => market.close())

test('each room lists one person’s own, also where another gave the same name and email', async () => {
  const staff = await market.signUp({ role: 'staff' })
  const [one, other] = [await market.signUp({ name: 'Jane Doe' }), await market.signUp({ name: 'Jane Doe' })]
  const productId = await addProduct(market, { onHand: 9 })
  const customerInfo = { firstName: 'Jane', lastName: 'Doe', email: one.email, phone: '0712345678' }
  const own = { bookings: '', listings: '', orders: '' }
  for (const person of [other, one]) {
    const booking = await bookCar(market, person, await addCar(market.db), { customerInfo })
    const listing = await createListing(market, person)
    const order = await placeOrder(market, person, productId, { channel: 'whatsapp' })
    Object.assign(own, { bookings: booking._id, listings: listing._id, orders: order.orderId })
  }
  const query = { queue: 'all' as const, accountId: one.accountId }
  const [bookings, listings, orders, payments] = [
    await market.call('GET /api/admin/bookings', { query }, staff),
    await market.call('GET /api/admin/listings', { query }, staff),
    await market.call('GET /api/admin/orders', { query }, staff),
    await market.call('GET /api/admin/payments', { query }, staff),
  ]
  expect(bookings.data.map(({ _id }) => _id)).toEqual([own.bookings])
  expect(listings.data.map(({ _id }) => _id)).toEqual([own.listings])
  expect(orders.data.map(({ _id }) => _id)).toEqual([own.orders])
  // The proof of a payment for the car.
  expect(payments.data).toHaveLength(1)
  for (const { whose, pagination } of [bookings, listings, orders, payments]) {
    expect(whose).toBe('Jane Doe')
    expect(pagination.total).toBe(1)
  }
  const everybodys = await market.call('GET /api/admin/bookings', { query: { queue: 'all' } }, staff)
  expect(everybodys).toMatchObject({ whose: null, pagination: { total: 2 } })
})
