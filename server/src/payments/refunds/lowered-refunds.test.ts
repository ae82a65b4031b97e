import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '../../db/transaction.ts'
import { expectBalanced } from '../../testing/ledger-invariants.ts'
import { readMails } from '../../testing/mailbox.ts'
import { bookByMpesa, paidWith, receivePayment, sendC2bPayment } from '../../testing/payments.ts'
import type { Person } from '../../testing/people.ts'
import { BOOKING_MORNING } from '../../testing/renting.ts'
import { drawCode } from '../../testing/selling.ts'
import { addProduct, placeOrder } from '../../testing/shopping.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import { settlePayment } from '../collections/settle-payment.ts'
import { findBalance } from '../ledger/ledger-store.ts'
import { postCorrection } from '../ledger/post-payment.ts'
import { findPayment } from '../payment-store.ts'
import { correctUnderRefunds, createRefund } from './create-refund.ts'

let market: TestMarket
let staff: Person
let colleague: Person
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
  colleague = await market.signUp({ role: 'staff' })
})
afterAll(() => market.close())

const PRICE = 13_500
const newCode = () => drawCode(market.clock.now())

describe('a refund of a cancelled booking of which less came than was typed', () => {
  const cancelled = async (reported: number) => {
    const code = newCode()
    const { booking, customer } = await bookByMpesa(market)
    const params = { bookingId: booking._id }
    const confirm = { params, body: { paidBy: 'mpesa' as const, code } }
    await market.call('POST /api/admin/booking/:bookingId/confirm', confirm, staff)
    const cancel = { params, body: { reason: 'It broke down' } }
    await market.call('POST /api/admin/booking/:bookingId/cancel', cancel, staff)
    await sendC2bPayment(market, { amount: reported, code })
    const mails = await readMails(market.db, { kind: 'refund_lowered', accountId: customer.accountId })
    const page = await market.call('GET /api/booking/:bookingId', { params }, customer)
    return { mails, page }
  }

  test('is lowered to that, which its customer is told in a mail and on the page', async () => {
    const { mails, page } = await cancelled(13_000)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.body).toContain('Less money reached us for booking')
    expect(mails[0]?.body).toContain('So Ksh 13,000 goes back to you. Before, it was Ksh 13,500.')
    expect(page.timeline.slice(-2)).toMatchObject([
      { what: 'Refund lowered, because less money came in', note: 'Ksh 13,500 → Ksh 13,000' },
      { what: 'Refund due', note: 'Ksh 13,000' },
    ])
  })
})

test('refunds that are lowered to nothing are told once, with what they were together', async () => {
  const { booking, customer, paymentId } = await bookByMpesa(market)
  await receivePayment(market, paymentId)
  const payable = { payableType: 'booking', payableId: booking._id } as const
  const now = market.clock.now()
  const due = { ...payable, reason: 'booking_changed' } as const
  await inTransaction(market.db, async (tx) => {
    await createRefund(tx, { ...due, amount: 10_000, occasion: 'one' }, now)
    await createRefund(tx, { ...due, amount: 3_000, occasion: 'other' }, now)
    const less = { paymentId, difference: -PRICE, accountId: staff.accountId, note: 'It was a test', now }
    await correctUnderRefunds(tx, market.deps, { ...payable, ...less }, async () => {
      const payment = await findPayment(tx, paymentId)
      if (payment) await postCorrection(tx, payment, { difference: -PRICE, at: now, actor: null })
    })
  })
  const mails = await readMails(market.db, { kind: 'refund_lowered', accountId: customer.accountId })
  expect(mails).toHaveLength(1)
  expect(mails[0]?.body).toContain(': It was a test')
  expect(mails[0]?.body).toContain('So nothing goes back to you. Before, it was Ksh 13,000.')
  const params = { bookingId: booking._id }
  const page = await market.call('GET /api/booking/:bookingId', { params }, customer)
  expect(page.timeline.at(-1)).toMatchObject({ note: 'Ksh 13,000 → Ksh 0' })
})

