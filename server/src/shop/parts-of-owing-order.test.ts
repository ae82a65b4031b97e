import { showKsh } from '@twende/contract/money.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBalance } from '../payments/ledger/ledger-store.ts'
import { expectBalanced } from '../testing/ledger-invariants.ts'
import { readMails } from '../testing/mailbox.ts'
import { paidWith, receivePayment, sendC2bPayment } from '../testing/payments.ts'
import type { Person } from '../testing/people.ts'
import { drawCode } from '../testing/selling.ts'
import { addProduct, placeOrder } from '../testing/shopping.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'

let market: TestMarket
let staff: Person
let colleague: Person
beforeAll(async () => {
  market = await openTestMarket({ env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
  colleague = await market.signUp({ role: 'staff' })
})
afterAll(async () => {
  await expectBalanced(market)
  await market.close()
})

const PIECE = 2_000
const PRICE = 5 * PIECE
const PART = 4_000
type Placed = Awaited<ReturnType<typeof orderBy>>
type Move = 'pay' | 'notArrived' | 'callOff' | 'process' | 'ship' | 'deliver' | 'takeBack'

async function orderBy(customer: Person) {
  const productId = await addProduct(market, { price: PIECE, onHand: 5 })
  const items = [{ _id: productId, quantity: 5 }]
  const { orderId, number } = await placeOrder(market, customer, productId, { channel: 'whatsapp', items })
  return { customer, productId, orderId, number }
}
/** An order that staff recorded as paid with a code that M-Pesa reports later. */
async function paidByCode() {
  const order = await orderBy(await market.signUp())
  const code = drawCode(market.clock.now())
  const request = {
    params: { orderId: order.orderId },
    body: { move: 'pay', note: '', ...paidWith(code) },
  } as const
  await market.call('POST /api/admin/order/:orderId/move', request, staff)
  return { ...order, code }
}
const report = ({ code, number }: Placed & { code: string }, amount: number) =>
  sendC2bPayment(market, { amount, code, reference: number })
const move = ({ orderId, productId }: Placed, next: Move) => {
  const how = next === 'pay' ? paidWith() : {}
  const ends =
    next === 'takeBack' || next === 'notArrived' ? { ends: [{ productId, as: 'shelf' as const }] } : {}
  const body = { move: next, note: 'By rider', ...how, ...ends }
  return market.call('POST /api/admin/order/:orderId/move', { params: { orderId }, body }, staff)
}
const undo = ({ orderId }: Placed) => {
  const body = { reason: 'It was another order' }
  return market.call('POST /api/admin/order/:orderId/undo', { params: { orderId }, body }, staff)
}
const takeOff = ({ orderId, productId }: Placed, quantity: number) => {
  const body = { productId, quantity, as: 'shelf', reason: 'They are broken' } as const
  return market.call('POST /api/admin/order/:orderId/take-off', { params: { orderId }, body }, staff)
}
const decide = (paymentId: string, decision: 'accept' | 'dismiss') => {
  const body = { decision, reason: 'Looked it up' }
  return market.call('POST /api/admin/payment/:paymentId/decide', { params: { paymentId }, body }, colleague)
}

/** An order of five pieces whose goods have left, and whose cash was recorded by mistake. */
async function owingOrder(state: 'shipped' | 'delivered' = 'shipped') {
  const order = await orderBy(await market.signUp())
  for (const step of ['pay', 'process', 'ship'] as const) await move(order, step)
  if (state === 'delivered') await move(order, 'deliver')
  const [payment] = await paymentsOf(order)
  await decide(payment?.id ?? '', 'dismiss')
  return order
}
async function owingWithPart(state: 'shipped' | 'delivered' = 'shipped') {
  const order = await owingOrder(state)
  const code = await sendC2bPayment(market, { amount: PART, reference: order.number })
  expect(await balanceOf(order)).toMatchObject({ receivable: PRICE, unapplied: PART })
  return { ...order, code }
}

const paymentsOf = ({ orderId }: Placed) =>
  market.db
    .selectFrom('payments')
    .select(['id', 'status', 'receipt'])
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .execute()
const seenBy = async ({ customer, orderId }: Placed) =>
  (await market.call('GET /api/order/get/:orderId', { params: { orderId } }, customer)).data
const storedPaymentOf = async ({ orderId }: Placed) => {
  const order = market.db.selectFrom('orders').select('payment_status').where('id', '=', orderId)
  return (await order.executeTakeFirstOrThrow()).payment_status
}
const balanceOf = ({ orderId }: Placed) => findBalance(market.db, { type: 'order', id: orderId })
const refundsOf = ({ orderId }: Placed) =>
  market.db
    .selectFrom('refunds')
    .select(['amount', 'reason'])
    .where('order_id', '=', orderId)
    .where('status', '<>', 'withdrawn')
    .execute()
const waiting = async ({ number }: Placed) => {
  const query = { queue: 'review', search: number } as const
  return (await market.call('GET /api/admin/payments', { query }, staff)).data
}
const mailOf = async ({ customer }: Placed, kind: 'order_pieces_taken_off' | 'refund_owed') =>
  (await readMails(market.db, { accountId: customer.accountId, kind })).map(({ params }) => params)

test('an order whose payment leaves the books is stored as unpaid', async () => {
  expect(await storedPaymentOf(await owingOrder())).toBe('pending')
  expect(await storedPaymentOf(await owingWithPart())).toBe('partial')
})

describe('a part of what an order owed', () => {
  test.each([
    ['notArrived', 'shipped'],
    ['takeBack', 'delivered'],
  ] as const)('goes back after %s, and nothing is owed or waits any more', async (end, state) => {
    const order = await owingWithPart(state)
    expect(await waiting(order)).toHaveLength(1)
    await move(order, end)
    const ended = { price: 0, receivable: 0, unapplied: 0, refundsPayable: PART }
    expect(await balanceOf(order)).toMatchObject(ended)
    expect(await waiting(order)).toEqual([])
    expect(await seenBy(order)).toMatchObject({ paid: 0, refundDue: PART, paymentStatus: 'refunding' })
  })

  test('pays again what is owed again once the order goes on', async () => {
    const order = await owingWithPart()
    await move(order, 'notArrived')
    await undo(order)
    const left = PRICE - PART
    expect(await balanceOf(order)).toMatchObject({ price: PRICE, receivable: left, unapplied: 0 })
    expect(await seenBy(order)).toMatchObject({ paid: PART, paymentStatus: 'partial', refundDue: 0 })
    await sendC2bPayment(market, { amount: left, reference: order.number })
    expect(await balanceOf(order)).toMatchObject({ price: PRICE, receivable: 0, unapplied: 0 })
    expect(await seenBy(order)).toMatchObject({ paid: PRICE, paymentStatus: 'paid' })
    await move(order, 'notArrived')
    expect(await balanceOf(order)).toMatchObject({ price: 0, receivable: 0, refundsPayable: PRICE })
  })

  test('goes back with its order that was cancelled before it was paid, and waits no more', async () => {
    const order = await orderBy(await market.signUp())
    await sendC2bPayment(market, { amount: PART, reference: order.number })
    await move(order, 'callOff')
    expect(await balanceOf(order)).toMatchObject({ unapplied: 0, refundsPayable: PART })
    expect(await waiting(order)).toEqual([])
  })
})

describe('pieces that are taken off an order that owes', () => {
  test('leave a rest that its part covers, and what is too much goes back', async () => {
    const order = await owingWithPart()
    await takeOff(order, 4)
    expect(await balanceOf(order)).toMatchObject({
      price: PIECE,
      receivable: 0,
      unapplied: 0,
      refundsPayable: PART - PIECE,
    })
    expect(await waiting(order)).toEqual([])
    const seen = await seenBy(order)
    expect(seen).toMatchObject({ amount: PIECE, paid: PIECE, paymentStatus: 'paid' })
    expect(seen.receipt).toMatchObject({ amount: PIECE, mpesaCode: order.code })
    expect(seen.timeline.slice(-2)).toMatchObject([
      { event: 'takeOff' },
      { event: 'pay', by: 'payment', note: `Ksh 2,000, ${order.code}` },
    ])
    expect(await mailOf(order, 'order_pieces_taken_off')).toMatchObject([{ amount: PIECE, refund: 0 }])
    const surplus = { amount: PART - PIECE, reason: 'more_than_owed' }
    expect(await refundsOf(order)).toEqual([surplus])
    expect(await mailOf(order, 'refund_owed')).toMatchObject([
      { amount: surplus.amount, why: surplus.reason },
    ])
  })

  test('do not use the part while more than the part is owed', async () => {
    const order = await owingWithPart()
    await takeOff(order, 2)
    expect(await balanceOf(order)).toMatchObject({ price: 3 * PIECE, receivable: 3 * PIECE, unapplied: PART })
    expect(await waiting(order)).toHaveLength(1)
    expect(await seenBy(order)).toMatchObject({ paid: PART, paymentStatus: 'partial', receipt: null })
  })

  test('that are all it owed for leave a receipt of what was paid', async () => {
    const order = await paidByCode()
    await report(order, PRICE - PIECE)
    await takeOff(order, 1)
    const left = PRICE - PIECE
    expect(await balanceOf(order)).toMatchObject({ price: left, receivable: 0, refundsPayable: 0 })
    const seen = await seenBy(order)
    expect(seen).toMatchObject({ amount: left, paid: left, paymentStatus: 'paid', receipt: { amount: left } })
    expect(seen.timeline.at(-1)).toMatchObject({ event: 'takeOff' })
  })
})

describe('an order that still owes after a part', () => {
  const receiptOf = ({ orderId }: Placed) =>
    market.db.selectFrom('receipts').select(['payment_code', 'issued_at']).where('order_id', '=', orderId)

  test('has no new receipt, and its history says what came, where staff accepts the part', async () => {
    const order = await owingWithPart()
    const before = await receiptOf(order).executeTakeFirstOrThrow()
    market.clock.advance(60_000)
    const part = (await paymentsOf(order)).find(({ receipt }) => receipt === order.code)
    await decide(part?.id ?? '', 'accept')
    expect(await receiptOf(order).executeTakeFirstOrThrow()).toEqual(before)
    const seen = await seenBy(order)
    expect(seen).toMatchObject({ paid: PART, paymentStatus: 'partial', receipt: null })
    expect(await storedPaymentOf(order)).toBe('partial')
    expect(seen.timeline.at(-1)).toMatchObject({ event: 'pay', note: `Ksh 4,000 · ${order.code}` })
    await expectPaidByRest(order, PRICE - PART)
  })

  test('has none either where money of another order is moved to it', async () => {
    const order = await owingOrder()
    const other = await orderBy(order.customer)
    await sendC2bPayment(market, { amount: PART, reference: other.number })
    await move(other, 'callOff')
    const before = await receiptOf(order).executeTakeFirstOrThrow()
    market.clock.advance(60_000)
    const refund = market.db.selectFrom('refunds').select('id').where('order_id', '=', other.orderId)
    const { id: refundId } = await refund.executeTakeFirstOrThrow()
    const request = { params: { refundId }, body: { reference: order.number, reason: 'They asked' } }
    await market.call('POST /api/admin/refund/:refundId/move', request, staff)
    expect(await receiptOf(order).executeTakeFirstOrThrow()).toEqual(before)
    const seen = await seenBy(order)
    expect(seen).toMatchObject({ paid: PART, paymentStatus: 'partial', receipt: null })
    expect(seen.timeline.at(-1)).toMatchObject({ event: 'pay', note: 'Ksh 4,000' })
    await expectPaidByRest(order, PRICE - PART)
  })

  async function expectPaidByRest(order: Placed, amount: number) {
    const code = await sendC2bPayment(market, { amount, reference: order.number })
    const seen = await seenBy(order)
    expect(seen).toMatchObject({ paid: PRICE, paymentStatus: 'paid' })
    expect(await storedPaymentOf(order)).toBe('paid')
    expect(seen.receipt).toMatchObject({ amount: PRICE, mpesaCode: code })
    expect(seen.timeline.at(-1)).toMatchObject({ event: 'pay', note: `${showKsh(amount)} · ${code}` })
  }
})

describe('a cancellation of an order that was not sent', () => {
  test('stays where less of its payment came than was to go back', async () => {
    const order = await paidByCode()
    await move(order, 'callOff')
    market.clock.advance(60_000)
    await report(order, 6_000)
    expect(await seenBy(order)).toMatchObject({ status: 'cancelled', refundDue: 6_000 })
    await expect(undo(order)).rejects.toMatchObject({ code: 'order_wrong_state' })
    expect(await seenBy(order)).toMatchObject({ status: 'cancelled', refundDue: 6_000 })
  })

  test('is taken back where as much was missing before it', async () => {
    const order = await paidByCode()
    await report(order, 6_000)
    await move(order, 'callOff')
    await undo(order)
    expect(await seenBy(order)).toMatchObject({ status: 'paid', paid: 6_000, refundDue: 0 })
    expect(await balanceOf(order)).toMatchObject({ price: PRICE, receivable: PRICE - 6_000 })
  })
})

test('what M-Pesa reports too much of a cancelled order goes back, also once the order goes on', async () => {
  const order = await paidByCode()
  await move(order, 'callOff')
  market.clock.advance(60_000)
  await report(order, PRICE + 500)
  await undo(order)
  expect(await balanceOf(order)).toMatchObject({ price: PRICE, receivable: 0, unapplied: 0 })
})

test('a part that pays an order by itself, once a payment was taken out of the books, is paid', async () => {
  const customer = await market.signUp()
  const productId = await addProduct(market, { price: PIECE, onHand: 5 })
  const items = [{ _id: productId, quantity: 5 }]
  const { orderId } = await placeOrder(market, customer, productId, { items })
  const order = { customer, productId, orderId, number: '' }
  await move(order, 'pay')
  const payments = market.db.selectFrom('payments').select(['id', 'method']).where('order_id', '=', orderId)
  const [asked, noted] = await payments.orderBy('created_at').execute()
  await receivePayment(market, asked?.id ?? '', PRICE - 1_000)
  await move(order, 'process')
  await takeOff(order, 1)
  await decide(noted?.id ?? '', 'dismiss')
  const { data } = await market.call('GET /api/admin/order/:orderId', { params: { orderId } }, staff)
  expect(data).toMatchObject({ status: 'processing', paid: 8_000, paymentStatus: 'paid', refundDue: 1_000 })
})
