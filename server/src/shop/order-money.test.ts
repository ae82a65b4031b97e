import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settlePayment } from '../payments/collections/settle-payment.ts'
import { findBalance } from '../payments/ledger/ledger-store.ts'
import { readMails } from '../testing/mailbox.ts'
import { paidWith, receivePayment, sendC2bPayment } from '../testing/payments.ts'
import type { Person } from '../testing/people.ts'
import { drawCode } from '../testing/selling.ts'
import { addProduct, placeOrder, stockOf } from '../testing/shopping.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { expireOrders } from './lock-stock.ts'

let market: TestMarket
let staff: Person
let person: Person
beforeAll(async () => {
  market = await openTestMarket({ env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
  person = await market.signUp()
})
afterAll(() => market.close())

const PRICE = 2_000
const HOUR = 3_600_000

/** An order of Ksh 2,000 whose customer's phone was asked to pay. */
async function orderByPhone() {
  const productId = await addProduct(market, { price: PRICE, onHand: 3 })
  const { orderId, number } = await placeOrder(market, person, productId)
  return { orderId, number, productId, paymentId: await latestPaymentOf(orderId) }
}
const latestPaymentOf = async (orderId: string) => {
  const row = market.db.selectFrom('payments').select('id').where('order_id', '=', orderId)
  return (await row.orderBy('created_at', 'desc').limit(1).executeTakeFirstOrThrow()).id
}
const orderOf = async (orderId: string) =>
  (await market.call('GET /api/order/get/:orderId', { params: { orderId } }, person)).data
const balanceOf = (id: string) => findBalance(market.db, { type: 'order', id })
const payRest = (orderId: string) => {
  const body = { purpose: 'order', purchaseId: orderId, phone: '0712999001' } as const
  return market.call('POST /api/payment/start', { body }, person)
}
const decide = (paymentId: string, decision: 'accept' | 'giveBack' | 'dismiss') =>
  market.call(
    'POST /api/admin/payment/:paymentId/decide',
    { params: { paymentId }, body: { decision, reason: 'Looked at it' } },
    staff,
  )
const refundsOf = (orderId: string) =>
  market.db
    .selectFrom('refunds')
    .select(['amount', 'reason', 'status'])
    .where('order_id', '=', orderId)
    .execute()
const mailsAbout = async (number: string) => {
  const rows = await market.db.selectFrom('notifications').select(['kind', 'params']).execute()
  return rows.filter(({ params }) => JSON.stringify(params).includes(number)).map(({ kind }) => kind)
}

test('the history of an order names each part of its price, and what goes back of it', async () => {
  const { orderId, paymentId } = await orderByPhone()
  const part = await receivePayment(market, paymentId, 500)
  market.clock.advance(60_000)
  const { data: rest } = await payRest(orderId)
  const receipt = await receivePayment(market, rest._id)
  market.clock.advance(60_000)
  const params = { orderId }
  const body = { move: 'callOff', note: 'Not on the shelf' } as const
  await market.call('POST /api/admin/order/:orderId/move', { params, body }, staff)
  market.clock.advance(60_000)
  const { id: refundId } = await market.db
    .selectFrom('refunds')
    .select('id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  const code = drawCode(market.clock.now())
  await market.call(
    'POST /api/admin/refund/:refundId/sent',
    { params: { refundId }, body: paidWith(code) },
    staff,
  )
  const { data } = await market.call('GET /api/admin/order/:orderId', { params }, staff)
  expect(data.timeline.map(({ what, note, status }) => [what, note, status])).toEqual([
    ['Ordered', '', 'pending'],
    ['Money received', `Ksh 500 · ${part}`, 'pending'],
    ['Payment received', `Ksh 1,500 · ${receipt}`, 'paid'],
    ['Cancelled by staff', 'Not on the shelf', 'cancelled'],
    ['Refund due', 'Ksh 2,000', 'cancelled'],
    ['Refund sent', `Ksh 2,000 · M-Pesa · ${code}`, 'cancelled'],
  ])
  expect(data.timeline.at(-1)?.who).toBe(staff.name)
})

describe('a hold with money', () => {
  test('does not run out while a part of the price is here, and the phone pays the rest', async () => {
    const { orderId, number, paymentId, productId } = await orderByPhone()
    await receivePayment(market, paymentId, 500)
    market.clock.advance(2 * HOUR)
    await expireOrders(market.deps)
    expect(await orderOf(orderId)).toMatchObject({ status: 'pending', paid: 500, amount: PRICE })
    expect(await mailsAbout(number)).not.toContain('order_expired')
    expect(await stockOf(market, productId)).toEqual({ onHand: 3, reserved: 1 })
    const { data } = await payRest(orderId)
    expect(data.amount).toBe(1_500)
    await receivePayment(market, data._id)
    expect(await orderOf(orderId)).toMatchObject({ status: 'paid', paid: PRICE, paymentStatus: 'paid' })
    expect(await balanceOf(orderId)).toMatchObject({ money: PRICE, price: PRICE, unapplied: 0, suspense: 0 })
    await expect(decide(paymentId, 'giveBack')).rejects.toMatchObject({ code: 'payment_wrong_state' })
  })

  test('does not run out while staff looks at too much money, and what is too much goes back and is said', async () => {
    const { orderId, number, paymentId } = await orderByPhone()
    await receivePayment(market, paymentId, PRICE + 500)
    market.clock.advance(8 * 24 * HOUR)
    await expireOrders(market.deps)
    expect(await orderOf(orderId)).toMatchObject({ status: 'pending', inReview: PRICE + 500 })
    await decide(paymentId, 'accept')
    expect(await orderOf(orderId)).toMatchObject({ status: 'paid', paymentStatus: 'paid', inReview: 0 })
    expect(await refundsOf(orderId)).toEqual([{ amount: 500, reason: 'more_than_owed', status: 'due' }])
    expect(await balanceOf(orderId)).toMatchObject({ price: PRICE, unapplied: 0, refundsPayable: 500 })
    expect(await mailsAbout(number)).toContain('refund_owed')
  })

  test('is cancelled while staff looks at its money: the mail says that, and how much it is', async () => {
    const { orderId, number, paymentId } = await orderByPhone()
    await receivePayment(market, paymentId, PRICE + 500)
    await market.call('POST /api/order/cancel', { body: { orderId } }, person)
    const [mail] = (await readMails(market.db, { kind: 'order_cancelled' })).filter(({ body }) =>
      body.includes(number),
    )
    expect(mail?.body).toContain('We are still looking at Ksh 2,500 that came for it')
  })

  test('has time again once its money goes back, and runs out after that', async () => {
    const { orderId, number, paymentId, productId } = await orderByPhone()
    await receivePayment(market, paymentId, 500)
    market.clock.advance(2 * HOUR)
    await decide(paymentId, 'giveBack')
    expect(await orderOf(orderId)).toMatchObject({ status: 'pending', paid: 0 })
    market.clock.advance(2 * HOUR)
    await expireOrders(market.deps)
    expect(await orderOf(orderId)).toMatchObject({ status: 'cancelled' })
    expect(await stockOf(market, productId)).toEqual({ onHand: 3, reserved: 0 })
    expect(await mailsAbout(number)).toContain('order_expired')
  })

  test('is refused by the database where something else cancels it for want of payment', async () => {
    const { orderId, paymentId } = await orderByPhone()
    await receivePayment(market, paymentId, 500)
    const now = market.clock.now()
    await expect(
      market.db
        .updateTable('orders')
        .set({ status: 'cancelled', cancelled_by: 'clock', cancelled_at: now })
        .where('id', '=', orderId)
        .execute(),
    ).rejects.toMatchObject({ constraint: 'hold_with_money_does_not_run_out' })
  })
})

describe('the rest of a price of which a part is here', () => {
  async function askForRest() {
    person = await market.signUp()
    const { orderId, paymentId } = await orderByPhone()
    await receivePayment(market, paymentId, 500)
    market.clock.advance(5 * 60_000)
    return { orderId, restId: (await payRest(orderId)).data._id }
  }

  test('is no rest where less of it comes: staff cannot accept it for the price', async () => {
    const { orderId, restId } = await askForRest()
    await receivePayment(market, restId, 1_000)
    await expect(decide(restId, 'accept')).rejects.toMatchObject({ code: 'amount_too_small' })
    const params = { paymentId: restId }
    const { data } = await market.call('GET /api/admin/payment/:paymentId', { params }, staff)
    expect(data).toMatchObject({ decisions: ['giveBack'], missing: { paid: 1_500, price: PRICE } })
    expect(await orderOf(orderId)).toMatchObject({ status: 'pending', paid: 1_500 })
  })

  test('pays the whole price where more of it comes, and only what is beyond the price goes back', async () => {
    const { orderId, restId } = await askForRest()
    await receivePayment(market, restId, 1_600)
    await decide(restId, 'accept')
    expect(await orderOf(orderId)).toMatchObject({ status: 'paid', paid: PRICE })
    expect(await refundsOf(orderId)).toEqual([{ amount: 100, reason: 'more_than_owed', status: 'due' }])
    expect(await balanceOf(orderId)).toMatchObject({ price: PRICE, unapplied: 0, refundsPayable: 100 })
  })

  test('that came twice, once in part and late, pays the price once', async () => {
    const { orderId, restId } = await askForRest()
    await settlePayment(market.deps, restId, { kind: 'no_answer' })
    market.clock.advance(5 * 60_000)
    await sendC2bPayment(market, { amount: 600, reference: (await orderOf(orderId)).number })
    await receivePayment(market, restId)
    expect(await orderOf(orderId)).toMatchObject({ status: 'paid', paid: PRICE })
    expect(await refundsOf(orderId)).toMatchObject([{ amount: 600 }])
  })
})

describe('money beyond the price', () => {
  const byWhatsapp = async () =>
    placeOrder(market, person, await addProduct(market, { price: PRICE }), { channel: 'whatsapp' })

  test('that staff matched goes back', async () => {
    const { orderId, number } = await byWhatsapp()
    const receipt = await sendC2bPayment(market, { amount: 2_500 })
    const body = { reference: number, giveBack: false, reason: 'The customer called' }
    await market.call('POST /api/admin/receipt/:receipt/match', { params: { receipt }, body }, staff)
    expect(await refundsOf(orderId)).toMatchObject([{ amount: 500, reason: 'more_than_owed' }])
    expect(await orderOf(orderId)).toMatchObject({ status: 'paid', paid: PRICE })
  })

  test('that came with a code at the desk goes back', async () => {
    const { orderId } = await byWhatsapp()
    const code = await sendC2bPayment(market, { amount: 2_500 })
    const body = { move: 'pay', paidBy: 'mpesa', code } as const
    await market.call('POST /api/admin/order/:orderId/move', { params: { orderId }, body }, staff)
    expect(await refundsOf(orderId)).toMatchObject([{ amount: 500, reason: 'more_than_owed' }])
  })

  test('that came as a part before the whole price goes back too', async () => {
    const { orderId, paymentId } = await orderByPhone()
    await settlePayment(market.deps, paymentId, { kind: 'no_answer' })
    await sendC2bPayment(market, { amount: 500, reference: (await orderOf(orderId)).number })
    await receivePayment(market, paymentId, PRICE)
    expect(await orderOf(orderId)).toMatchObject({ status: 'paid', paid: PRICE })
    expect(await refundsOf(orderId)).toMatchObject([{ amount: 500 }])
  })

  test('a part that staff matches with the rest pays the order', async () => {
    const { orderId, number, paymentId } = await orderByPhone()
    await receivePayment(market, paymentId, 500)
    const receipt = await sendC2bPayment(market, { amount: 1_500 })
    const body = { reference: number, giveBack: false, reason: 'The customer called' }
    await market.call('POST /api/admin/receipt/:receipt/match', { params: { receipt }, body }, staff)
    expect(await orderOf(orderId)).toMatchObject({ status: 'paid', paid: PRICE })
    expect(await refundsOf(orderId)).toEqual([])
  })
})

describe('an order whose pieces are gone when its money comes', () => {
  /** Two customers who keep nothing and whose phones were asked for the last piece. */
  async function lastPieceFor(buyers: readonly [Person, Person]) {
    const productId = await addProduct(market, { price: PRICE, onHand: 1 })
    const orders: string[] = []
    for (const buyer of buyers) {
      const { orderId } = await placeOrder(market, buyer, productId)
      await market.db.updateTable('orders').set({ reserves_stock: false }).where('id', '=', orderId).execute()
      await market.db.deleteFrom('reservations').where('order_id', '=', orderId).execute()
      orders.push(orderId)
    }
    return { productId, orders }
  }

  test('is closed as sold out, and both sides see what goes back', async () => {
    const other = await market.signUp()
    const { productId, orders } = await lastPieceFor([other, person])
    const [winner = '', loser = ''] = orders
    // A count of the shelf released the last piece; another product is kept for the order still.
    const kept = await addProduct(market, { price: 100, onHand: 5 })
    const expires_at = new Date(market.clock.now().getTime() + HOUR)
    const reservation = { order_id: loser, product_id: kept, quantity: 1, expires_at }
    await market.db.insertInto('reservations').values(reservation).execute()
    await receivePayment(market, await latestPaymentOf(winner))
    const paymentId = await latestPaymentOf(loser)
    await receivePayment(market, paymentId)
    const order = await orderOf(loser)
    expect(order).toMatchObject({ status: 'cancelled', refundDue: PRICE })
    expect(order).toMatchObject({
      cancellationReason: 'The last pieces were sold before the payment came',
      cancellationCode: 'stock',
    })
    const { data } = await market.call('GET /api/payment/:paymentId', { params: { paymentId } }, person)
    expect(data.message).toContain('The last pieces were sold')
    expect(data.message).not.toContain('late')
    expect(await refundsOf(loser)).toMatchObject([{ amount: PRICE, reason: 'sold_out', status: 'due' }])
    const seen = await market.call('GET /api/admin/order/:orderId', { params: { orderId: loser } }, staff)
    expect(seen.data.refundDue).toBe(PRICE)
    expect(await stockOf(market, productId)).toEqual({ onHand: 0, reserved: 0 })
    expect(await stockOf(market, kept)).toEqual({ onHand: 5, reserved: 0 })
  })

  test('is told that it came too late where its time to pay was over', async () => {
    const { orderId, paymentId, productId } = await orderByPhone()
    market.clock.advance(HOUR)
    await expireOrders(market.deps)
    await market.db.updateTable('products').set({ on_hand: 0 }).where('id', '=', productId).execute()
    await receivePayment(market, paymentId)
    expect(await refundsOf(orderId)).toMatchObject([{ reason: 'paid_too_late' }])
  })
})

describe('cash after the hold', () => {
  const payCash = (orderId: string) =>
    market.call(
      'POST /api/admin/order/:orderId/move',
      { params: { orderId }, body: { move: 'pay', paidBy: 'cash', note: 'At the office' } },
      staff,
    )

  test('is taken while all pieces are there', async () => {
    const { orderId, productId } = await orderByPhone()
    market.clock.advance(HOUR)
    await expireOrders(market.deps)
    const { data } = await payCash(orderId)
    expect(data).toMatchObject({ status: 'paid', paid: PRICE, cancellationReason: '' })
    expect(data.timeline.at(-1)).toMatchObject({ event: 'revive', by: 'staff' })
    expect(await stockOf(market, productId)).toEqual({ onHand: 2, reserved: 0 })
  })

  test('is refused when its pieces are gone, and for an order that somebody cancelled', async () => {
    const { orderId, productId } = await orderByPhone()
    market.clock.advance(HOUR)
    await expireOrders(market.deps)
    await market.db.updateTable('products').set({ on_hand: 0 }).where('id', '=', productId).execute()
    await expect(payCash(orderId)).rejects.toMatchObject({ code: 'out_of_stock' })
    const cancelled = await orderByPhone()
    await market.call('POST /api/order/cancel', { body: { orderId: cancelled.orderId } }, person)
    await expect(payCash(cancelled.orderId)).rejects.toMatchObject({ code: 'order_wrong_state' })
  })
})

describe('a refund of an order', () => {
  const refundOf = async (number: string) =>
    (await market.call('GET /api/admin/refunds', { query: { search: number } }, staff)).data[0]
  const cancel = (orderId: string) => market.call('POST /api/order/cancel', { body: { orderId } }, person)

  test('names who paid by the paybill, and no phone that did not', async () => {
    const { orderId, number, paymentId } = await orderByPhone()
    await settlePayment(market.deps, paymentId, { kind: 'not_paid', failure: 'cancelled' })
    const receipt = await sendC2bPayment(market, { amount: PRICE, reference: number, name: 'OTIENO' })
    await cancel(orderId)
    const refund = await refundOf(number)
    expect(refund).toMatchObject({
      payers: [{ amount: PRICE, phone: '2547 ***** 126', name: 'OTIENO', code: receipt }],
    })
    expect(refund?.contactPhone).toMatch(/^(0|254)7/)
  })

  test('says that the number is not known where cash was taken', async () => {
    const { orderId, number, paymentId } = await orderByPhone()
    await settlePayment(market.deps, paymentId, { kind: 'not_paid', failure: 'cancelled' })
    const body = { move: 'pay', paidBy: 'cash', note: 'At the office' } as const
    await market.call('POST /api/admin/order/:orderId/move', { params: { orderId }, body }, staff)
    await cancel(orderId)
    expect(await refundOf(number)).toMatchObject({ payers: [{ phone: '', name: '', code: null }] })
  })
})

test.each([PRICE - 100, PRICE, PRICE + 100])(
  'Ksh %d that a phone paid for an order that was cancelled before stays whole where its cash was recorded by mistake',
  async (amount) => {
    const { orderId, paymentId } = await orderByPhone()
    const params = { orderId }
    await market.call(
      'POST /api/admin/order/:orderId/move',
      { params, body: { move: 'pay', ...paidWith() } },
      staff,
    )
    await market.call('POST /api/order/cancel', { body: { orderId } }, person)
    await receivePayment(market, paymentId, amount)
    const admin = await market.signUp({ role: 'admin' })
    const body = { decision: 'dismiss', reason: 'Of another order' } as const
    const mistaken = { params: { paymentId: await latestPaymentOf(orderId) }, body }
    await market.call('POST /api/admin/payment/:paymentId/decide', mistaken, admin)
    const balance = await balanceOf(orderId)
    expect(balance).toMatchObject({ price: 0, receivable: 0, money: amount })
    expect(balance.unapplied + balance.suspense + balance.refundsPayable).toBe(amount)
  },
)
