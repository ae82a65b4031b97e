import type { StaffOrder } from '@twende/contract/shop/order.ts'
import { leftToPay, mayOwe, type OrderStatus, undoOf } from '@twende/contract/shop/order-status.ts'
import { ORDER_QUEUES } from '@twende/contract/shop/shop-choices.ts'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { findBalance } from '../../payments/ledger/ledger-store.ts'
import { expectBalanced, expectNothingLost } from '../ledger-invariants.ts'
import { type OrderWalk, orderOf, PRICE, START } from './order-walk.ts'

/** Whatever happened: status, pieces, money, queues, history and what is public agree with one another. */
export async function expectAgreement(walk: OrderWalk): Promise<void> {
  const { shop, id: orderId } = walk
  const order = await orderOf(walk)
  const own = await shop.market.call('GET /api/order/get/:orderId', { params: { orderId } }, shop.customer)
  expect(own.data).toMatchObject({ status: order.status, paid: order.paid, refundDue: order.refundDue })
  expect(order.items.reduce((sum, { price, quantity }) => sum + price * quantity, 0)).toBe(order.subtotal)
  await expectPieces(walk)
  await expectMoney(walk, order)
  await expectConfirmed(walk)
  const listed = [order.status, order.paid, order.inReview, order.refundDue].join()
  if (listed !== walk.listed) await expectLists(walk, order)
  walk.listed = listed
  expectHistory(walk, order)
  // What is offered can be done, as far as money and pieces allow; what is not wholly paid has no receipt.
  const isPaid = leftToPay(order) === 0
  if (isPaid && undoOf(order, shop.market.clock.now())) expect(order.receipt).not.toBeNull()
  if (HELD.includes(order.status)) expect(order.receipt !== null).toBe(isPaid)
}

/** Both sides of the ledger, and every receipt of M-Pesa, of all orders of the shop. */
export async function expectBooks({ shop: { market } }: OrderWalk): Promise<void> {
  await expectBalanced(market)
  await expectNothingLost(market)
}

const HELD: readonly OrderStatus[] = ['paid', 'processing', 'shipped', 'delivered']

type Pieces = {
  id: string
  on_hand: number
  reserved: number
  held: number
  lost: number
  left: number
  kept: number
}

/** Each piece is on the shelf, with an order, or damaged or missing; nothing else is reserved than what unpaid orders keep. */
async function expectPieces({ shop: { market }, products, counted }: OrderWalk): Promise<void> {
  const { rows } = await sql<Pieces>`
    select p.id, on_hand, reserved,
      (select coalesce(sum(quantity), 0) from order_items join orders on orders.id = order_id
        where product_id = p.id and status = any(${[...HELD]}))::integer as held,
      (select coalesce(sum(quantity), 0) from order_items join orders on orders.id = order_id
        where product_id = p.id and not status = any(${[...HELD]}) and ended_as <> 'shelf')::integer as lost,
      (select coalesce(sum(quantity), 0) from left_pieces
        where product_id = p.id and ended_as <> 'shelf')::integer as "left",
      (select coalesce(sum(r.quantity), 0) from reservations as r join orders on orders.id = order_id
        where product_id = p.id and status = 'pending')::integer as kept
    from products as p where p.id = any(${products}::uuid[])`.execute(market.db)
  expect(rows).toHaveLength(products.length)
  for (const { id: productId, on_hand, reserved, held, lost, left, kept } of rows) {
    expect(on_hand + held + lost + left).toBe(START + (counted.get(productId) ?? 0))
    expect(reserved).toBe(kept)
    const { data } = await market.call('GET /api/product/get/:productId', { params: { productId } })
    expect(data.stock).toBe(on_hand - reserved)
  }
}

/** What the order says of its money is what the ledger holds, and each shilling is somewhere where somebody looks. */
async function expectMoney({ shop: { market }, cameShort }: OrderWalk, order: StaffOrder): Promise<void> {
  const { _id: id, status, amount, paid, inReview, refundDue, paymentStatus, timeline } = order
  const { price, receivable, unapplied, suspense, refundsPayable, money } = await findBalance(market.db, {
    type: 'order',
    id,
  })
  const facts = { status, amount, paymentStatus, price, receivable, unapplied }
  expect([paid, inReview, refundDue]).toEqual([
    Math.max(0, price + unapplied - receivable),
    suspense,
    refundsPayable,
  ])
  expect(money).toBe(paid + inReview + refundDue)
  if (!HELD.includes(status)) expect([price, receivable], JSON.stringify(facts)).toEqual([0, 0])
  else {
    expect(price, JSON.stringify(facts)).toBe(amount)
    // Goods that left are owed where their payment was taken out of the books, or less of it came.
    const isShort = inReview > 0 || cameShort || timeline.some(({ event }) => event === 'unpay')
    if (!isShort) expect([receivable, paymentStatus], JSON.stringify(facts)).toEqual([0, 'paid'])
    if (paid < amount) expect(paymentStatus, JSON.stringify(facts)).toBe(paid > 0 ? 'partial' : 'pending')
  }
  if (status === 'pending') expect(paid, JSON.stringify(facts)).toBeLessThan(amount)
}

