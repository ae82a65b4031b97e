import { ApiError } from '@twende/contract/http/call.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../testing/people.ts'
import { addProduct, orderBody, placeOrder, settleOrder, stockOf } from '../testing/shopping.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { trial } from '../testing/trial.ts'
import { expireOrders } from './lock-stock.ts'

let market: TestMarket
let buyers: Person[]
beforeAll(async () => {
  market = await openTestMarket({ env: { RATE_LIMIT: 'off' } })
  buyers = await Promise.all(Array.from({ length: 50 }, () => market.signUp()))
})
afterAll(() => market.close())

const MINUTE_MS = 60_000
const whatsapp = { channel: 'whatsapp' } as const

/** The result of each call: the reply, or the error code; anything else fails the test. */
async function outcomes<T>(calls: readonly Promise<T>[]): Promise<{ done: T[]; refused: string[] }> {
  const done: T[] = []
  const refused: string[] = []
  for (const settled of await Promise.allSettled(calls)) {
    if (settled.status === 'fulfilled') done.push(settled.value)
    else if (settled.reason instanceof ApiError) refused.push(settled.reason.code)
    else throw settled.reason
  }
  return { done, refused }
}

const cancel = (person: Person, orderId: string) =>
  market.call('POST /api/order/cancel', { body: { orderId } }, person)

trial(
  'fifty buyers want the last one at once: one gets it, round after round',
  { full: 12, few: 4 },
  async ({ rounds }) => {
    const productId = await addProduct(market, { onHand: 1 })
    for (let round = 0; round < rounds; round += 1) {
      const channel = round % 2 === 0 ? 'mpesa' : 'whatsapp'
      const { done, refused } = await outcomes(
        buyers.map(async (person) => ({
          person,
          ...(await placeOrder(market, person, productId, { channel })),
        })),
      )
      expect(done).toHaveLength(1)
      expect(refused).toEqual(Array(49).fill('out_of_stock'))
      expect(await stockOf(market, productId)).toEqual({ onHand: 1, reserved: 1 })
      const [winner] = done
      if (winner) await cancel(winner.person, winner.orderId)
      expect(await stockOf(market, productId)).toEqual({ onHand: 1, reserved: 0 })
      // Whoever cancels three orders in a day pauses before ordering by WhatsApp again.
      market.clock.advance(25 * 60 * MINUTE_MS)
    }
  },
)

trial(
  'orders that name the same products in different sequences neither deadlock nor oversell',
  { full: 5, few: 5 },
  async ({ rounds }) => {
    const products = await Promise.all(Array.from({ length: 4 }, () => addProduct(market, { onHand: 9 })))
    for (let round = 0; round < rounds; round += 1) {
      const { done, refused } = await outcomes(
        buyers.map(async (person, place) => {
          const turned = place % 2 === 0 ? products : products.toReversed()
          const items = turned.map((_id) => ({ _id, quantity: 2 }))
          return {
            person,
            ...(await market.call(
              'POST /api/order/place',
              { body: { ...orderBody('', whatsapp), items } },
              person,
            )),
          }
        }),
      )
      expect(done).toHaveLength(4)
      expect(new Set(refused)).toEqual(new Set(['out_of_stock']))
      for (const productId of products) {
        expect(await stockOf(market, productId)).toEqual({ onHand: 9, reserved: 8 })
      }
      for (const { person, orderId } of done) await cancel(person, orderId)
      // Whoever cancels three orders in a day pauses before ordering by WhatsApp again.
      market.clock.advance(25 * 60 * MINUTE_MS)
    }
  },
)

test('expired orders release their stock to concurrent requests and to the scheduled task, without a deadlock', async () => {
  const products = await Promise.all(Array.from({ length: 3 }, () => addProduct(market, { onHand: 6 })))
  const items = products.map((_id) => ({ _id, quantity: 2 }))
  for (const person of buyers.slice(0, 3)) {
    await market.call('POST /api/order/place', { body: { ...orderBody(''), items } }, person)
  }
  await expect(placeOrder(market, buyers[3] ?? noBuyer(), products[0] ?? '')).rejects.toMatchObject({
    code: 'out_of_stock',
  })
  market.clock.advance(31 * MINUTE_MS)
  const [{ done, refused }] = await Promise.all([
    outcomes(
      buyers
        .slice(4, 24)
        .map((person, place) =>
          market.call(
            'POST /api/order/place',
            { body: { ...orderBody(''), items: place % 2 === 0 ? items : items.toReversed() } },
            person,
          ),
        ),
    ),
    expireOrders(market.deps),
  ])
  expect(done).toHaveLength(3)
  expect(refused).toHaveLength(17)
  for (const productId of products) {
    expect(await stockOf(market, productId)).toEqual({ onHand: 6, reserved: 6 })
  }
  const given = await market.call('POST /api/order/userorders', { body: {} }, buyers[0])
  expect(given.data[0]).toMatchObject({
    status: 'cancelled',
    cancellationReason: 'Payment not received in time',
  })
})

