import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBalance } from '../payments/ledger/ledger-store.ts'
import { expectBalanced } from '../testing/ledger-invariants.ts'
import { readMails } from '../testing/mailbox.ts'
import { paidWith, receivePayment, sendC2bPayment } from '../testing/payments.ts'
import type { Person } from '../testing/people.ts'
import { drawCode } from '../testing/selling.ts'
import { addProduct, placeOrder, stockOf } from '../testing/shopping.ts'
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

const PRICE = 2_000
type Move = 'pay' | 'notArrived' | 'callOff' | 'process' | 'ship' | 'deliver' | 'takeBack'
type Placed = Awaited<ReturnType<typeof orderBy>>

async function orderBy(customer: Person) {
  const productId = await addProduct(market, { price: PRICE, onHand: 3 })
  const { orderId, number } = await placeOrder(market, customer, productId, { channel: 'whatsapp' })
  return { customer, productId, orderId, number }
}
const move = (orderId: string, next: Move, how: object = {}) =>
  market.call(
    'POST /api/admin/order/:orderId/move',
    { params: { orderId }, body: { move: next, note: 'By rider', ...how } },
    staff,
  )

const STATES = ['shipped', 'delivered'] as const

/** An order whose goods have left, and whose cash was recorded by mistake. */
async function owingOrder(state: (typeof STATES)[number]) {
  const order = await orderBy(await market.signUp())
  const steps = ['pay', 'process', 'ship', 'deliver'] as const
  for (const step of state === 'shipped' ? steps.slice(0, 3) : steps)
    await move(order.orderId, step, step === 'pay' ? paidWith() : {})
  await undoPayment(order.orderId)
  return order
}

/** The payment of an order was recorded by mistake. */
async function undoPayment(orderId: string) {
  const recorded = market.db.selectFrom('payments').select('id').where('order_id', '=', orderId)
  const { id: paymentId } = await recorded.executeTakeFirstOrThrow()
  const body = { decision: 'dismiss', reason: 'Another order was paid' } as const
  await market.call('POST /api/admin/payment/:paymentId/decide', { params: { paymentId }, body }, colleague)
}

const seenBy = async ({ customer, orderId }: Placed) =>
  (await market.call('GET /api/order/get/:orderId', { params: { orderId } }, customer)).data
const balanceOf = (id: string) => findBalance(market.db, { type: 'order', id })
const refundsOf = (orderId: string) =>
  market.db.selectFrom('refunds').select(['amount', 'reason']).where('order_id', '=', orderId).execute()
const unmatched = async (search: string) =>
  (await market.call('GET /api/admin/payments', { query: { queue: 'unmatched', search } }, staff)).data
const spaced = (reference: string) => ` ${reference.slice(0, 3).toLowerCase()} - ${reference.slice(3)}`
const askPhone = ({ customer, orderId }: Placed) => {
  const body = { purpose: 'order', purchaseId: orderId, phone: '0712999001' } as const
  return market.call('POST /api/payment/start', { body }, customer)
}
const PAID = { money: PRICE, price: PRICE, receivable: 0, unapplied: 0, suspense: 0 }

