import { nairobiDay } from '@twende/contract/calendar-day.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectBalanced } from '../../testing/ledger-invariants.ts'
import { bookByMpesa, receivePayment, sendC2bPayment } from '../../testing/payments.ts'
import type { Person } from '../../testing/people.ts'
import { BOOKING_MORNING } from '../../testing/renting.ts'
import { drawCode } from '../../testing/selling.ts'
import { addProduct, placeOrder } from '../../testing/shopping.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import { settlePayment } from '../collections/settle-payment.ts'
import { sharesOf } from './list-refunds.ts'

let market: TestMarket
let staff: Person
let admin: Person
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
  admin = await market.signUp({ role: 'admin' })
})
afterAll(() => market.close())

test('the refund of a booking that two phones paid names each of them, with its part and its code', async () => {
  const { booking, customer, paymentId } = await bookByMpesa(market)
  const one = await receivePayment(market, paymentId, 6_000)
  const other = await receivePayment(market, await askOther(customer, 'booking', booking._id))
  const body = { cancellationReason: 'Plans changed' }
  await market.call(
    'PUT /api/booking/:bookingId/cancel',
    { params: { bookingId: booking._id }, body },
    customer,
  )
  const phone = await phoneOf(paymentId)
  expect((await refundOf(booking._id)).payers).toEqual([
    { amount: 6_000, phone, name: '', code: one },
    { amount: 7_500, phone: OTHER_PHONE, name: '', code: other },
  ])
  expect(await fileOf(booking.bookingId)).toContain(`${one}; ${other},6000; 7500`)
})

test('the file leaves the place of a number empty that is not known, so that all columns name the payers in one order', async () => {
  const { booking, customer, paymentId } = await bookByMpesa(market)
  await receivePayment(market, paymentId, 6_000)
  await receivePayment(market, await askOther(customer, 'booking', booking._id))
  await market.db.updateTable('payments').set({ phone: '' }).where('id', '=', paymentId).execute()
  const params = { bookingId: booking._id }
  await market.call(
    'PUT /api/booking/:bookingId/cancel',
    { params, body: { cancellationReason: 'Rain' } },
    customer,
  )
  expect(await fileOf(booking.bookingId)).toContain(',; 0722 000 999,')
})

test('so does that of an order', async () => {
  const customer = await market.signUp()
  const placed = await placeOrder(market, customer, await addProduct(market, { price: 2_000 }))
  const paymentId = placed.payment?._id ?? ''
  const one = await receivePayment(market, paymentId, 500)
  const other = await receivePayment(market, await askOther(customer, 'order', placed.orderId))
  await market.call('POST /api/order/cancel', { body: { orderId: placed.orderId } }, customer)
  const { payers } = await refundOf(placed.orderId)
  expect(payers.map(({ amount, code }) => [amount, code])).toEqual([
    [500, one],
    [1_500, other],
  ])
})

test('each payer gets a share in whole shillings of what goes back', () => {
  const paidBy = [payer('A', 6_000), payer('B', 7_500)]
  expect(sharesOf({ amount: 10_001, paidBy }).map(({ code, amount }) => [code, amount])).toEqual([
    ['A', 4_445],
    ['B', 5_556],
  ])
  const [one] = paidBy
  expect(sharesOf({ amount: 500, paidBy: one ? [{ ...one, left: 0 }] : [] })).toMatchObject([{ amount: 500 }])
})