test('a payment and a cancellation at once: whichever comes first, the money is refunded once', async () => {
  const productId = await addProduct(market, { onHand: 40 })
  for (const person of buyers.slice(24, 40)) {
    const { data } = await placeOrder(market, person, productId)
    await Promise.allSettled([settleOrder(market, data), cancel(person, data._id)])
    const [order] = (await market.call('POST /api/order/userorders', { body: {} }, person)).data
    const refund = await market.db
      .selectFrom('refunds')
      .select('amount')
      .where('order_id', '=', data._id)
      .execute()
    expect(order?.status).toBe('cancelled')
    expect(refund).toEqual([{ amount: data.amount }])
  }
  expect(await stockOf(market, productId)).toEqual({ onHand: 40, reserved: 0 })
})

test('one request sent ten times at once makes one order', async () => {
  const productId = await addProduct(market, { onHand: 50 })
  const [person = noBuyer()] = buyers.slice(-1)
  const body = orderBody(productId)
  const keyed = await Promise.all(
    Array.from({ length: 10 }, () =>
      market.call('POST /api/order/place', { body }, { ...person, idempotencyKey: 'the-same-key-1' }),
    ),
  )
  expect(new Set(keyed.map(({ orderId }) => orderId)).size).toBe(1)
  const pressed = await Promise.all(
    Array.from({ length: 5 }, () => market.call('POST /api/order/place', { body }, person)),
  )
  expect(new Set(pressed.map(({ orderId }) => orderId))).toEqual(new Set([keyed[0]?.orderId]))
  const visitors = await Promise.all(
    Array.from({ length: 10 }, () =>
      market.call(
        'POST /api/order/chat',
        { body: { items: [{ _id: productId, quantity: 1 }] } },
        { idempotencyKey: 'a-visitors-key-1' },
      ),
    ),
  )
  expect(new Set(visitors.map(({ orderId }) => orderId)).size).toBe(1)
  expect((await stockOf(market, productId)).reserved).toBe(1)
})

test('receipts of orders paid at once are numbered 1, 2, 3 ... without gaps', async () => {
  const productId = await addProduct(market, { onHand: 60 })
  const before = await numbers()
  const orders = await Promise.all(
    buyers.slice(0, 20).map(async (person) => (await placeOrder(market, person, productId)).data),
  )
  await Promise.all(orders.map((order) => settleOrder(market, order)))
  const after = await numbers()
  expect(after).toHaveLength(before.length + 20)
  expect(after).toEqual(after.map((_, place) => place + 1))
  expect(await stockOf(market, productId)).toEqual({ onHand: 40, reserved: 0 })

  async function numbers() {
    const rows = await market.db.selectFrom('receipts').select('number').orderBy('number').execute()
    return rows.map(({ number }) => number)
  }
})

test('twenty parallel adds hold the exact sum, and so do adds among removes', async () => {
  const productId = await addProduct(market)
  const person = await market.signUp()
  const body = { itemId: productId }
  await Promise.all(Array.from({ length: 20 }, () => market.call('POST /api/cart/add', { body }, person)))
  expect((await market.call('POST /api/cart/get', { body: {} }, person)).cartData).toEqual({
    [productId]: 20,
  })
  await Promise.all(
    Array.from({ length: 24 }, (_, place) =>
      market.call(place % 3 === 0 ? 'POST /api/cart/remove' : 'POST /api/cart/add', { body }, person),
    ),
  )
  expect((await market.call('POST /api/cart/get', { body: {} }, person)).cartData).toEqual({
    [productId]: 28,
  })
})

function noBuyer(): never {
  throw new Error('there are too few buyers')
}

test('a cart that is sent from two tabs makes one order and asks the phone once', async () => {
  const person = await market.signUp()
  const body = orderBody(await addProduct(market, { onHand: 5 }))
  const { done } = await outcomes(
    ['the-key-of-a-tab-1', 'the-key-of-a-tab-2'].map((idempotencyKey) =>
      market.call('POST /api/order/place', { body }, { ...person, idempotencyKey }),
    ),
  )
  const orders = new Set(done.map(({ orderId }) => orderId))
  expect(orders.size).toBe(1)
  const payments = market.db
    .selectFrom('payments')
    .select('id')
    .where('order_id', 'in', [...orders])
  expect(await payments.execute()).toHaveLength(1)
  market.clock.advance(3 * MINUTE_MS)
  const later = await market.call(
    'POST /api/order/place',
    { body: { ...body, address: { ...body.address, phone: '0712999881' } } },
    { ...person, idempotencyKey: 'the-key-of-a-tab-3' },
  )
  expect(orders.has(later.orderId)).toBe(false)
})