/** What M-Pesa confirmed under a code is in the books with just that amount, whatever became of it. */
async function expectConfirmed({ shop: { market }, confirmed }: OrderWalk): Promise<void> {
  const { rows } = await sql<{ code: string; amount: number }>`
    select code, sum(amount)::integer as amount from (
      select upper(p.receipt) as code, e.amount
      from payments as p join ledger_transactions as t on t.payment_id = p.id and t.refund_id is null
      join ledger_entries as e on e.transaction_id = t.id and e.account = 'mpesa' and e.payable_id is not null
      union all
      select t.receipt, e.amount from ledger_transactions as t
      join ledger_entries as e on e.transaction_id = t.id and e.account = 'mpesa' and e.payable_id is null
      where t.refund_id is null
    ) as movements where code = any(${[...confirmed.keys()]}) group by 1`.execute(market.db)
  const booked = new Map(rows.map(({ code, amount }) => [code, amount]))
  for (const [code, amount] of confirmed) expect([code, booked.get(code) ?? 0]).toEqual([code, amount])
}

const QUEUE_OF: Partial<Record<OrderStatus, (typeof ORDER_QUEUES)[number]>> = {
  pending: 'unpaid',
  paid: 'pack',
  processing: 'send',
  shipped: 'deliver',
}

async function expectQueues({ shop }: OrderWalk, order: StaffOrder): Promise<void> {
  const { _id, number, status, amount, paid } = order
  for (const queue of ORDER_QUEUES) {
    const request = { query: { queue, search: number } }
    const { data } = await shop.market.call('GET /api/admin/orders', request, shop.staff)
    const isWaiting = data.some((order) => order._id === _id)
    const belongs = queue === 'owed' ? mayOwe(status) && paid < amount : queue === QUEUE_OF[status]
    expect([queue, isWaiting]).toEqual([queue, queue === 'all' || belongs])
  }
}

/** The figures of the shop count just the pieces that orders have, and what was paid for them. */
async function expectSales({ shop, products }: OrderWalk, { items, status }: StaffOrder): Promise<void> {
  const { market, staff, firstMonth } = shop
  const query = { by: 'product', from: firstMonth } as const
  const { data } = await market.call('GET /api/admin/shop-report', { query }, staff)
  const { rows } = await sql<{ productId: string; others: number }>`
    select product_id as "productId", sum(quantity)::integer as others
    from order_items join orders on orders.id = order_id
    where product_id = any(${products}::uuid[]) and channel = 'counter' group by 1`.execute(market.db)
  for (const productId of products) {
    const others = rows.find((row) => row.productId === productId)?.others ?? 0
    const own = HELD.includes(status) ? (items.find(({ _id }) => _id === productId)?.quantity ?? 0) : 0
    const line = data.find(({ _id }) => _id === productId)
    const again = { pieces: own + others, revenue: (own + others) * PRICE }
    expect({ pieces: line?.pieces, revenue: line?.revenue }).toEqual(again)
  }
}

/** Each queue has the order where it waits, and what is owed back or looked at. */
async function expectLists(walk: OrderWalk, order: StaffOrder): Promise<void> {
  await expectQueues(walk, order)
  await expectSales(walk, order)
  const { market, admin } = walk.shop
  const { number, status, refundDue, inReview, paid } = order
  const query = { search: number, limit: 100 }
  let toSend = 0
  for (const queue of ['due', 'waiting'] as const) {
    const refunds = await market.call('GET /api/admin/refunds', { query: { ...query, queue } }, admin)
    toSend += refunds.data.reduce((sum, refund) => sum + refund.amount, 0)
  }
  expect(toSend).toBe(refundDue)
  // Money in hand is never "not received": staff decides on it, and its order does not run out.
  if (inReview === 0 && (paid === 0 || (HELD.includes(status) && paid <= order.amount))) return
  const request = { query: { ...query, queue: 'review' } } as const
  expect((await market.call('GET /api/admin/payments', request, admin)).data).not.toEqual([])
  // Nor is it shown as cancelled for want of payment before the clock comes by.
  expect(status === 'cancelled' && order.timeline.at(-1)?.status === 'pending').toBe(false)
}

/** The history ends where the order stands, and says on which day it was delivered; an order with money in hand did not run out. */
function expectHistory(walk: OrderWalk, { status, timeline, paid, inReview }: StaffOrder): void {
  const last = timeline.at(-1)?.status
  // Its time to pay is over, and the clock has not cancelled it yet.
  if (!(status === 'cancelled' && last === 'pending')) expect(last).toBe(status)
  if (status === 'delivered') expect(timeline.some(({ event }) => event === 'deliver')).toBe(true)
  const news = timeline.slice(walk.seen)
  walk.seen = timeline.length
  if (news.some(({ event }) => event === 'expire')) expect([paid, inReview]).toEqual([0, 0])
}