describe.each(STATES)('money for a %s order that owes its price', (state) => {
  test('at the paybill counts by itself, however its number is typed', async () => {
    const order = await owingOrder(state)
    expect(await seenBy(order)).toMatchObject({ paid: 0, paymentStatus: 'pending', receipt: null })
    const code = await sendC2bPayment(market, { amount: PRICE, reference: spaced(order.number) })
    expect(await balanceOf(order.orderId)).toMatchObject(PAID)
    const seen = await seenBy(order)
    expect(seen).toMatchObject({ status: state, paid: PRICE, paymentStatus: 'paid' })
    expect(seen.receipt).toMatchObject({ amount: PRICE, mpesaCode: code })
    expect(seen.timeline.at(-1)).toMatchObject({ event: 'pay', by: 'payment', note: `Ksh 2,000 · ${code}` })
    expect(await unmatched(code)).toEqual([])
  })

  test('counts as a part where it is less, and the rest pays it', async () => {
    const order = await owingOrder(state)
    await sendC2bPayment(market, { amount: 500, reference: order.number })
    expect(await seenBy(order)).toMatchObject({ paid: 500, paymentStatus: 'partial', receipt: null })
    await sendC2bPayment(market, { amount: PRICE - 500, reference: order.number })
    expect(await balanceOf(order.orderId)).toMatchObject(PAID)
    expect(await seenBy(order)).toMatchObject({ paid: PRICE, paymentStatus: 'paid' })
    const statuses = market.db.selectFrom('payments').select('status').where('order_id', '=', order.orderId)
    expect((await statuses.execute()).map(({ status }) => status).sort()).toEqual(['failed', 'paid', 'paid'])
  })

  test('counts where it is too much, and what is too much goes back and is said', async () => {
    const order = await owingOrder(state)
    await sendC2bPayment(market, { amount: PRICE + 300, reference: order.number })
    expect(await seenBy(order)).toMatchObject({ paid: PRICE, paymentStatus: 'paid', refundDue: 300 })
    expect(await refundsOf(order.orderId)).toEqual([{ amount: 300, reason: 'more_than_owed' }])
    expect(await balanceOf(order.orderId)).toMatchObject({ price: PRICE, unapplied: 0, refundsPayable: 300 })
    const mails = market.db.selectFrom('notifications').select(['kind', 'params'])
    const told = (await mails.execute()).filter(({ params }) => JSON.stringify(params).includes(order.number))
    expect(told.map(({ kind }) => kind)).toContain('refund_owed')
  })

  test('is asked of a phone, the rest after a part too, and pays it', async () => {
    const order = await owingOrder(state)
    const { data: first } = await askPhone(order)
    expect(first.amount).toBe(PRICE)
    await receivePayment(market, first._id, 700)
    market.clock.advance(5 * 60_000)
    const { data: rest } = await askPhone(order)
    expect(rest.amount).toBe(PRICE - 700)
    await receivePayment(market, rest._id)
    expect(await balanceOf(order.orderId)).toMatchObject(PAID)
    expect(await seenBy(order)).toMatchObject({ paid: PRICE, paymentStatus: 'paid' })
    market.clock.advance(5 * 60_000)
    await expect(askPhone(order)).rejects.toMatchObject({ code: 'order_not_payable' })
  })

  test('that a phone pays after staff took cash goes back', async () => {
    const order = await owingOrder(state)
    const { data } = await askPhone(order)
    await move(order.orderId, 'pay', paidWith())
    await receivePayment(market, data._id)
    expect(await refundsOf(order.orderId)).toMatchObject([{ amount: PRICE }])
    expect(await balanceOf(order.orderId)).toMatchObject({ price: PRICE, refundsPayable: PRICE })
  })

  test('that staff matches pays it', async () => {
    const order = await owingOrder(state)
    const receipt = await sendC2bPayment(market, { amount: PRICE })
    const body = { reference: order.number, giveBack: false, reason: 'The customer called' }
    await market.call('POST /api/admin/receipt/:receipt/match', { params: { receipt }, body }, staff)
    expect(await balanceOf(order.orderId)).toMatchObject(PAID)
    expect(await seenBy(order)).toMatchObject({ paid: PRICE, paymentStatus: 'paid' })
  })
})

test('a paid order of which M-Pesa reports less owes the rest, which counts by itself', async () => {
  const order = await orderBy(await market.signUp())
  const code = drawCode(market.clock.now())
  await move(order.orderId, 'pay', paidWith(code))
  await sendC2bPayment(market, { amount: PRICE - 400, code, reference: order.number })
  expect(await seenBy(order)).toMatchObject({ status: 'paid', paid: PRICE - 400, paymentStatus: 'partial' })
  await sendC2bPayment(market, { amount: 400, reference: order.number })
  expect(await balanceOf(order.orderId)).toMatchObject(PAID)
  expect(await seenBy(order)).toMatchObject({ status: 'paid', paid: PRICE, paymentStatus: 'paid' })
})

