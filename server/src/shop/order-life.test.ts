import type { StaffOrderMove } from '@twende/contract/shop/order-status.ts'
import { HIGHEST_PRODUCT_PRICE } from '@twende/contract/shop/shop-choices.ts'
import { m } from '@twende/messages'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, proveEmail } from '../testing/people.ts'
import { runDueJobs } from '../testing/run-due-jobs.ts'
import {
  addProduct,
  deliveryAddress,
  moveOrderTo,
  orderBody,
  placeOrder,
  settleOrder,
  stockOf,
} from '../testing/shopping.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { expireOrders } from './lock-stock.ts'

let market: TestMarket
let staff: Person
let person: Person
beforeAll(async () => {
  market = await openTestMarket({ env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
})
beforeEach(async () => {
  person = await market.signUp()
})
afterAll(() => market.close())

const MINUTE_MS = 60_000
const get = async (orderId: string, as: Person = person) =>
  (await market.call('GET /api/order/get/:orderId', { params: { orderId } }, as)).data
const move = (orderId: string, wanted: StaffOrderMove, note = '') =>
  market.call(
    'POST /api/admin/order/:orderId/move',
    {
      params: { orderId },
      body: { move: wanted, note, ...(wanted === 'pay' && { paidBy: 'cash' as const }) },
    },
    staff,
  )
const refundsOf = (orderId: string) =>
  market.db.selectFrom('refunds').select(['amount', 'status']).where('order_id', '=', orderId).execute()
const notificationsAbout = async (orderId: string) => {
  const rows = await market.db
    .selectFrom('notifications')
    .select('kind')
    .where('dedupe_key', 'like', `%${orderId}`)
    .execute()
  return rows.map(({ kind }) => kind).sort()
}

describe('placing an order', () => {
  test('replies with the fields of the old client, and where to pay', async () => {
    const productId = await addProduct(market, { name: 'HP 85A toner', price: 1_500 })
    const items = [{ _id: productId, name: 'free toner', price: 1, quantity: 3 }]
    const body = { address: deliveryAddress(), items, amount: 4_500 }
    const placed = await market.call('POST /api/order/place', { body }, person)
    expect(placed.success).toBe(true)
    expect(placed.session_url).toBe(`${market.deps.config.publicUrl}/placeorder?orderId=${placed.orderId}`)
    expect(placed.number).toMatch(/^ORD\d{4,}$/)
    expect(placed.data).toMatchObject({
      items: [{ _id: productId, name: 'HP 85A toner', price: 1_500, quantity: 3 }],
      amount: 4_500,
      deliveryFee: 0,
      status: 'pending',
      paymentStatus: 'processing',
      receipt: null,
    })
    expect(placed.payment).toMatchObject({ purpose: 'order', amount: 4_500, status: 'processing' })
    expect(await notificationsAbout(placed.orderId)).toEqual(['order_placed'])
  })

  test('removes the ordered quantity from the cart, and leaves the rest in it', async () => {
    const [mouse, cable] = [await addProduct(market), await addProduct(market)]
    const set = (itemId: string, quantity: number) =>
      market.call('POST /api/cart/set', { body: { itemId, quantity } }, person)
    await set(mouse, 3)
    await set(cable, 1)
    await placeOrder(market, person, mouse, { items: [{ _id: mouse, quantity: 3 }] })
    expect((await market.call('POST /api/cart/get', { body: {} }, person)).cartData).toEqual({ [cable]: 1 })
  })

  test('another price than the one shown is refused with the new one, and nothing is ordered', async () => {
    const productId = await addProduct(market, { price: 1_000 })
    for (const amount of [1, 999, 1_001, -1_000, 0, 0.5]) {
      await expect(placeOrder(market, person, productId, { amount })).rejects.toMatchObject({
        code: 'price_changed',
        status: 409,
        data: { amount: 1_000, items: [{ _id: productId, price: 1_000, quantity: 1 }] },
      })
    }
    expect(await stockOf(market, productId)).toEqual({ onHand: 10, reserved: 0 })
  })

  test.each([-1, 0.5, 1e9, '3', 'many', null, Number.NaN])(
    'a quantity of %j is refused',
    async (quantity) => {
      const productId = await addProduct(market)
      const items = [{ _id: productId, quantity }] as never
      await expect(placeOrder(market, person, productId, { items })).rejects.toMatchObject({
        status: 400,
        message: 'Please choose a whole number of pieces, at most 99 of one product',
      })
    },
  )

  test('lines of one product count together, also for the maximum quantity and the stock', async () => {
    const productId = await addProduct(market, { onHand: 500 })
    const line = { _id: productId, quantity: 50 }
    await expect(placeOrder(market, person, productId, { items: [line, line] })).rejects.toMatchObject({
      code: 'quantity_invalid',
    })
    const scarce = await addProduct(market, { name: 'Dash cam', onHand: 3 })
    const two = { _id: scarce, quantity: 2 }
    await expect(
      placeOrder(market, person, scarce, { items: [two, { ...two, _id: scarce.toUpperCase() }] }),
    ).rejects.toMatchObject({
      code: 'out_of_stock',
      message: 'Only 3 of Dash cam left.',
      data: { short: [{ _id: scarce, name: 'Dash cam', left: 3 }] },
    })
  })

  test('nothing, unknown and hidden products, and ids that are none, are refused', async () => {
    const productId = await addProduct(market)
    const gone = await addProduct(market)
    await market.call(
      'POST /api/admin/product/:productId/visibility',
      { params: { productId: gone }, body: { hidden: true } },
      staff,
    )
    const order = (items: unknown) => placeOrder(market, person, productId, { items: items as never })
    await expect(order([])).rejects.toMatchObject({ code: 'cart_empty', message: 'Your cart is empty' })
    await expect(order([{ _id: productId, quantity: 0 }])).rejects.toMatchObject({ code: 'cart_empty' })
    for (const _id of [gone, '018f0000-0000-7000-8000-00000000beef']) {
      await expect(order([{ _id, quantity: 1 }])).rejects.toMatchObject({
        code: 'product_not_found',
        data: { _id },
      })
    }
    await expect(order([{ _id: "1' or '1'='1", quantity: 1 }])).rejects.toMatchObject({
      status: 400,
      message: 'Product not found',
    })
  })

  test('a repeated key with another request is refused; more than three unpaid orders too', async () => {
    const productId = await addProduct(market)
    const as = { ...person, idempotencyKey: 'key-of-this-order' }
    await market.call('POST /api/order/place', { body: orderBody(productId) }, as)
    const items = [{ _id: productId, quantity: 2 }]
    await expect(
      market.call('POST /api/order/place', { body: orderBody(productId, { items }) }, as),
    ).rejects.toMatchObject({ code: 'idempotency_conflict' })
    await placeOrder(market, person, productId)
    await placeOrder(market, person, productId)
    await expect(placeOrder(market, person, productId)).rejects.toMatchObject({ code: 'too_many_orders' })
  })

  test('the same order again is the first one, and with another amount is refused', async () => {
    const productId = await addProduct(market, { price: 1_500 })
    const body = { ...orderBody(productId), amount: 1_500 }
    const place = (amount: number) =>
      market.call('POST /api/order/place', { body: { ...body, amount } }, person)
    const first = await place(1_500)
    expect(await place(1_500)).toMatchObject({ orderId: first.orderId })
    await expect(place(900)).rejects.toMatchObject({ code: 'price_changed' })
  })

  test('more than an M-Pesa payment can be is refused, and can be ordered by WhatsApp', async () => {
    const productId = await addProduct(market, { price: 200_000 })
    const items = [{ _id: productId, quantity: 2 }]
    await expect(placeOrder(market, person, productId, { items })).rejects.toMatchObject({
      code: 'too_much_for_mpesa',
    })
    const placed = await placeOrder(market, person, productId, { items, channel: 'whatsapp' })
    expect(placed.whatsapp?.message).toContain(`Order ${placed.number}`)
    expect(placed.whatsapp?.message).toContain('Total: Ksh 400,000')
    expect(placed.session_url).toMatch(/^https:\/\/wa\.me\//)
  })

  test('a phone that is not Kenyan gets no payment request: the payment page asks for another', async () => {
    const productId = await addProduct(market)
    const address = { ...deliveryAddress(), phone: '+44 20 7946 0958' }
    const placed = await placeOrder(market, person, productId, { address })
    expect(placed.payment).toBeNull()
    expect(placed.data.paymentStatus).toBe('pending')
    const wish = { purpose: 'order', purchaseId: placed.orderId, phone: '0712399001' } as const
    const { data } = await market.call('POST /api/payment/start', { body: wish }, person)
    expect(data).toMatchObject({ purpose: 'order', purchaseId: placed.orderId, amount: 1_600 })
    expect((await get(placed.orderId)).paymentStatus).toBe('processing')
  })
})

test('an order of more than can be paid and booked is refused with the most there may be', async () => {
  const productIds = await Promise.all(
    [1, 2, 3].map(() => addProduct(market, { price: HIGHEST_PRODUCT_PRICE, onHand: 99 })),
  )
  const items = productIds.map((_id) => ({ _id, quantity: 99 }))
  const body = { items, address: deliveryAddress(), channel: 'whatsapp' as const }
  await expect(market.call('POST /api/order/place', { body }, await market.signUp())).rejects.toMatchObject({
    code: 'order_too_large',
    message: expect.stringContaining('Ksh 100,000,000'),
  })
})

describe('paying', () => {
  test('takes the quantity from the stock once, numbers a receipt, and notifies the customer', async () => {
    const productId = await addProduct(market, { onHand: 4 })
    const { data } = await placeOrder(market, person, productId)
    await settleOrder(market, data)
    await settleOrder(market, data)
    expect(await stockOf(market, productId)).toEqual({ onHand: 3, reserved: 0 })
    const order = await get(data._id)
    expect(order).toMatchObject({ status: 'paid', paymentStatus: 'paid', expiresAt: null })
    expect(order.receipt).toMatchObject({ amount: 1_600, mpesaCode: expect.stringMatching(/^SHOP/) })
    expect(order.timeline.map(({ what }) => what)).toEqual(['Ordered', 'Payment received'])
    expect(await notificationsAbout(data._id)).toEqual(['order_paid', 'order_placed'])
    const again = { purpose: 'order', purchaseId: data._id, phone: '0712399002' } as const
    await expect(market.call('POST /api/payment/start', { body: again }, person)).rejects.toMatchObject({
      code: 'order_not_payable',
    })
  })

  test('what is not paid in 30 minutes can be ordered by others again', async () => {
    await proveEmail(market, person)
    const productId = await addProduct(market, { onHand: 1 })
    const { data } = await placeOrder(market, person, productId)
    market.clock.advance(29 * MINUTE_MS)
    await expireOrders(market.deps)
    expect((await stockOf(market, productId)).reserved).toBe(1)
    market.clock.advance(2 * MINUTE_MS)
    expect((await get(data._id)).status).toBe('cancelled')
    await runDueJobs(market)
    expect(await stockOf(market, productId)).toEqual({ onHand: 1, reserved: 0 })
    expect(await get(data._id)).toMatchObject({
      status: 'cancelled',
      cancellationReason: 'Payment not received in time',
      cancellationCode: 'clock',
    })
    const late = { purpose: 'order', purchaseId: data._id, phone: '0712399003' } as const
    await expect(market.call('POST /api/payment/start', { body: late }, person)).rejects.toMatchObject({
      code: 'order_expired',
    })
  })

  test('a late payment still counts while the stock is available', async () => {
    const productId = await addProduct(market, { onHand: 2 })
    const { data } = await placeOrder(market, person, productId)
    market.clock.advance(40 * MINUTE_MS)
    await expireOrders(market.deps)
    await settleOrder(market, data)
    expect(await get(data._id)).toMatchObject({ status: 'paid', cancelledAt: null, cancellationReason: '' })
    expect(await stockOf(market, productId)).toEqual({ onHand: 1, reserved: 0 })
    expect(await refundsOf(data._id)).toEqual([])
  })

  test('a late payment for what is sold out becomes a refund', async () => {
    const productId = await addProduct(market, { onHand: 1 })
    const { data } = await placeOrder(market, person, productId)
    market.clock.advance(40 * MINUTE_MS)
    const rival = await placeOrder(market, await market.signUp(), productId)
    await settleOrder(market, data)
    expect(await get(data._id)).toMatchObject({
      status: 'cancelled',
      paymentStatus: 'refunding',
      receipt: null,
    })
    expect(await refundsOf(data._id)).toEqual([{ amount: 1_600, status: 'due' }])
    await settleOrder(market, rival.data)
    expect(await stockOf(market, productId)).toEqual({ onHand: 0, reserved: 0 })
  })
})

describe('verify', () => {
  const verify = (orderId: string, success: unknown, as?: Person) =>
    market.call('POST /api/order/verify', { body: { orderId, success } }, as)

  test('trusts nothing in the request, and changes nothing', async () => {
    const productId = await addProduct(market)
    const { data } = await placeOrder(market, person, productId)
    const before = await get(data._id)
    const stranger = await market.signUp()
    for (const success of ['true', true, 1, 'false', { $ne: null }, undefined]) {
      for (const as of [person, stranger, undefined]) {
        expect(await verify(data._id, success, as)).toMatchObject({ success: false, pending: true })
      }
    }
    for (const unknown of ['018f0000-0000-7000-8000-00000000beef', 'x', '', "'; drop table orders --"]) {
      expect(await verify(unknown, 'true', person)).toMatchObject({ success: false, pending: false })
    }
    expect(await get(data._id)).toEqual(before)
    await settleOrder(market, data)
    expect(await verify(data._id, 'false')).toMatchObject({ success: true, pending: false })
  })
})

describe('ownership', () => {
  test('an order of somebody else is not found, cannot be paid and cannot be cancelled', async () => {
    const productId = await addProduct(market)
    const { data } = await placeOrder(market, person, productId)
    const stranger = await market.signUp()
    await expect(get(data._id, stranger)).rejects.toMatchObject({ code: 'order_not_found' })
    await expect(
      market.call('POST /api/order/cancel', { body: { orderId: data._id } }, stranger),
    ).rejects.toMatchObject({ code: 'order_not_found' })
    const wish = { purpose: 'order', purchaseId: data._id, phone: '0712399004' } as const
    await expect(market.call('POST /api/payment/start', { body: wish }, stranger)).rejects.toMatchObject({
      code: 'order_not_found',
    })
    expect((await market.call('POST /api/order/userorders', { body: {} }, stranger)).data).toEqual([])
    expect((await get(data._id)).status).toBe('pending')
  })

  test('a visitor orders by WhatsApp: it is saved with a number, reserves no stock, and staff sells it', async () => {
    const productId = await addProduct(market, { onHand: 1 })
    const body = { items: [{ _id: productId, quantity: 1 }], amount: 1_600 }
    const placed = await market.call('POST /api/order/chat', { body })
    expect(placed.whatsapp?.message).toMatch(/^Order ORD\d+\n1 x Wireless mouse/)
    expect(await stockOf(market, productId)).toEqual({ onHand: 1, reserved: 0 })
    const rival = await placeOrder(market, person, productId)
    await expect(move(placed.orderId, 'pay', 'Cash at the shop')).rejects.toMatchObject({
      code: 'out_of_stock',
    })
    await market.call('POST /api/order/cancel', { body: { orderId: rival.orderId } }, person)
    const { data } = await move(placed.orderId, 'pay', 'Cash at the shop')
    expect(data).toMatchObject({ status: 'paid', customer: null, receipt: { mpesaCode: null } })
    expect(await stockOf(market, productId)).toEqual({ onHand: 0, reserved: 0 })
  })
})

describe('delivery', () => {
  test('staff packs, ships with a note, and delivers; each step once, in order, with a notification to the customer', async () => {
    const productId = await addProduct(market)
    const { data } = await placeOrder(market, person, productId)
    const orderId = data._id
    await expect(move(orderId, 'process')).rejects.toMatchObject({ code: 'order_wrong_state' })
    await settleOrder(market, data)
    await move(orderId, 'process')
    await expect(move(orderId, 'process')).rejects.toMatchObject({ code: 'order_wrong_state' })
    await expect(move(orderId, 'ship')).rejects.toMatchObject({ message: 'Please say how it travels' })
    await move(orderId, 'ship', 'Guardian coach, receipt 4417')
    await expect(market.call('POST /api/order/cancel', { body: { orderId } }, person)).rejects.toMatchObject({
      code: 'order_wrong_state',
    })
    await expect(move(orderId, 'callOff', 'Lost')).rejects.toMatchObject({ code: 'order_wrong_state' })
    await move(orderId, 'deliver')
    const order = await get(orderId)
    expect(order).toMatchObject({ status: 'delivered', dispatchNote: 'Guardian coach, receipt 4417' })
    expect(order.timeline.map(({ by, status }) => [by, status])).toEqual([
      ['customer', 'pending'],
      ['payment', 'paid'],
      ['staff', 'processing'],
      ['staff', 'shipped'],
      ['staff', 'delivered'],
    ])
    expect(await notificationsAbout(orderId)).toEqual([
      'order_delivered',
      'order_paid',
      'order_placed',
      'order_shipped',
    ])
  })

  test('a step that comes too early is refused with the one that comes first', async () => {
    const productId = await addProduct(market)
    const { data } = await placeOrder(market, person, productId)
    const refused = (name: StaffOrderMove, message: string) =>
      expect(move(data._id, name, 'By rider')).rejects.toMatchObject({ code: 'order_wrong_state', message })
    for (const name of ['process', 'ship', 'deliver', 'notArrived', 'sendAgain', 'takeBack'] as const)
      await refused(name, 'This order is not paid yet. Record its payment first.')
    await settleOrder(market, data)
    for (const name of ['ship', 'deliver', 'notArrived', 'sendAgain', 'takeBack'] as const)
      await refused(name, 'This order is not packed yet. Start packing first.')
    await move(data._id, 'process')
    for (const name of ['deliver', 'notArrived', 'sendAgain', 'takeBack'] as const)
      await refused(name, 'This order is not sent yet. Mark it as sent first.')
    await move(data._id, 'ship', 'By rider')
    await refused('takeBack', 'This order is not delivered yet. Mark it as delivered first.')
    await move(data._id, 'deliver')
    for (const name of ['pay', 'process', 'ship', 'deliver', 'notArrived', 'sendAgain', 'callOff'] as const)
      await refused(name, m.error_order_wrong_state())
  })

  test('what was paid for a cancelled order is refunded once, and its stock is available again', async () => {
    const productId = await addProduct(market, { onHand: 5 })
    const { data } = await placeOrder(market, person, productId)
    await settleOrder(market, data)
    const body = { orderId: data._id, reason: 'Found it elsewhere' }
    await market.call('POST /api/order/cancel', { body }, person)
    await expect(market.call('POST /api/order/cancel', { body }, person)).rejects.toMatchObject({
      code: 'order_wrong_state',
    })
    expect(await get(data._id)).toMatchObject({
      status: 'cancelled',
      paymentStatus: 'refunding',
      cancellationReason: 'Found it elsewhere',
    })
    expect(await refundsOf(data._id)).toEqual([{ amount: 1_600, status: 'due' }])
    expect(await stockOf(market, productId)).toEqual({ onHand: 5, reserved: 0 })
  })

  test('staff sees what waits, counted, and finds an order by number, name, phone and product', async () => {
    const productId = await addProduct(market, { name: 'Crucial 480 GB SSD' })
    const { data } = await placeOrder(market, person, productId)
    await moveOrderTo(market, data._id, 'paid')
    const list = (query: object) => market.call('GET /api/admin/orders', { query }, staff)
    const packed = await list({ queue: 'pack', limit: 50 })
    expect(packed.data.map(({ _id }) => _id)).toContain(data._id)
    expect(packed.counts.pack).toBe(packed.pagination.total)
    for (const search of [data.number, 'crucial 480', data.address?.phone, person.email]) {
      const found = await list({ search })
      expect(
        found.data.map(({ _id }) => _id),
        String(search),
      ).toContain(data._id)
    }
    expect((await list({ search: '100%_nothing' })).data).toEqual([])
  })
})