test('a refund of which one of two payments leaves the books is told with what goes back still', async () => {
  const { booking, customer, paymentId } = await bookByMpesa(market)
  await receivePayment(market, paymentId, 6_000)
  const params = { bookingId: booking._id }
  const code = newCode()
  await market.call(
    'POST /api/admin/booking/:bookingId/confirm',
    { params, body: { paidBy: 'mpesa', code } },
    staff,
  )
  const cancel = { params, body: { reason: 'It broke down' } }
  await market.call('POST /api/admin/booking/:bookingId/cancel', cancel, staff)
  const { id } = await market.db
    .selectFrom('payments')
    .select('id')
    .where('receipt', '=', code)
    .executeTakeFirstOrThrow()
  const decision = { decision: 'dismiss' as const, reason: 'The code was invented' }
  const request = { params: { paymentId: id }, body: decision }
  await market.call('POST /api/admin/payment/:paymentId/decide', request, colleague)
  const [mail] = await readMails(market.db, { kind: 'payment_voided', accountId: customer.accountId })
  expect(mail?.body).toContain('So Ksh 6,000 goes back to you. Before, it was Ksh 13,500.')
  expect(mail?.body).not.toContain('no refund of it follows')
})

test('of a cancelled order with pieces taken off before, all goes back that is left of its money', async () => {
  const customer = await market.signUp()
  const productId = await addProduct(market, { price: 1_000, onHand: 3 })
  const order = await placeOrder(market, customer, productId, {
    channel: 'whatsapp',
    items: [{ _id: productId, quantity: 2 }],
  })
  const { orderId, number: reference } = order
  // 290 of 2,000 as a fraction is a little less, which must not cost a shilling.
  await sendC2bPayment(market, { amount: 290, code: newCode(), reference })
  const code = newCode()
  const request = <Body>(body: Body) => ({ params: { orderId }, body })
  const move = 'POST /api/admin/order/:orderId/move'
  await market.call(move, request({ move: 'pay' as const, paidBy: 'mpesa' as const, code }), staff)
  const off = { productId, quantity: 1, as: 'shelf' as const, reason: 'Broken' }
  await market.call('POST /api/admin/order/:orderId/take-off', request(off), staff)
  const ends = [{ productId, as: 'shelf' as const }]
  await market.call(move, request({ move: 'callOff' as const, note: 'Not to be had', ends }), staff)
  const { id: paymentId } = await market.db
    .selectFrom('payments')
    .select('id')
    .where('receipt', '=', code)
    .executeTakeFirstOrThrow()
  const body = { decision: 'dismiss' as const, reason: 'The code was invented' }
  await market.call('POST /api/admin/payment/:paymentId/decide', { params: { paymentId }, body }, colleague)
  const balance = await findBalance(market.db, { type: 'order', id: orderId })
  expect(balance).toMatchObject({ money: 290, refundsPayable: 290, price: 0, receivable: 0 })
})

describe('a cancelled order of which less came than was typed, while staff looks at other money of it', () => {
  const cancelled = async () => {
    const customer = await market.signUp()
    const productId = await addProduct(market, { price: 2_000, onHand: 3 })
    const { orderId } = await placeOrder(market, customer, productId)
    const { id } = await market.db
      .selectFrom('payments')
      .select('id')
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow()
    await settlePayment(market.deps, id, { kind: 'paid', receipt: newCode(), amountReceived: 2_100 })
    const code = newCode()
    const move = (body: { move: 'pay' | 'callOff' } & Record<string, unknown>) =>
      market.call('POST /api/admin/order/:orderId/move', { params: { orderId }, body }, staff)
    await move({ move: 'pay', paidBy: 'mpesa', code })
    await move({ move: 'callOff', note: 'Not to be had', ends: [{ productId, as: 'shelf' }] })
    return { code, balance: () => findBalance(market.db, { type: 'order', id: orderId }), orderId }
  }

  test('what goes back is lowered, and not taken from that money', async () => {
    const { code, balance } = await cancelled()
    await sendC2bPayment(market, { amount: 1_950, code })
    expect(await balance()).toMatchObject({ suspense: 2_100, refundsPayable: 1_950, receivable: 0, price: 0 })
  })

  test('what went back already is lost, and not owed', async () => {
    const { code, balance, orderId } = await cancelled()
    const { id: refundId } = await market.db
      .selectFrom('refunds')
      .select('id')
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow()
    const sent = { params: { refundId }, body: paidWith() }
    await market.call('POST /api/admin/refund/:refundId/sent', sent, colleague)
    await sendC2bPayment(market, { amount: 1_950, code })
    expect(await balance()).toMatchObject({ suspense: 2_100, refundsPayable: 0, receivable: 0, money: 2_100 })
    await expectBalanced(market)
  })
})