test('the report of a code that staff typed says anew what the payment of its order is', async () => {
  const order = await orderBy(await market.signUp())
  const code = drawCode(market.clock.now())
  await move(order.orderId, 'pay', paidWith(code))
  const row = { payment_status: 'partial' }
  await market.db.updateTable('orders').set(row).where('id', '=', order.orderId).execute()
  await sendC2bPayment(market, { amount: PRICE, code })
  const shown = market.db.selectFrom('orders').select('payment_status').where('id', '=', order.orderId)
  expect(await shown.executeTakeFirstOrThrow()).toEqual({ payment_status: 'paid' })
})

test('money for an order that was brought back while it owed is nobody’s until staff decides', async () => {
  const order = await owingOrder('delivered')
  const ends = [{ productId: order.productId, as: 'shelf' }]
  await move(order.orderId, 'takeBack', { ends })
  const code = await sendC2bPayment(market, { amount: PRICE, reference: order.number })
  expect(await unmatched(code)).toHaveLength(1)
  expect(await balanceOf(order.orderId)).toMatchObject({ money: 0, price: 0, receivable: 0 })
})

describe('a debt that ended with its order', () => {
  const takeBack = ({ orderId, productId }: Placed) =>
    move(orderId, 'takeBack', { ends: [{ productId, as: 'shelf' }] })
  const undo = ({ orderId }: Placed) => {
    const body = { reason: 'It was another order' }
    return market.call('POST /api/admin/order/:orderId/undo', { params: { orderId }, body }, staff)
  }
  const lastMail = async ({ customer }: Placed) => {
    const [mail] = await readMails(market.db, { accountId: customer.accountId, kind: 'order_step_undone' })
    return mail?.params
  }

  test('is owed again once it turns out that the order was not brought back', async () => {
    const order = await owingOrder('delivered')
    await takeBack(order)
    expect(await balanceOf(order.orderId)).toMatchObject({ price: 0, receivable: 0 })
    await undo(order)
    expect(await balanceOf(order.orderId)).toMatchObject({ money: 0, price: PRICE, receivable: PRICE })
    const seen = await seenBy(order)
    expect(seen).toMatchObject({ status: 'delivered', paid: 0, paymentStatus: 'pending', receipt: null })
    expect(seen.timeline.at(-1)).toMatchObject({
      event: 'undoTakeBack',
      note: 'It was another order · Owed: Ksh 2,000',
    })
    expect(await lastMail(order)).toMatchObject({ undo: 'undoTakeBack', left: PRICE, paid: 0 })
    await takeBack(order)
    expect(await balanceOf(order.orderId)).toMatchObject({ price: 0, receivable: 0 })
  })

  test('is owed again beside the part that stays', async () => {
    const order = await owingOrder('delivered')
    await sendC2bPayment(market, { amount: 500, reference: order.number })
    await takeBack(order)
    expect(await seenBy(order)).toMatchObject({ status: 'returned', refundDue: 500 })
    await undo(order)
    expect(await seenBy(order)).toMatchObject({ paid: 500, paymentStatus: 'partial', refundDue: 0 })
    await sendC2bPayment(market, { amount: PRICE - 500, reference: order.number })
    expect(await balanceOf(order.orderId)).toMatchObject(PAID)
  })

  test('is owed again once its parcel is found', async () => {
    const order = await owingOrder('shipped')
    await move(order.orderId, 'notArrived', { ends: [{ productId: order.productId, as: 'missing' }] })
    await undo(order)
    expect(await seenBy(order)).toMatchObject({ status: 'shipped', paid: 0 })
    expect(await balanceOf(order.orderId)).toMatchObject({ price: PRICE, receivable: PRICE })
  })

  test('is owed where the payment was undone while the order counted as brought back', async () => {
    const order = await orderBy(await market.signUp())
    await move(order.orderId, 'pay', paidWith())
    for (const step of ['process', 'ship', 'deliver'] as const) await move(order.orderId, step)
    await takeBack(order)
    await undoPayment(order.orderId)
    await undo(order)
    expect(await seenBy(order)).toMatchObject({ status: 'delivered', paid: 0, refundDue: 0 })
    expect(await balanceOf(order.orderId)).toMatchObject({ money: 0, price: PRICE, receivable: PRICE })
  })

  test('is none where the order was cancelled before it was packed, and its payment undone', async () => {
    const order = await orderBy(await market.signUp())
    await move(order.orderId, 'pay', paidWith())
    await move(order.orderId, 'callOff')
    await undoPayment(order.orderId)
    await expect(undo(order)).rejects.toMatchObject({ code: 'order_wrong_state' })
  })

  test('of an order of which M-Pesa reported less is owed again once it is not cancelled', async () => {
    const order = await orderBy(await market.signUp())
    const code = drawCode(market.clock.now())
    await move(order.orderId, 'pay', paidWith(code))
    await sendC2bPayment(market, { amount: PRICE - 400, code, reference: order.number })
    await move(order.orderId, 'callOff')
    await undo(order)
    expect(await seenBy(order)).toMatchObject({ status: 'paid', paid: PRICE - 400, refundDue: 0 })
    expect(await balanceOf(order.orderId)).toMatchObject({ price: PRICE, receivable: 400 })
  })
})

