import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../testing/people.ts'
import { addProduct, moveOrderTo, placeOrder, settleOrder, stockOf } from '../testing/shopping.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'

let market: TestMarket
let staff: Person
let person: Person
beforeAll(async () => {
  market = await openTestMarket({ env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
  person = await market.signUp()
})
afterAll(() => market.close())

const count = (productId: string, body: { onHand: number; was?: number; evenIfPromised?: boolean }) =>
  market.call('POST /api/admin/product/:productId/stock', { params: { productId }, body }, staff)
const orderOf = async (orderId: string) =>
  (await market.call('GET /api/admin/order/:orderId', { params: { orderId } }, staff)).data

async function orderOfTwo() {
  const [bulb, jack] = [await addProduct(market, { onHand: 5 }), await addProduct(market, { onHand: 5 })]
  const items = [
    { _id: bulb, quantity: 2 },
    { _id: jack, quantity: 1 },
  ]
  const { orderId } = await placeOrder(market, person, bulb, { items, channel: 'whatsapp' })
  return { orderId, bulb, jack }
}

test('pieces of a cancelled order that are damaged or missing do not go back on sale', async () => {
  const { orderId, bulb, jack } = await orderOfTwo()
  await moveOrderTo(market, orderId, 'processing')
  const ends = [
    { productId: bulb, as: 'damaged' as const },
    { productId: jack, as: 'shelf' as const },
  ]
  const body = { move: 'callOff', note: 'The bulbs are broken', ends } as const
  const { data } = await market.call(
    'POST /api/admin/order/:orderId/move',
    { params: { orderId }, body },
    staff,
  )
  expect(await stockOf(market, bulb)).toEqual({ onHand: 3, reserved: 0 })
  expect(await stockOf(market, jack)).toEqual({ onHand: 5, reserved: 0 })
  expect(data.items.map(({ endedAs }) => endedAs)).toEqual(['damaged', 'shelf'])
})

test('an order that is brought back asks the same, and goes on sale where nothing else is said', async () => {
  const [one, other] = [await orderOfTwo(), await orderOfTwo()]
  const takeBack = (orderId: string, ends: { productId: string; as: 'missing' }[]) =>
    market.call(
      'POST /api/admin/order/:orderId/move',
      { params: { orderId }, body: { move: 'takeBack', note: 'Brought back', ends } },
      staff,
    )
  for (const { orderId } of [one, other]) await moveOrderTo(market, orderId, 'delivered')
  await takeBack(one.orderId, [{ productId: one.bulb, as: 'missing' }])
  await takeBack(other.orderId, [])
  expect([await stockOf(market, one.bulb), await stockOf(market, one.jack)]).toEqual([
    { onHand: 3, reserved: 0 },
    { onHand: 5, reserved: 0 },
  ])
  expect(await stockOf(market, other.bulb)).toEqual({ onHand: 5, reserved: 0 })
})

test('pieces of a cancelled order come back to a stock that is as large as one can type', async () => {
  const productId = await addProduct(market, { onHand: 5 })
  const { data: order } = await placeOrder(market, person, productId)
  await settleOrder(market, order)
  await count(productId, { onHand: 100_000 })
  await market.call('POST /api/order/cancel', { body: { orderId: order._id } }, person)
  expect((await stockOf(market, productId)).onHand).toBeGreaterThan(100_000)
})

test('a sale does not stand in the way of an edit of the product', async () => {
  const productId = await addProduct(market, { onHand: 5 })
  const { data: seen } = await market.call(
    'GET /api/admin/product/:productId',
    { params: { productId } },
    staff,
  )
  market.clock.advance(60_000)
  const { data: order } = await placeOrder(market, person, productId)
  await settleOrder(market, order)
  await count(productId, { onHand: 9 })
  const { data: now } = await market.call(
    'GET /api/admin/product/:productId',
    { params: { productId } },
    staff,
  )
  expect(now.onHand).toBe(9)
  expect(now.updatedAt).toBe(seen.updatedAt)
})

test('a count below what is promised is taken, the last orders keep nothing any more, and they are named', async () => {
  const productId = await addProduct(market, { onHand: 5 })
  const places: string[] = []
  for (let n = 0; n < 3; n += 1) {
    market.clock.advance(1_000)
    places.push((await placeOrder(market, await market.signUp(), productId)).orderId)
  }
  const [first = '', second = '', third = ''] = places
  await expect(count(productId, { onHand: 1, was: 5 })).rejects.toMatchObject({
    code: 'stock_reserved',
    data: { reserved: 3, unfilled: [{ _id: second }, { _id: third }] },
  })
  const { data } = await count(productId, { onHand: 1, was: 5, evenIfPromised: true })
  expect(data).toMatchObject({ onHand: 1, reserved: 1, stock: 0 })
  expect((await orderOf(first)).keepsPieces).toBe(true)
  expect((await orderOf(second)).keepsPieces).toBe(false)
  expect((await orderOf(third)).keepsPieces).toBe(false)
  await settleOrder(market, await orderOf(third))
  await settleOrder(market, await orderOf(first))
  expect(await orderOf(first)).toMatchObject({ status: 'paid' })
  expect(await orderOf(third)).toMatchObject({ status: 'cancelled' })
  expect(await stockOf(market, productId)).toEqual({ onHand: 0, reserved: 0 })
})
