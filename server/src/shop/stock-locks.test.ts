import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../db/transaction.ts'
import { settlePayment } from '../payments/collections/settle-payment.ts'
import { countDeadlocks } from '../testing/count-deadlocks.ts'
import type { Person } from '../testing/people.ts'
import { drawCode } from '../testing/selling.ts'
import { addProduct, orderBody, stockOf } from '../testing/shopping.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { trial } from '../testing/trial.ts'
import { expireOrders } from './lock-stock.ts'
import { showPaymentOf } from './order-store.ts'
import { lockProducts } from './product-store.ts'

let market: TestMarket
let staff: Person
beforeAll(async () => {
  market = await openTestMarket({ env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
})
afterAll(() => market.close())

const MINUTE_MS = 60_000
const place = (person: Person, items: { _id: string; quantity: number }[]) =>
  market.call('POST /api/order/place', { body: { ...orderBody(''), items } }, person)

async function paymentOf(orderId: string): Promise<string> {
  const { id } = await market.db
    .selectFrom('payments')
    .select('id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return id
}

test('the time to pay of an order moves while somebody else has its product locked', async () => {
  const productId = await addProduct(market, { onHand: 5 })
  const { orderId } = await place(await market.signUp(), [{ _id: productId, quantity: 2 }])
  const waiting = { moneyWaits: true, now: market.clock.now() }
  await inTransaction(market.db, async (tx) => {
    await lockProducts(tx, [productId])
    // Whoever places an order waits for this one next.
    await inTransaction(market.db, (other) => showPaymentOf(other, orderId, 'partial', waiting))
  })
  expect(await stockOf(market, productId)).toEqual({ onHand: 5, reserved: 2 })
})

trial(
  'parts of prices, orders that end by the clock, new orders and counts of the stock at once never wait in a circle',
  { full: 12, few: 2 },
  async ({ rounds }) => {
    const before = await countDeadlocks([market.deps])
    for (let round = 0; round < rounds; round += 1) {
      const products = [await addProduct(market, { onHand: 60 }), await addProduct(market, { onHand: 60 })]
      const items = products.map((_id) => ({ _id, quantity: 1 }))
      const payments: string[] = []
      const rivals: Person[] = []
      for (let pair = 0; pair < 8; pair += 1) {
        payments.push(await paymentOf((await place(await market.signUp(), items)).orderId))
        rivals.push(await market.signUp())
      }
      market.clock.advance(31 * MINUTE_MS)
      const part = (paymentId: string) =>
        settlePayment(market.deps, paymentId, {
          kind: 'paid',
          receipt: drawCode(market.clock.now()),
          amountReceived: 100,
        })
      const count = (productId: string) =>
        market.call(
          'POST /api/admin/product/:productId/stock',
          { params: { productId }, body: { onHand: 3, evenIfPromised: true } },
          staff,
        )
      await Promise.allSettled([
        ...payments.map(part),
        ...rivals.map((person, at) => place(person, at % 2 === 0 ? items : items.toReversed())),
        expireOrders(market.deps),
        ...products.map(count),
        expireOrders(market.deps),
      ])
      market.clock.advance(25 * 60 * MINUTE_MS)
    }
    expect(await countDeadlocks([market.deps])).toBe(before)
  },
)
