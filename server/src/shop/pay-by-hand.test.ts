import { nairobiDay } from '@twende/contract/calendar-day.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookByMpesa, receiveMoney, tellOfMoney } from '../testing/money.ts'
import type { Person } from '../testing/people.ts'
import { drawCode, listCar } from '../testing/selling.ts'
import { addProduct, placeOrder } from '../testing/shopping.ts'
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

const freshCode = () => drawCode(market.clock.now())
const byWhatsapp = async () =>
  placeOrder(market, person, await addProduct(market, { price: 3_000 }), { channel: 'whatsapp' })
const pay = (orderId: string, how: { note?: string; code?: string }) =>
  market.call(
    'POST /api/admin/order/:orderId/move',
    { params: { orderId }, body: { move: 'pay', ...how } },
    staff,
  )
const paymentsOf = (orderId: string) =>
  market.db
    .selectFrom('payments')
    .select(['status', 'method', 'amount', 'amount_received', 'receipt', 'note', 'account_id'])
    .where('order_id', '=', orderId)
    .where('status', '=', 'paid')
    .execute()

async function cameIn() {
  const day = nairobiDay(market.clock.now())
  const [books, today] = await Promise.all([
    market.call('GET /api/admin/reconciliation', { query: { day } }, staff),
    market.call('GET /api/admin/today', {}, staff),
  ])
  return { books: books.data.totals.received.amount, today: JSON.stringify(today) }
}

test('what staff took for an order stands in the books, on Today, and goes back like any other money', async () => {
  const before = await cameIn()
  const { orderId } = await byWhatsapp()
  await pay(orderId, { note: 'Cash at the office' })
  expect(await paymentsOf(orderId)).toEqual([
    {
      status: 'paid',
      method: 'cash',
      amount: 3_000,
      amount_received: 3_000,
      receipt: null,
      note: 'Cash at the office',
      account_id: person.accountId,
    },
  ])
  const after = await cameIn()
  expect(after.books - before.books).toBe(3_000)
  expect(after.today).not.toBe(before.today)
  await market.call('POST /api/order/cancel', { body: { orderId } }, person)
  const refunds = await market.db.selectFrom('refunds').selectAll().where('order_id', '=', orderId).execute()
  expect(refunds).toMatchObject([{ amount: 3_000, status: 'due' }])
})

test('an M-Pesa code pays for one thing in the whole system, also when two staff name it at once', async () => {
  const [first, second] = [await byWhatsapp(), await byWhatsapp()]
  const code = freshCode()
  const ends = await Promise.allSettled([first, second].map(({ orderId }) => pay(orderId, { code })))
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'mpesa_code_used' },
  })
  const rows = [...(await paymentsOf(first.orderId)), ...(await paymentsOf(second.orderId))]
  expect(rows).toMatchObject([{ method: 'c2b', receipt: code, amount_received: 3_000 }])

  const { paymentId } = await bookByMpesa(market)
  const claimed = freshCode()
  await listCar(market, await market.signUp(), { paid: 2_000, code: claimed })
  const third = await byWhatsapp()
  for (const used of [code, await receiveMoney(market, paymentId), claimed]) {
    await expect(pay(third.orderId, { code: used })).rejects.toMatchObject({ code: 'mpesa_code_used' })
  }
  await expect(pay(third.orderId, { code: 'NONSENSE' })).rejects.toMatchObject({ code: 'invalid' })
  await expect(pay(third.orderId, {})).rejects.toMatchObject({ message: 'Please say how it was paid' })
})

test('money that M-Pesa told us of is found by its code, and too little is refused', async () => {
  const { orderId } = await byWhatsapp()
  const [little, enough] = [
    await tellOfMoney(market, { amount: 2_999 }),
    await tellOfMoney(market, { amount: 3_050 }),
  ]
  await expect(pay(orderId, { code: little })).rejects.toMatchObject({ code: 'amount_too_small' })
  const { data } = await pay(orderId, { code: enough.toLowerCase() })
  expect(data).toMatchObject({ status: 'paid', receipt: { mpesaCode: enough } })
  expect(await paymentsOf(orderId)).toMatchObject([{ amount: 3_000, amount_received: 3_050 }])
  const { data: unmatched } = await market.call(
    'GET /api/admin/payments',
    { query: { queue: 'unmatched', search: enough } },
    staff,
  )
  expect(unmatched).toEqual([])
})

test('money for the order of a visitor without an account is in the list too', async () => {
  const items = [{ _id: await addProduct(market, { price: 700 }), quantity: 1 }]
  const placed = await market.call('POST /api/order/chat', { body: { items, amount: 700 } })
  const { data } = await pay(placed.orderId, { code: freshCode() })
  const money = await market.call(
    'GET /api/admin/payments',
    { query: { queue: 'all', search: data.number } },
    staff,
  )
  expect(money.data).toMatchObject([{ reference: data.number, received: 700, payer: 'A visitor' }])
})
