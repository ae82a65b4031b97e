import type { PieceEnd } from '@twende/contract/shop/shop-choices.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { settlePayment } from '../payments/collections/settle-payment.ts'
import { findBalance } from '../payments/ledger/ledger-store.ts'
import { paidWith, receivePayment } from '../testing/payments.ts'
import { addSession, PASSWORD, type Person } from '../testing/people.ts'
import { addProduct, deliveryAddress, placeOrder, settleOrder, stockOf } from '../testing/shopping.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { expireOrders } from './lock-stock.ts'

let market: TestMarket
let staff: Person
let person: Person
beforeAll(async () => {
  market = await openTestMarket({ env: { RATE_LIMIT: 'off' } })
})
beforeEach(async () => {
  person = await market.signUp()
  staff = await market.signUp({ role: 'staff' })
})
afterAll(() => market.close())

const HOUR_MS = 3_600_000
type Move = 'process' | 'ship' | 'deliver' | 'callOff' | 'takeBack' | 'notArrived' | 'sendAgain'
const move = (orderId: string, wanted: Move, ends?: { productId: string; as: PieceEnd }[]) =>
  market.call(
    'POST /api/admin/order/:orderId/move',
    { params: { orderId }, body: { move: wanted, note: `Because of ${wanted}`, ...(ends && { ends }) } },
    staff,
  )
const undo = (orderId: string) =>
  market.call(
    'POST /api/admin/order/:orderId/undo',
    { params: { orderId }, body: { reason: 'The wrong order' } },
    staff,
  )
const orderOf = async (orderId: string) =>
  (await market.call('GET /api/admin/order/:orderId', { params: { orderId } }, staff)).data
