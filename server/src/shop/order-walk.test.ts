import { nairobiDay } from '@twende/contract/calendar-day.ts'
import type { StaffOrder } from '@twende/contract/shop/order.ts'
import { type OrderStatus, undoOf } from '@twende/contract/shop/order-status.ts'
import { ORDER_QUEUES, PIECE_ENDS, type PieceEnd } from '@twende/contract/shop/shop-choices.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect } from 'vitest'
import { type Random, seededRandom } from '../basic-deps.ts'
import { settlePayment } from '../payments/collections/settle-payment.ts'
import { findBalance } from '../payments/ledger/ledger-store.ts'
import { matchNamedMoney } from '../payments/reconciliation/match-named-money.ts'
import { paidWith, receivePayment, sendC2bPayment } from '../testing/payments.ts'
import { addSession, type Person } from '../testing/people.ts'
import { addProduct, deliveryAddress, placeOrder } from '../testing/shopping.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { trial } from '../testing/trial.ts'
import { type Acts, doOne, keepWay, nothingToActOn, oneOf } from '../testing/walk.ts'
import { expireOrders } from './lock-stock.ts'

const HOUR_MS = 3_600_000
const ACTS_OF_ONE = 30
const PRICE = 500
const START = 12

let market: TestMarket
let customer: Person
let staff: Person
let admin: Person
let firstMonth: string
beforeAll(async () => {
  market = await openTestMarket({ env: { RATE_LIMIT: 'off' } })
  firstMonth = nairobiDay(market.clock.now()).slice(0, 7)
  staff = await market.signUp({ role: 'staff' })
  admin = await market.signUp({ role: 'admin' })
})
afterAll(() => market.close())

/** The order of the walk and its products, with what staff's counts of the shelf added to them. */
type Walk = {
  id: string
  products: string[]
  counted: Map<string, number>
  /** What the lists were last compared for: they are read again once it changes. */
  listed: string
}

const endOf = (draw: Random): PieceEnd => oneOf(PIECE_ENDS, draw) ?? 'shelf'

type StaffMove = 'process' | 'ship' | 'deliver' | 'callOff' | 'takeBack' | 'notArrived' | 'sendAgain'
const move = (wanted: StaffMove) => async (walk: Walk, draw: Random) => {
  const { items } = await orderOf(walk.id)
  const ends = items.map(({ _id }) => ({ productId: _id, as: endOf(draw) }))
  const body = { move: wanted, note: `Because of ${wanted}`, ends }
  return market.call('POST /api/admin/order/:orderId/move', { params: { orderId: walk.id }, body }, staff)
}