describe('money for an order that was sold out', () => {
  /** An order whose phone paid when others had bought the last piece. */
  async function soldOutOrder() {
    const customer = await market.signUp()
    const productId = await addProduct(market, { price: PRICE, onHand: 1 })
    const { orderId, number } = await placeOrder(market, customer, productId)
    await market.db.updateTable('orders').set({ reserves_stock: false }).where('id', '=', orderId).execute()
    await market.db.deleteFrom('reservations').where('order_id', '=', orderId).execute()
    const order = { customer, productId, orderId, number }
    await restock(order, 0)
    const asked = market.db.selectFrom('payments').select('id').where('order_id', '=', orderId)
    await receivePayment(market, (await asked.executeTakeFirstOrThrow()).id)
    expect(await refundsOf(orderId)).toEqual([{ amount: PRICE, reason: 'sold_out' }])
    return order
  }
  const restock = ({ productId }: Placed, on_hand: number) =>
    market.db.updateTable('products').set({ on_hand }).where('id', '=', productId).execute()

  test('gets it once its pieces are there again', async () => {
    const order = await soldOutOrder()
    await restock(order, 2)
    await sendC2bPayment(market, { amount: PRICE, reference: spaced(order.number) })
    expect(await seenBy(order)).toMatchObject({ status: 'paid', paid: PRICE, refundDue: PRICE })
    expect(await stockOf(market, order.productId)).toMatchObject({ onHand: 1, reserved: 0 })
  })

  test('goes back while there are none, and says why', async () => {
    const order = await soldOutOrder()
    await sendC2bPayment(market, { amount: PRICE, reference: order.number })
    expect(await seenBy(order)).toMatchObject({ status: 'cancelled', refundDue: 2 * PRICE })
    expect((await refundsOf(order.orderId)).map(({ reason }) => reason)).toEqual(['sold_out', 'sold_out'])
  })

  test('is nobody’s until staff decides where it is not the whole price', async () => {
    const order = await soldOutOrder()
    await restock(order, 2)
    const code = await sendC2bPayment(market, { amount: PRICE - 1, reference: order.number })
    expect(await unmatched(code)).toHaveLength(1)
  })
})
