import type { MonthRange } from '@twende/contract/reports/report-month.ts'
import type { ShopGroup } from '@twende/contract/reports/shop-report-routes.ts'
import { m } from '@twende/messages'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { expireOrders } from '../shop/lock-stock.ts'
import { paidWith, receivePayment } from '../testing/payments.ts'
import type { Person } from '../testing/people.ts'
import { addProduct, placeOrder, settleOrder } from '../testing/shopping.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'

const DAY_MS = 86_400_000
const NOON = new Date('2026-04-10T09:00:00Z')

let market: TestMarket
let staff: Person
let admin: Person
let cable: string
let mouse: string
beforeEach(async () => {
  market = await openTestMarket({ now: NOON, env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
  admin = await market.signUp({ role: 'admin' })
  cable = await addProduct(market, { name: 'Cable', category: 'Cables', price: 700, onHand: 10 })
  mouse = await addProduct(market, { name: 'Mouse', category: 'Accessories', price: 1_600, onHand: 20 })
})
afterEach(() => market.close())

const report = (by: ShopGroup, range: Partial<MonthRange> = {}) =>
  market.call('GET /api/admin/shop-report', { query: { by, ...range } }, staff)

/** An order of two cables and one mouse, Ksh 3,000, which its phone pays. */
async function ordered(): Promise<string> {
  const customer = await market.signUp()
  const items = [
    { _id: cable, quantity: 2 },
    { _id: mouse, quantity: 1 },
  ]
  const { data } = await placeOrder(market, customer, cable, { items, channel: 'mpesa' })
  return data._id
}
async function paid(): Promise<string> {
  const orderId = await ordered()
  await payInFull(orderId)
  return orderId
}
async function payInFull(orderId: string) {
  const { data } = await market.call('GET /api/admin/order/:orderId', { params: { orderId } }, staff)
  await settleOrder(market, data)
}
const move = (orderId: string, wanted: 'callOff' | 'takeBack' | 'notArrived') =>
  market.call(
    'POST /api/admin/order/:orderId/move',
    {
      params: { orderId },
      body: {
        move: wanted,
        note: `Because of ${wanted}`,
        ends: [cable, mouse].map((productId) => ({ productId, as: 'missing' as const })),
      },
    },
    staff,
  )
const sell = (productId: string, quantity: number, price: number) =>
  market.call(
    'POST /api/admin/orders',
    { body: { items: [{ _id: productId, quantity }], amount: price * quantity, ...paidWith() } },
    staff,
  )
const takeOff = (orderId: string, productId: string) =>
  market.call(
    'POST /api/admin/order/:orderId/take-off',
    { params: { orderId }, body: { productId, quantity: 1, as: 'damaged', reason: 'Broken' } },
    staff,
  )
/** What staff recorded as received for it was received for another one. */
async function takeOutOfBooks(orderId: string) {
  const payments = market.db.selectFrom('payments').select('id').where('order_id', '=', orderId)
  const recorded = payments.where('recorded_by', 'is not', null)
  const { id: paymentId } = await recorded.executeTakeFirstOrThrow()
  const body = { decision: 'dismiss', reason: 'Another order was paid' } as const
  await market.call('POST /api/admin/payment/:paymentId/decide', { params: { paymentId }, body }, admin)
}

/** The shop in the reports of all money. */
async function earnedByShop(range: Partial<MonthRange>): Promise<number> {
  const { data } = await market.call('GET /api/admin/reports', { query: { by: 'kind', ...range } }, staff)
  return data.find(({ _id }) => _id === 'shop')?.earned ?? 0
}

/** Every way of adding up has the revenue of the reports, and the pieces of the others. */
async function expectSame(pieces: number, range: Partial<MonthRange> = {}) {
  const revenue = await earnedByShop(range)
  for (const by of ['product', 'category', 'month'] as const) {
    const { total, data } = await report(by, range)
    expect({ by, ...total }).toMatchObject({ by, revenue, pieces })
    const sum = (name: 'revenue' | 'pieces') => data.reduce((all, line) => all + line[name], 0)
    expect([sum('revenue'), sum('pieces')]).toEqual([revenue, pieces])
  }
  return revenue
}
const lineOf = async (productId: string) =>
  (await report('product')).data.find(({ _id }) => _id === productId)

test('pieces and revenue are those of orders that were paid, less what went back', async () => {
  await paid()
  expect(await expectSame(3)).toBe(3_000)
  expect(await lineOf(cable)).toMatchObject({ name: 'Cable', category: 'Cables', pieces: 2, revenue: 1_400 })
  await sell(cable, 3, 700)
  expect(await expectSame(6)).toBe(5_100)

  const returned = await paid()
  for (const wanted of ['process', 'ship', 'deliver'] as const)
    await market.call(
      'POST /api/admin/order/:orderId/move',
      { params: { orderId: returned }, body: { move: wanted, note: 'By rider' } },
      staff,
    )
  expect(await expectSame(9)).toBe(8_100)
  await move(returned, 'takeBack')
  expect(await expectSame(6)).toBe(5_100)

  // A cable is dropped; the rest of the order is called off afterwards.
  const shorter = await paid()
  await takeOff(shorter, cable)
  expect(await expectSame(8)).toBe(5_100 + 2_300)
  expect(await lineOf(cable)).toMatchObject({ pieces: 6, revenue: 6 * 700 })
  await move(shorter, 'callOff')
  expect(await expectSame(6)).toBe(5_100)
  expect(await lineOf(mouse)).toMatchObject({ pieces: 1, revenue: 1_600 })
})

test('pieces that were taken off stay those of their product once the payment leaves the books', async () => {
  const orderId = await ordered()
  const recorded = { move: 'pay', note: '', ...paidWith() } as const
  await market.call('POST /api/admin/order/:orderId/move', { params: { orderId }, body: recorded }, staff)
  await takeOff(orderId, cable)
  await takeOutOfBooks(orderId)
  await expectSame(0)
  expect(await lineOf(cable)).toMatchObject({ pieces: 0, revenue: 0 })
  expect(await lineOf(mouse)).toMatchObject({ pieces: 0, revenue: 0 })
})

test('the rest of an order that was called off stays off once the payment leaves the books', async () => {
  const orderId = await ordered()
  const recorded = { move: 'pay', note: '', ...paidWith() } as const
  await market.call('POST /api/admin/order/:orderId/move', { params: { orderId }, body: recorded }, staff)
  // More was paid for what was taken off than for the rest.
  await takeOff(orderId, mouse)
  await move(orderId, 'callOff')
  await takeOutOfBooks(orderId)
  await expectSame(0)
  expect(await lineOf(cable)).toMatchObject({ pieces: 0, revenue: 0 })
  expect(await lineOf(mouse)).toMatchObject({ pieces: 0, revenue: 0 })
})

test('a part payment is not revenue, a parcel that is lost is none any more', async () => {
  const part = await ordered()
  const { id } = await market.db
    .selectFrom('payments')
    .select('id')
    .where('order_id', '=', part)
    .executeTakeFirstOrThrow()
  await receivePayment(market, id, 1_000)
  expect(await expectSame(0)).toBe(0)
  const lost = await paid()
  for (const wanted of ['process', 'ship'] as const)
    await market.call(
      'POST /api/admin/order/:orderId/move',
      { params: { orderId: lost }, body: { move: wanted, note: 'By rider' } },
      staff,
    )
  expect(await expectSame(3)).toBe(3_000)
  await move(lost, 'notArrived')
  expect(await expectSame(0)).toBe(0)
  await market.call(
    'POST /api/admin/order/:orderId/move',
    { params: { orderId: part }, body: { move: 'pay', ...paidWith() } },
    staff,
  )
  expect(await expectSame(3)).toBe(3_000)
})

test('a price that was paid in parts and is unpaid as a whole leaves no shilling with any product', async () => {
  const orderId = await ordered()
  const paymentOf = (method: string) =>
    market.db
      .selectFrom('payments')
      .select('id')
      .where('order_id', '=', orderId)
      .where('method', '=', method)
      .executeTakeFirstOrThrow()
  await receivePayment(market, (await paymentOf('stk')).id, 100)
  const request = { params: { orderId }, body: { move: 'pay', ...paidWith() } } as const
  await market.call('POST /api/admin/order/:orderId/move', request, staff)
  const params = { paymentId: (await paymentOf('cash')).id }
  const body = { decision: 'dismiss', reason: 'Of somebody else' } as const
  await market.call('POST /api/admin/payment/:paymentId/decide', { params, body }, admin)
  const { data, total } = await report('product')
  expect([total.revenue, ...data.map(({ revenue }) => revenue)]).toEqual([0, 0, 0])
})

test('what went back counts in the month in which that was decided', async () => {
  const orderId = await paid()
  market.clock.advance(25 * DAY_MS)
  staff = await market.signUp({ role: 'staff' })
  await move(orderId, 'callOff')
  const range = { from: '2026-04', to: '2026-05' }
  expect((await report('month', range)).data).toMatchObject([
    { _id: '2026-04', pieces: 3, revenue: 3_000 },
    { _id: '2026-05', pieces: -3, revenue: -3_000 },
  ])
  expect(await expectSame(0, range)).toBe(0)
  expect(await expectSame(3, { from: '2026-04', to: '2026-04' })).toBe(3_000)
})

test('stock is valued at its price, and what runs out is named with its days', async () => {
  await sell(mouse, 15, 1_600)
  await sell(cable, 10, 700)
  const { total } = await report('product')
  expect(total).toMatchObject({ stock: 5, stockValue: 5 * 1_600, soldOut: 1 })
  // 15 in 30 days is one in two days, so 5 last for 10 days.
  const { data } = await report('runsOut')
  expect(
    data.map(({ name, available, soldLately, daysLeft }) => [name, available, soldLately, daysLeft]),
  ).toEqual([
    ['Cable', 0, 10, 0],
    ['Mouse', 5, 15, 10],
  ])
  const customer = await market.signUp()
  await placeOrder(market, customer, mouse, { items: [{ _id: mouse, quantity: 5 }] })
  // What an unpaid order keeps is stock, and cannot be sold to others.
  expect((await report('runsOut')).total).toMatchObject({ stock: 5, soldOut: 2 })
  market.clock.advance(31 * DAY_MS)
  staff = await market.signUp({ role: 'staff' })
  await expireOrders(market.deps)
  expect((await report('runsOut')).data.find(({ name }) => name === 'Mouse')).toBeUndefined()
})

test('the file has the lines of the page and their total', async () => {
  await paid()
  const { body } = await market.app.inject({
    url: '/api/admin/shop-report.csv?by=product&from=2026-04&to=2026-04',
    headers: { token: admin.token },
  })
  const lines = body
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n')
  expect(lines[0]).toBe(
    [
      m.admin_shop_report_product(),
      m.admin_reports_category(),
      m.admin_shop_report_pieces(),
      m.admin_reports_in_ksh({ label: m.admin_shop_report_revenue() }),
      m.admin_shop_report_stock(),
      m.admin_reports_in_ksh({ label: m.admin_shop_report_stock_value() }),
    ].join(','),
  )
  expect(lines.slice(1, 3)).toEqual(['Cable,Cables,2,1400,8,5600', 'Mouse,Accessories,1,1600,19,30400'])
  const total = [
    `${m.admin_shop_report_pieces()} 3`,
    `${m.admin_reports_in_ksh({ label: m.admin_shop_report_revenue() })} 3000`,
    `${m.admin_shop_report_stock()} 27`,
    `${m.admin_reports_in_ksh({ label: m.admin_shop_report_stock_value() })} 36000`,
  ]
  expect(lines.at(-1)).toContain(total.join('; '))
})

test('months that a report cannot have are refused', async () => {
  await expect(report('product', { from: '2026-03', to: '2026-01' })).rejects.toMatchObject({
    code: 'invalid',
    message: m.error_report_backwards(),
  })
})