/** Every act of its customer, of staff, of M-Pesa, of other customers and of the clock. */
const acts: Acts<Walk> = {
  askPhone: ({ id }, draw) => {
    const phone = `07${String(Math.floor(draw() * 100_000_000)).padStart(8, '0')}`
    const body = { purpose: 'order', purchaseId: id, phone } as const
    return market.call('POST /api/payment/start', { body }, customer)
  },
  phonePays: async ({ id }, draw) => {
    const { id: paymentId, amount } = await paymentIn(id, ['processing', 'failed', 'expired'])
    await receivePayment(market, paymentId, oneOf([amount, amount, amount - 100, amount + 100, 100], draw))
  },
  phoneRefuses: async ({ id }) => {
    const payment = await paymentIn(id, ['processing'])
    await settlePayment(market.deps, payment.id, { kind: 'not_paid', failure: 'cancelled' })
  },
  paybill: async ({ id }, draw) => {
    const { number, amount, paid } = await orderOf(id)
    const sum = oneOf([amount - paid, amount, 300], draw) || PRICE
    await sendC2bPayment(market, { amount: sum, reference: number, paidAt: market.clock.now() })
    await matchNamedMoney(market.deps)
  },
  decide: async ({ id }, draw) => {
    const { id: paymentId } = await paymentIn(id, ['review', 'partial'])
    const decision = oneOf(['accept', 'giveBack'] as const, draw) ?? 'accept'
    const request = { params: { paymentId }, body: { decision, reason: 'Looked at it' } }
    return market.call('POST /api/admin/payment/:paymentId/decide', request, admin)
  },
  sendRefund: async ({ id }) => {
    const { id: refundId } = await market.db
      .selectFrom('refunds')
      .select('id')
      .where('order_id', '=', id)
      .where('status', '=', 'due')
      .executeTakeFirstOrThrow(nothingToActOn)
    const request = { params: { refundId }, body: paidWith() }
    return market.call('POST /api/admin/refund/:refundId/sent', request, admin)
  },
  cash: ({ id }) => {
    const body = { move: 'pay', ...paidWith() } as const
    return market.call('POST /api/admin/order/:orderId/move', { params: { orderId: id }, body }, staff)
  },
  cancel: ({ id }) => market.call('POST /api/order/cancel', { body: { orderId: id } }, customer),
  process: move('process'),
  ship: move('ship'),
  deliver: move('deliver'),
  callOff: move('callOff'),
  takeBack: move('takeBack'),
  notArrived: move('notArrived'),
  sendAgain: move('sendAgain'),
  undo: ({ id }) =>
    market.call(
      'POST /api/admin/order/:orderId/undo',
      { params: { orderId: id }, body: { reason: 'A slip' } },
      staff,
    ),
  takeOff: async ({ id }, draw) => {
    const productId = oneOf((await orderOf(id)).items, draw)?._id ?? ''
    const body = { productId, quantity: 1 + Math.floor(draw() * 2), as: endOf(draw), reason: 'Broken' }
    return market.call('POST /api/admin/order/:orderId/take-off', { params: { orderId: id }, body }, staff)
  },
  changeDelivery: async ({ id }) => {
    const { timeline, dispatchNote } = await orderOf(id)
    const lastEventAt = timeline.at(-1)?.at ?? ''
    const body = { address: deliveryAddress(), dispatchNote, reason: '', lastEventAt }
    return market.call('POST /api/admin/order/:orderId/delivery', { params: { orderId: id }, body }, staff)
  },
  count: async (walk, draw) => {
    const productId = oneOf(walk.products, draw) ?? ''
    const before = await shelfOf(productId)
    const onHand = Math.floor(draw() * START)
    const request = { params: { productId }, body: { onHand, evenIfPromised: true } }
    await market.call('POST /api/admin/product/:productId/stock', request, staff)
    walk.counted.set(productId, (walk.counted.get(productId) ?? 0) + onHand - before.onHand)
  },
  sellToOthers: async ({ products }, draw) => {
    const items = [{ _id: oneOf(products, draw) ?? '', quantity: 1 + Math.floor(draw() * 4) }]
    const amount = PRICE * (items[0]?.quantity ?? 0)
    return market.call('POST /api/admin/orders', { body: { items, amount, ...paidWith() } }, staff)
  },
  wait: async (_, draw) => {
    market.clock.advance(draw() * draw() * 30 * HOUR_MS)
    const sessionOf = async (person: Person, role: 'user' | 'staff' | 'admin') => ({
      ...person,
      ...(await addSession(market.deps, { ...person, role })),
    })
    customer = await sessionOf(customer, 'user')
    staff = await sessionOf(staff, 'staff')
    admin = await sessionOf(admin, 'admin')
  },
  tasks: () => expireOrders(market.deps),
}

async function paymentIn(orderId: string, statuses: readonly string[]) {
  return market.db
    .selectFrom('payments')
    .select(['id', 'amount'])
    .where('order_id', '=', orderId)
    .where('status', 'in', [...statuses])
    .where('method', '=', 'mpesa')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow(nothingToActOn)
}

const orderOf = async (orderId: string): Promise<StaffOrder> =>
  (await market.call('GET /api/admin/order/:orderId', { params: { orderId } }, staff)).data