test('what one payment brought too much goes back to its payer alone, and counts no more for a later refund', async () => {
  const customer = await market.signUp()
  const placed = await placeOrder(market, customer, await addProduct(market, { price: 2_000 }))
  const one = await receivePayment(market, placed.payment?._id ?? '', 500)
  const paymentId = await askOther(customer, 'order', placed.orderId)
  const other = await receivePayment(market, paymentId, 1_700)
  const decided = { params: { paymentId }, body: { decision: 'accept' as const, reason: 'All came' } }
  await market.call('POST /api/admin/payment/:paymentId/decide', decided, admin)
  expect((await refundOf(placed.orderId)).payers).toMatchObject([{ amount: 200, code: other }])
  await market.call('POST /api/order/cancel', { body: { orderId: placed.orderId } }, customer)
  const { data } = await market.call('GET /api/admin/refunds', { query: { limit: 100 } }, staff)
  const cancelled = data.find(({ purchaseId, amount }) => purchaseId === placed.orderId && amount === 2_000)
  expect(cancelled?.payers).toMatchObject([
    { amount: 500, code: one },
    { amount: 1_500, code: other },
  ])
})

describe('a refund that goes to several numbers', () => {
  async function due() {
    const { booking, customer, paymentId } = await bookByMpesa(market)
    await receivePayment(market, paymentId, 6_000)
    await receivePayment(market, await askOther(customer, 'booking', booking._id))
    const params = { bookingId: booking._id }
    const body = { cancellationReason: 'Plans changed' }
    await market.call('PUT /api/booking/:bookingId/cancel', { params, body }, customer)
    return { reference: booking.bookingId, refundId: (await refundOf(booking._id))._id, customer, params }
  }
  const send = (refundId: string, code: string, otherCodes?: string[]) =>
    market.call(
      'POST /api/admin/refund/:refundId/sent',
      { params: { refundId }, body: { paidBy: 'mpesa', code, otherCodes } },
      staff,
    )
  const sentOf = async (refundId: string) => {
    const query = { queue: 'sent' as const, limit: 100 }
    const { data } = await market.call('GET /api/admin/refunds', { query }, staff)
    return data.find(({ _id }) => _id === refundId)
  }

  test('has the code of each transfer, with its amount, in list, file, search and mail', async () => {
    const { reference, refundId } = await due()
    const [one, other] = [drawCode(market.clock.now()), drawCode(market.clock.now())]
    await expect(send(refundId, one, [other, other])).rejects.toMatchObject({
      code: 'invalid',
      message: /code of each transfer/,
    })
    await expect(send(refundId, one, [''])).rejects.toMatchObject({
      code: 'invalid',
      data: { fields: { 'otherCodes.0': expect.any(String) } },
    })
    await send(refundId, one, [` ${other.toLowerCase()} `])
    expect(await sentOf(refundId)).toMatchObject({
      amount: 13_500,
      code: `${one}, ${other}`,
      transfers: [
        { amount: 6_000, code: one },
        { amount: 7_500, code: other },
      ],
    })
    const file = `/api/admin/refunds.csv?${new URLSearchParams({ queue: 'sent', search: other })}`
    const { body } = await market.app.inject({ url: file, headers: { token: admin.token } })
    expect(body).toContain(reference)
    expect(body).toContain(`${one}; ${other}`)
    const searched = { query: { search: other } }
    const bookings = await market.call('GET /api/admin/bookings', searched, staff)
    expect(bookings.data.map(({ bookingId }) => bookingId)).toEqual([reference])
    const payments = await market.call(
      'GET /api/admin/payments',
      { query: { ...searched.query, queue: 'all' } },
      staff,
    )
    expect(payments.pagination.total).toBe(2)
    const found = await market.call('GET /api/admin/search', { query: { query: other } }, staff)
    expect(JSON.stringify(found)).toContain(one)
    const mail = market.db.selectFrom('notifications').select('params').where('kind', '=', 'refund_sent')
    const mails = await mail.execute()
    expect(mails.map(({ params }) => params)).toContainEqual(
      expect.objectContaining({
        transfers: [
          { amount: 6_000, code: one },
          { amount: 7_500, code: other },
        ],
      }),
    )
    await expectBalanced(market)
  })

  test('is refused a code that is used, known or typed twice', async () => {
    const { refundId } = await due()
    const code = () => drawCode(market.clock.now())
    const twice = code()
    const incoming = await sendC2bPayment(market, { amount: 700 })
    const used = code()
    const first = await due()
    await send(first.refundId, code(), [used])
    for (const other of [twice, incoming, used])
      await expect(send(refundId, twice, [other])).rejects.toMatchObject({ code: 'mpesa_code_used' })
    expect((await refundById(refundId))?.status).toBe('due')
    await expectBalanced(market)
  })

  test('is of the day of its last transfer, and refuses a transfer before it was due', async () => {
    const early = drawCode(new Date(market.clock.now().getTime() - 24 * 3_600_000))
    const { refundId } = await due()
    const first = drawCode(market.clock.now())
    market.clock.advance(24 * 3_600_000)
    const last = drawCode(market.clock.now())
    await expect(send(refundId, early, [last])).rejects.toMatchObject({ code: 'payment_code_of_other_day' })
    await send(refundId, last, [first])
    expect(await sentOf(refundId)).toMatchObject({ sentOn: nairobiDay(market.clock.now()) })
    await expectBalanced(market)
  })

  test('takes one code where the customer wants all of it on one phone', async () => {
    const { refundId } = await due()
    const code = drawCode(market.clock.now())
    await send(refundId, code)
    expect(await sentOf(refundId)).toMatchObject({ code, transfers: [] })
  })

  test('takes no code where it goes out in cash', async () => {
    const { refundId } = await due()
    await market.call(
      'POST /api/admin/refund/:refundId/sent',
      { params: { refundId }, body: { paidBy: 'cash', note: 'At the office' } },
      staff,
    )
    expect(await sentOf(refundId)).toMatchObject({ code: null, transfers: [] })
  })

  test('has amounts that make up the refund, whatever a program writes', async () => {
    const { refundId } = await due()
    const one = drawCode(market.clock.now())
    const set = {
      status: 'sent',
      method: 'mpesa',
      receipt: one,
      sent_at: market.clock.now(),
      sent_on: '2026-04-02',
      sent_by: staff.accountId,
      other_receipts: [`${one.slice(0, -1)}X`],
      transfer_amounts: [6_000, 7_000],
    }
    await expect(
      market.db.updateTable('refunds').set(set).where('id', '=', refundId).execute(),
    ).rejects.toMatchObject({ constraint: 'transfers_make_up_the_refund' })
  })
})