const refundsOf = (orderId: string) =>
  market.db
    .selectFrom('refunds')
    .select(['amount', 'reason', 'status'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
const mailsAbout = async (number: string) => {
  const rows = await market.db
    .selectFrom('notifications')
    .select(['kind', 'params'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.filter(({ params }) => JSON.stringify(params).includes(number)).map(({ kind }) => kind)
}
const balanceOf = (id: string) => findBalance(market.db, { type: 'order', id })

const PRICE = 1_600
/** An order of two pieces, of ten in stock, that came as far as `moves` say. */
async function orderAfter(...moves: Move[]) {
  const productId = await addProduct(market, { price: PRICE, onHand: 10 })
  const items = [{ _id: productId, quantity: 2 }]
  const { data } = await placeOrder(market, person, productId, { items })
  await settleOrder(market, data)
  for (const one of moves) await move(data._id, one)
  return { orderId: data._id, number: data.number, productId }
}

test('staff reads before a step where its message goes, and that its customer has switched such messages off', async () => {
  const { orderId } = await orderAfter()
  const phone = (await orderOf(orderId)).address?.phone ?? ''
  expect((await orderOf(orderId)).reach).toEqual({ email: person.email, isMuted: false, phone })
  await market.db
    .updateTable('accounts')
    .set({ muted: ['orders'] })
    .where('id', '=', person.accountId)
    .execute()
  expect((await orderOf(orderId)).reach).toEqual({ email: person.email, isMuted: true, phone })
  const { id: paymentId } = await market.db
    .selectFrom('payments')
    .select('id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  const { data } = await market.call('GET /api/admin/payment/:paymentId', { params: { paymentId } }, staff)
  // What is about money is never switched off.
  expect(data.reach).toMatchObject({ email: person.email, isMuted: false })
})

describe('a step that is taken back', () => {
  test('stands where it was before, and its customer is told each time', async () => {
    const { orderId, number } = await orderAfter('process', 'ship', 'deliver')
    const { data } = await undo(orderId)
    expect(data).toMatchObject({ status: 'shipped', dispatchNote: 'Because of ship' })
    expect(data.timeline.at(-1)).toMatchObject({ event: 'undoDeliver', note: 'The wrong order' })
    expect(data.timeline.at(-1)?.who).not.toBe('')
    expect((await undo(orderId)).data).toMatchObject({ status: 'processing', dispatchNote: '' })
    expect((await undo(orderId)).data.status).toBe('paid')
    await expect(undo(orderId)).rejects.toMatchObject({ code: 'order_wrong_state' })
    await move(orderId, 'process')
    await move(orderId, 'ship')
    expect(await mailsAbout(number)).toEqual([
      'order_placed',
      'order_paid',
      'order_shipped',
      'order_delivered',
      'order_step_undone',
      'order_step_undone',
      'order_shipped',
    ])
  })

  test('is not taken back after a day', async () => {
    const { orderId } = await orderAfter('process', 'ship')
    market.clock.advance(25 * HOUR_MS)
    await expect(undo(orderId)).rejects.toMatchObject({ code: 'order_wrong_state' })
    expect((await orderOf(orderId)).status).toBe('shipped')
  })

  test('a cancellation keeps the money that was to go back, and takes the pieces off the shelf again', async () => {
    const { orderId, number, productId } = await orderAfter('process', 'callOff')
    expect(await stockOf(market, productId)).toEqual({ onHand: 10, reserved: 0 })
    const { data } = await undo(orderId)
    expect(data).toMatchObject({ status: 'paid', paymentStatus: 'paid', refundDue: 0, paid: 2 * PRICE })
    expect(data).toMatchObject({ cancelledAt: null, cancellationReason: '' })
    expect(await stockOf(market, productId)).toEqual({ onHand: 8, reserved: 0 })
    await move(orderId, 'callOff')
    expect(await refundsOf(orderId)).toMatchObject([{ status: 'withdrawn' }, { status: 'due' }])
    expect(await mailsAbout(number)).toEqual(expect.arrayContaining(['order_cancelled', 'order_step_undone']))
  })

  test('a cancellation stays once its money went back, its pieces are sold, or it was never paid', async () => {
    const sent = await orderAfter('callOff')
    const { id: refundId } = await market.db
      .selectFrom('refunds')
      .select('id')
      .where('order_id', '=', sent.orderId)
      .executeTakeFirstOrThrow()
    const request = { params: { refundId }, body: paidWith() }
    await market.call(
      'POST /api/admin/refund/:refundId/sent',
      request,
      await market.signUp({ role: 'admin' }),
    )
    await expect(undo(sent.orderId)).rejects.toMatchObject({ code: 'order_wrong_state' })
    const sold = await orderAfter('callOff')
    await market.db.updateTable('products').set({ on_hand: 1 }).where('id', '=', sold.productId).execute()
    await expect(undo(sold.orderId)).rejects.toMatchObject({ code: 'out_of_stock' })
    const { orderId } = await placeOrder(market, person, await addProduct(market))
    await move(orderId, 'callOff')
    await expect(undo(orderId)).rejects.toMatchObject({ code: 'order_wrong_state' })
  })

  test('is not for a customer who has deleted the account since', async () => {
    const { orderId } = await orderAfter('process', 'ship', 'deliver')
    const body = { password: PASSWORD, confirmation: 'DELETE' }
    await market.call('POST /api/user/delete', { body }, person)
    await expect(undo(orderId)).rejects.toMatchObject({
      code: 'order_wrong_state',
      message: expect.stringContaining('deleted their account'),
    })
    expect((await orderOf(orderId)).status).toBe('delivered')
  })

  test('nor is it brought back by late money: that goes back', async () => {
    const { orderId } = await placeOrder(market, person, await addProduct(market, { price: 2_000 }))
    const asked = market.db.selectFrom('payments').select('id').where('order_id', '=', orderId)
    const { id: paymentId } = await asked.executeTakeFirstOrThrow()
    await settlePayment(market.deps, paymentId, { kind: 'no_answer' })
    market.clock.advance(8 * 24 * HOUR_MS)
    await expireOrders(market.deps)
    person = { ...person, ...(await addSession(market.deps, { ...person, role: 'user' })) }
    staff = { ...staff, ...(await addSession(market.deps, { ...staff, role: 'staff' })) }
    const body = { password: PASSWORD, confirmation: 'DELETE' }
    await market.call('POST /api/user/delete', { body }, person)
    const request = { params: { orderId }, body: { move: 'pay', note: 'Came late', ...paidWith() } } as const
    await expect(market.call('POST /api/admin/order/:orderId/move', request, staff)).rejects.toMatchObject({
      code: 'order_wrong_state',
    })
    await receivePayment(market, paymentId, 2_000)
    expect((await orderOf(orderId)).status).toBe('cancelled')
    expect(await findBalance(market.db, { type: 'order', id: orderId })).toMatchObject({ money: 2_000 })
    expect(await refundsOf(orderId)).toMatchObject([{ amount: 2_000, status: 'due' }])
  })

  test('an order that was brought back by mistake is delivered again', async () => {
    const { orderId, productId } = await orderAfter('process', 'ship', 'deliver', 'takeBack')
    const { data } = await undo(orderId)
    expect(data).toMatchObject({ status: 'delivered', paymentStatus: 'paid', refundDue: 0 })
    expect(await stockOf(market, productId)).toEqual({ onHand: 8, reserved: 0 })
    await move(orderId, 'takeBack')
    expect((await orderOf(orderId)).refundDue).toBe(2 * PRICE)
  })
})

describe('a parcel that did not arrive', () => {
  test('is asked for each line, goes back with its money, and can turn up again', async () => {
    const { orderId, productId } = await orderAfter('process', 'ship')
    await expect(move(orderId, 'notArrived')).rejects.toMatchObject({ code: 'invalid' })
    const { data } = await move(orderId, 'notArrived', [{ productId, as: 'missing' }])
    expect(data).toMatchObject({ status: 'cancelled', refundDue: 2 * PRICE })
    expect(await stockOf(market, productId)).toEqual({ onHand: 8, reserved: 0 })
    expect((await undo(orderId)).data).toMatchObject({ status: 'shipped', refundDue: 0 })
    expect(await stockOf(market, productId)).toEqual({ onHand: 8, reserved: 0 })
  })

  test('is sent again with new pieces for those that were lost, while there are some', async () => {
    const { orderId, number, productId } = await orderAfter('process', 'ship')
    const { data } = await move(orderId, 'sendAgain', [{ productId, as: 'damaged' }])
    expect(data).toMatchObject({ status: 'processing', paid: 2 * PRICE, refundDue: 0, dispatchNote: '' })
    expect(data.leftPieces).toMatchObject([{ quantity: 2, endedAs: 'damaged', why: 'sent_again' }])
    expect(await stockOf(market, productId)).toEqual({ onHand: 6, reserved: 0 })
    expect(await mailsAbout(number)).toContain('order_sent_again')
    await move(orderId, 'ship')
    await move(orderId, 'sendAgain', [{ productId, as: 'shelf' }])
    expect(await stockOf(market, productId)).toEqual({ onHand: 6, reserved: 0 })
    await move(orderId, 'ship')
    await market.db.updateTable('products').set({ on_hand: 1 }).where('id', '=', productId).execute()
    const again = move(orderId, 'sendAgain', [{ productId, as: 'missing' }])
    await expect(again).rejects.toMatchObject({ code: 'out_of_stock' })
  })
})

describe('the delivery of an order', () => {
  const change = (orderId: string, lastEventAt: string, choices: object = {}) => {
    const address = { ...deliveryAddress(), street: 'Ngong Road 7' }
    const body = { address, dispatchNote: '', reason: 'They rang', lastEventAt, ...choices }
    return market.call('POST /api/admin/order/:orderId/delivery', { params: { orderId }, body }, staff)
  }
  const lastEvent = async (orderId: string) => (await orderOf(orderId)).timeline.at(-1)?.at ?? ''

  test('is changed by staff, who saw its last event, and its customer is told', async () => {
    const { orderId, number } = await orderAfter('process')
    const seen = await lastEvent(orderId)
    const { data } = await change(orderId, seen)
    expect(data).toMatchObject({ status: 'processing', address: { street: 'Ngong Road 7' } })
    expect(data.timeline.at(-1)).toMatchObject({ event: 'changeDelivery', note: 'They rang' })
    expect(await mailsAbout(number)).toContain('order_delivery_changed')
    await expect(change(orderId, seen)).rejects.toMatchObject({ code: 'changed_meanwhile' })
    await move(orderId, 'ship')
    const sent = await lastEvent(orderId)
    await expect(change(orderId, sent)).rejects.toMatchObject({ code: 'invalid' })
    const noted = await change(orderId, sent, { dispatchNote: 'By bus, parcel 12' })
    expect(noted.data).toMatchObject({ status: 'shipped', dispatchNote: 'By bus, parcel 12' })
    await move(orderId, 'notArrived', [{ productId: noted.data.items[0]?._id ?? '', as: 'shelf' }])
    await expect(change(orderId, await lastEvent(orderId))).rejects.toMatchObject({
      code: 'order_wrong_state',
    })
  })

  test("gives a visitor's order a name, a phone and an address, by which it is found", async () => {
    const productId = await addProduct(market, { price: PRICE })
    const body = { items: [{ _id: productId, quantity: 1 }] }
    const { orderId, number } = await market.call('POST /api/order/chat', { body })
    const address = { firstName: 'Akinyi', phone: '0712 000 991', street: 'Oginga Odinga Street' }
    const { data } = await change(orderId, await lastEvent(orderId), { address })
    expect(data).toMatchObject({ customer: null, address: { firstName: 'Akinyi', lastName: '', city: '' } })
    const found = await market.call('GET /api/admin/orders', { query: { search: 'akinyi' } }, staff)
    expect(found.data.map((order) => order.number)).toContain(number)
  })
})

describe('pieces that are taken off an order', () => {
  const takeOff = (orderId: string, productId: string, quantity: number, as: PieceEnd = 'shelf') =>
    market.call(
      'POST /api/admin/order/:orderId/take-off',
      { params: { orderId }, body: { productId, quantity, as, reason: 'One is broken' } },
      staff,
    )

  test('are given back with their money, by the ledger, and the rest goes on', async () => {
    const { orderId, number, productId } = await orderAfter('process')
    const { data } = await takeOff(orderId, productId, 1, 'damaged')
    expect(data).toMatchObject({ status: 'processing', paymentStatus: 'paid', amount: PRICE, paid: PRICE })
    expect(data).toMatchObject({ refundDue: PRICE, items: [{ quantity: 1 }] })
    expect(data.leftPieces).toMatchObject([{ quantity: 1, endedAs: 'damaged', why: 'taken_off' }])
    expect(await stockOf(market, productId)).toEqual({ onHand: 8, reserved: 0 })
    expect(await refundsOf(orderId)).toEqual([{ amount: PRICE, reason: 'pieces_taken_off', status: 'due' }])
    expect(await mailsAbout(number)).toContain('order_pieces_taken_off')
    await expect(takeOff(orderId, productId, 1)).rejects.toMatchObject({ code: 'order_needs_a_piece' })
    await expect(takeOff(orderId, productId, 2)).rejects.toMatchObject({ code: 'order_wrong_state' })
    await move(orderId, 'callOff')
    expect(await balanceOf(orderId)).toMatchObject({ price: 0, refundsPayable: 2 * PRICE, receivable: 0 })
    expect(await stockOf(market, productId)).toEqual({ onHand: 9, reserved: 0 })
  })

  test('a whole line goes, and comes back to the shelf', async () => {
    const [mouse, cable] = [await addProduct(market, { price: 100 }), await addProduct(market, { price: 30 })]
    const items = [
      { _id: mouse, quantity: 2 },
      { _id: cable, quantity: 3 },
    ]
    const { data } = await placeOrder(market, person, mouse, { items })
    await settleOrder(market, data)
    const changed = await takeOff(data._id, cable, 3)
    expect(changed.data).toMatchObject({ amount: 200, refundDue: 90, items: [{ _id: mouse }] })
    expect(await stockOf(market, cable)).toEqual({ onHand: 10, reserved: 0 })
  })

  test('while it is unpaid nothing goes back: it costs less, and what is here may be enough', async () => {
    const productId = await addProduct(market, { price: PRICE, onHand: 5 })
    const items = [{ _id: productId, quantity: 3 }]
    const { data } = await placeOrder(market, person, productId, { items })
    await takeOff(data._id, productId, 1)
    expect(await stockOf(market, productId)).toEqual({ onHand: 5, reserved: 2 })
    expect(await orderOf(data._id)).toMatchObject({ status: 'pending', amount: 2 * PRICE, refundDue: 0 })
    const { id } = await market.db
      .selectFrom('payments')
      .select('id')
      .where('order_id', '=', data._id)
      .executeTakeFirstOrThrow()
    await receivePayment(market, id, PRICE + 100)
    await takeOff(data._id, productId, 1)
    expect(await orderOf(data._id)).toMatchObject({ status: 'paid', amount: PRICE, refundDue: 100 })
    expect(await stockOf(market, productId)).toEqual({ onHand: 4, reserved: 0 })
    expect(await balanceOf(data._id)).toMatchObject({
      price: PRICE,
      unapplied: 0,
      suspense: 0,
      receivable: 0,
    })
  })

  test('an order never costs what its lines do not', async () => {
    const { orderId } = await orderAfter()
    const change = market.db.updateTable('order_items').set({ quantity: 1 }).where('order_id', '=', orderId)
    await expect(change.execute()).rejects.toMatchObject({ constraint: 'order_subtotal_equals_its_items' })
  })
})

describe('a sale at the counter', () => {
  const sell = (productId: string, choices: object = {}, as: object = {}) => {
    const items = [{ _id: productId, quantity: 2 }]
    const body = { items, amount: 2 * PRICE, paidBy: 'cash' as const, note: '', ...choices }
    return market.call('POST /api/admin/orders', { body }, { ...staff, ...as })
  }

  test('is paid and carried away at once, with a receipt, by whoever sold it', async () => {
    const productId = await addProduct(market, { price: PRICE, onHand: 5 })
    const { data } = await sell(productId, {}, { idempotencyKey: 'this-sale' })
    expect(data).toMatchObject({ status: 'delivered', channel: 'counter', customer: null, paid: 2 * PRICE })
    expect(data.receipt).toMatchObject({ amount: 2 * PRICE, mpesaCode: null })
    expect(data.timeline.map(({ event, by }) => [event, by])).toEqual([
      ['place', 'staff'],
      ['pay', 'staff'],
      ['handOver', 'staff'],
    ])
    expect(new Set(data.timeline.map(({ who }) => who)).size).toBe(1)
    expect(await stockOf(market, productId)).toEqual({ onHand: 3, reserved: 0 })
    expect(await balanceOf(data._id)).toMatchObject({ money: 2 * PRICE, price: 2 * PRICE, receivable: 0 })
    const again = await sell(productId, {}, { idempotencyKey: 'this-sale' })
    expect(again.data._id).toBe(data._id)
    await move(data._id, 'takeBack')
    expect(await orderOf(data._id)).toMatchObject({ status: 'returned', refundDue: 2 * PRICE })
  })

  test('is refused at another price, without pieces, and without how it was paid', async () => {
    const productId = await addProduct(market, { price: PRICE, onHand: 1 })
    await expect(sell(productId)).rejects.toMatchObject({ code: 'out_of_stock' })
    await expect(sell(productId, { amount: 1 })).rejects.toMatchObject({ code: 'price_changed' })
    await expect(sell(productId, { paidBy: undefined })).rejects.toMatchObject({ code: 'invalid' })
    await expect(sell(productId, { paidBy: 'mpesa' })).rejects.toMatchObject({ code: 'invalid' })
    expect(await stockOf(market, productId)).toEqual({ onHand: 1, reserved: 0 })
  })
})