const shelfOf = (productId: string) =>
  market.db
    .selectFrom('products')
    .select(['on_hand as onHand', 'reserved'])
    .where('id', '=', productId)
    .executeTakeFirstOrThrow()

const HELD: readonly OrderStatus[] = ['paid', 'processing', 'shipped', 'delivered']

/** Each piece is on the shelf, with an order, or damaged or missing; nothing else is reserved than what unpaid orders keep. */
async function expectPieces({ products, counted }: Walk) {
  for (const productId of products) {
    const { onHand, reserved } = await shelfOf(productId)
    const { rows } = await sql<{ held: number; lost: number; left: number; kept: number }>`
      select
        (select coalesce(sum(quantity), 0) from order_items join orders on orders.id = order_id
          where product_id = ${productId} and status = any(${[...HELD]}))::integer as held,
        (select coalesce(sum(quantity), 0) from order_items join orders on orders.id = order_id
          where product_id = ${productId} and not status = any(${[...HELD]}) and ended_as <> 'shelf')::integer as lost,
        (select coalesce(sum(quantity), 0) from left_pieces
          where product_id = ${productId} and ended_as <> 'shelf')::integer as "left",
        (select coalesce(sum(reservations.quantity), 0) from reservations join orders on orders.id = order_id
          where product_id = ${productId} and status = 'pending')::integer as kept
    `.execute(market.db)
    const { held = 0, lost = 0, left = 0, kept = 0 } = rows[0] ?? {}
    expect(onHand + held + lost + left).toBe(START + (counted.get(productId) ?? 0))
    expect(reserved).toBe(kept)
    const { data } = await market.call('GET /api/product/get/:productId', { params: { productId } })
    expect(data.stock).toBe(onHand - reserved)
  }
}

const QUEUE_OF: Partial<Record<OrderStatus, (typeof ORDER_QUEUES)[number]>> = {
  pending: 'unpaid',
  paid: 'pack',
  processing: 'send',
  shipped: 'deliver',
}

async function expectQueues({ _id, number, status }: StaffOrder) {
  for (const queue of ORDER_QUEUES) {
    const { data } = await market.call('GET /api/admin/orders', { query: { queue, search: number } }, staff)
    const isWaiting = data.some((order) => order._id === _id)
    expect([queue, isWaiting]).toEqual([queue, queue === 'all' || queue === QUEUE_OF[status]])
  }
}

/** What the order says of its money is what the ledger holds, and each shilling is somewhere where somebody looks. */
async function expectMoney(order: StaffOrder) {
  const { _id: id, status, amount, paid, inReview, refundDue, paymentStatus } = order
  const { price, receivable, unapplied, suspense, refundsPayable, money } = await findBalance(market.db, {
    type: 'order',
    id,
  })
  expect([paid, inReview, refundDue]).toEqual([
    Math.max(0, price + unapplied - receivable),
    suspense,
    refundsPayable,
  ])
  expect(money).toBe(paid + inReview + refundDue)
  if (HELD.includes(status)) expect([price, receivable, unapplied]).toEqual([amount, 0, 0])
  else expect([price, receivable]).toEqual([0, 0])
  if (HELD.includes(status) && inReview === 0) expect(paymentStatus).toBe('paid')
}

/** The figures of the shop count just the pieces that orders have, and what was paid for them. */
async function expectSales({ id, products }: Walk) {
  const query = { by: 'product', from: firstMonth } as const
  const { data } = await market.call('GET /api/admin/shop-report', { query }, staff)
  const { items, status } = await orderOf(id)
  for (const productId of products) {
    const { rows } = await sql<{ others: number }>`
      select coalesce(sum(quantity), 0)::integer as others from order_items join orders on orders.id = order_id
      where product_id = ${productId} and channel = 'counter'`.execute(market.db)
    const own = HELD.includes(status) ? (items.find(({ _id }) => _id === productId)?.quantity ?? 0) : 0
    const pieces = own + (rows[0]?.others ?? 0)
    const line = data.find(({ _id }) => _id === productId)
    expect({ pieces: line?.pieces, revenue: line?.revenue }).toEqual({ pieces, revenue: pieces * PRICE })
  }
}