async function refundById(id: string) {
  const refund = market.db.selectFrom('refunds').select('status').where('id', '=', id)
  return refund.executeTakeFirst()
}

const payer = (code: string, left: number) => ({ code, left, isOccasion: false, phone: '', name: '' })

const OTHER_PHONE = '254722000999'

/** Asks another phone for the rest, and gives up waiting for its answer. */
async function askOther(customer: Person, purpose: 'booking' | 'order', purchaseId: string): Promise<string> {
  market.clock.advance(80_000)
  const body = { purpose, purchaseId, phone: OTHER_PHONE }
  const { data } = await market.call('POST /api/payment/start', { body }, customer)
  await settlePayment(market.deps, data._id, { kind: 'no_answer' })
  return data._id
}

async function phoneOf(paymentId: string): Promise<string> {
  const payment = market.db.selectFrom('payments').select('phone').where('id', '=', paymentId)
  return (await payment.executeTakeFirstOrThrow()).phone
}

async function fileOf(reference: string): Promise<string> {
  const query = { queue: 'due' as const, search: reference }
  const url = `/api/admin/refunds.csv?${new URLSearchParams(query)}`
  return (await market.app.inject({ url, headers: { token: admin.token } })).body
}

async function refundOf(purchase: string) {
  const query = { queue: 'due' as const, limit: 100 }
  const { data } = await market.call('GET /api/admin/refunds', { query }, staff)
  const refund = data.find(({ purchaseId }) => purchaseId === purchase)
  if (!refund) throw new Error('no refund is due')
  return refund
}
