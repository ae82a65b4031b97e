import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../testing/people.ts'
import { addProduct, placeOrder, settleOrder, stockOf } from '../testing/shopping.ts'
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

const DAY_MS = 86_400_000
const move = (orderId: string, wanted: 'process' | 'ship' | 'deliver' | 'takeBack', note = '') =>
  market.call(
    'POST /api/admin/order/:orderId/move',
    { params: { orderId }, body: { move: wanted, note } },
    staff,
  )

async function delivered(productId: string): Promise<string> {
  const { data } = await placeOrder(market, person, productId)
  await settleOrder(market, data)
  await move(data._id, 'process')
  await move(data._id, 'ship', 'By rider')
  await move(data._id, 'deliver')
  return data._id
}

test('an order that is brought back within seven days is in stock again, and its money goes back once', async () => {
  const productId = await addProduct(market, { price: 1_500, onHand: 5 })
  const orderId = await delivered(productId)
  expect(await stockOf(market, productId)).toEqual({ onHand: 4, reserved: 0 })
  market.clock.advance(7 * DAY_MS)
  await expect(move(orderId, 'takeBack')).rejects.toMatchObject({ code: 'invalid' })
  await move(orderId, 'takeBack', 'Unused, in its box')
  expect(await stockOf(market, productId)).toEqual({ onHand: 5, reserved: 0 })
  const { data } = await market.call('GET /api/order/get/:orderId', { params: { orderId } }, person)
  expect(data).toMatchObject({ status: 'returned', paymentStatus: 'refunding' })
  const refunds = market.db.selectFrom('refunds').select(['amount', 'status', 'reason', 'reason_note'])
  expect(await refunds.where('order_id', '=', orderId).execute()).toEqual([
    { amount: 1_500, status: 'due', reason: 'given_back', reason_note: 'Unused, in its box' },
  ])
  await expect(move(orderId, 'takeBack', 'Again')).rejects.toMatchObject({ code: 'order_wrong_state' })
  const mails = market.db.selectFrom('notifications').select('kind')
  expect(await mails.where('dedupe_key', 'like', `refund_owed return ${orderId}%`).execute()).toHaveLength(1)
})

test('an order is not taken back after seven days, nor before it was delivered', async () => {
  const productId = await addProduct(market)
  const orderId = await delivered(productId)
  market.clock.advance(8 * DAY_MS)
  await expect(move(orderId, 'takeBack', 'Late')).rejects.toMatchObject({ code: 'order_return_too_late' })
  const { data } = await placeOrder(market, person, productId)
  await settleOrder(market, data)
  await expect(move(data._id, 'takeBack', 'Early')).rejects.toMatchObject({ code: 'order_wrong_state' })
  const back = market.db.updateTable('orders').set({ status: 'returned' }).where('id', '=', data._id)
  await expect(back.execute()).rejects.toMatchObject({ constraint: 'returned_order_was_delivered' })
})