/** Each queue has the order where it waits, and what is owed back or looked at. */
async function expectLists(walk: Walk, order: StaffOrder) {
  await expectQueues(order)
  await expectSales(walk)
  const { number, status, refundDue, inReview, paid } = order
  const query = { search: number, limit: 100 }
  const refunds = await market.call('GET /api/admin/refunds', { query: { ...query, queue: 'due' } }, admin)
  expect(refunds.data.reduce((sum, refund) => sum + refund.amount, 0)).toBe(refundDue)
  // Money in hand is never "not received": staff decides on it, and its order does not run out.
  if (inReview > 0 || (paid > 0 && !HELD.includes(status))) {
    const waiting = await market.call(
      'GET /api/admin/payments',
      { query: { ...query, queue: 'review' } },
      admin,
    )
    expect(waiting.data).not.toEqual([])
    expect(status === 'cancelled' && order.timeline.at(-1)?.event === 'expire').toBe(false)
    // Nor is it shown as cancelled for want of payment before the clock comes by.
    expect(status === 'cancelled' && order.timeline.at(-1)?.status === 'pending').toBe(false)
  }
}

async function expectAgreement(walk: Walk) {
  const order = await orderOf(walk.id)
  const own = await market.call('GET /api/order/get/:orderId', { params: { orderId: walk.id } }, customer)
  expect(own.data).toMatchObject({ status: order.status, paid: order.paid, refundDue: order.refundDue })
  expect(order.items.reduce((sum, { price, quantity }) => sum + price * quantity, 0)).toBe(order.subtotal)
  await expectPieces(walk)
  await expectMoney(order)
  const listed = [order.status, order.paid, order.inReview, order.refundDue].join()
  if (listed !== walk.listed) await expectLists(walk, order)
  walk.listed = listed
  expectHistory(order)
  // What is offered can be done, as far as money and pieces allow; what was never paid has no receipt.
  if (undoOf(order, market.clock.now())) expect(order.receipt).not.toBeNull()
  if (HELD.includes(order.status)) expect(order.receipt).not.toBeNull()
}

/** The history ends where the order stands, and says on which day it was delivered. */
function expectHistory({ status, timeline }: StaffOrder) {
  const last = timeline.at(-1)?.status
  // Its time to pay is over, and the clock has not cancelled it yet.
  if (!(status === 'cancelled' && last === 'pending')) expect(last).toBe(status)
  if (status === 'delivered') expect(timeline.some(({ event }) => event === 'deliver')).toBe(true)
}

async function begin(draw: Random): Promise<Walk> {
  customer = await market.signUp()
  const products = [
    await addProduct(market, { price: PRICE, onHand: START }),
    await addProduct(market, { price: PRICE, onHand: START }),
  ]
  const items = products.map((_id) => ({ _id, quantity: 1 + Math.floor(draw() * 3) }))
  const channel = draw() < 0.7 ? 'mpesa' : 'whatsapp'
  const { orderId } = await placeOrder(market, customer, products[0] ?? '', { items, channel })
  return { id: orderId, products, counted: new Map(), listed: '' }
}

trial(
  'whatever happens to an order in whatever order, status, pieces, money, queues and the shop agree',
  { full: 10_000, few: 150 },
  async ({ rounds, seed }) => {
    const draw = seededRandom(seed)
    const way = keepWay()
    let walk: Walk | undefined
    for (let round = 0; round < rounds; round += 1) {
      if (!walk || round % ACTS_OF_ONE === 0) {
        walk = await begin(draw)
        way.beginAnew()
      }
      const order = walk
      way.add(await doOne(acts, order, draw))
      await way.expectThat(() => expectAgreement(order))
    }
    way.expectDone(acts, { rounds, few: 6 })
  },
)
