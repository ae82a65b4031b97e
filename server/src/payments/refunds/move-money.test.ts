import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCar } from '../../testing/fleet.ts'
import { expectBalanced } from '../../testing/ledger-invariants.ts'
import {
  addRefundDue,
  bookByMpesa,
  paidWith,
  receivePayment,
  sendC2bPayment,
} from '../../testing/payments.ts'
import type { Person } from '../../testing/people.ts'
import { BOOKING_MORNING } from '../../testing/renting.ts'
import { drawCode } from '../../testing/selling.ts'
import { addProduct, placeOrder } from '../../testing/shopping.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import { findBalance } from '../ledger/ledger-store.ts'

let market: TestMarket
let staff: Person
let colleague: Person
let admin: Person
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
  colleague = await market.signUp({ role: 'staff' })
  admin = await market.signUp({ role: 'admin' })
})
afterAll(async () => {
  await expectBalanced({ db: market.db })
  await market.close()
})

const today = () => nairobiDay(market.clock.now())
const move = (refundId: string, reference: string, who = staff) =>
  market.call(
    'POST /api/admin/refund/:refundId/move',
    { params: { refundId }, body: { reference, reason: 'The customer asked' } },
    who,
  )
const balanceOf = (type: 'booking' | 'deposit' | 'order' | 'unmatched', id: string) =>
  findBalance(market.db, { type, id })
const refundOf = (payableId: string) =>
  market.db
    .selectFrom('refunds')
    .selectAll()
    .where('payable_id', '=', payableId)
    .where('status', '<>', 'withdrawn')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
const moneyInMpesa = async () => {
  const { rows } = await sql<{ amount: number }>`
    select sum(amount)::bigint as amount from ledger_entries where account = 'mpesa'`.execute(market.db)
  return rows[0]?.amount
}

async function atCounter(paid: { paidBy: 'none' } | { paidBy: 'mpesa'; code: string }, phone = '0722000111') {
  const carId = await addCar(market.db, { pricePerDay: 4_500, deposit: 2_000 })
  const body = {
    carId,
    startDate: today(),
    endDate: addDays(today(), 1),
    pickupTime: '23:00',
    dropoffTime: '23:00',
    pickupLocation: 'Nairobi',
    dropoffLocation: 'Nairobi',
    customerInfo: { firstName: 'Otieno', lastName: 'Okello', phone },
    ...paid,
  }
  const { data } = await market.call('POST /api/admin/bookings', { body }, staff)
  return { id: data._id, reference: data.bookingId }
}
const cancel = (bookingId: string) =>
  market.call(
    'POST /api/admin/booking/:bookingId/cancel',
    { params: { bookingId }, body: { reason: 'Another car' } },
    staff,
  )

describe('money that is owed back to a customer', () => {
  test('is named where the code of a booking that is not cancelled is typed for another one', async () => {
    const code = await sendC2bPayment(market, { amount: 4_500 })
    const live = await atCounter({ paidBy: 'mpesa', code })
    await expect(atCounter({ paidBy: 'mpesa', code })).rejects.toMatchObject({
      code: 'mpesa_code_used',
      message: expect.stringContaining(`cancel or shorten ${live.reference} first`),
    })
  })

  test('pays for the replacement of a cancelled booking, and no money is created', async () => {
    const code = await sendC2bPayment(market, { amount: 4_500 })
    const old = await atCounter({ paidBy: 'mpesa', code })
    await cancel(old.id)
    const replacement = await atCounter({ paidBy: 'none' }, '+254 722 000 111')
    const before = await moneyInMpesa()
    const { message } = await move((await refundOf(old.id)).id, replacement.reference.toLowerCase())
    expect(message).toContain(replacement.reference)
    expect(await moneyInMpesa()).toBe(before)
    expect(await balanceOf('booking', old.id)).toMatchObject({ money: 0, refundsPayable: 0 })
    expect(await balanceOf('booking', replacement.id)).toMatchObject({ money: 4_500, receivable: 0 })
    const params = { bookingId: replacement.id }
    const { data, money } = await market.call('GET /api/admin/booking/:bookingId', { params }, staff)
    expect(data.paymentStatus).toBe('paid')
    expect(money).toMatchObject({ paid: 4_500, owed: 0 })
    const query = { queue: 'sent' as const, search: old.reference }
    const { data: sent } = await market.call('GET /api/admin/refunds', { query }, staff)
    expect(sent).toMatchObject([{ movedTo: replacement.reference, code: null }])
    const { data: day } = await market.call('GET /api/admin/reconciliation', { query: {} }, staff)
    expect(day.totals.refunded.amount).toBe(0)
    expect(day.refundsSent).toEqual([])
    expect(day.counts.withoutReceipt).toBe(0)
  })

  test('of somebody with a number of another country moves too, however that is written', async () => {
    const code = await sendC2bPayment(market, { amount: 4_500 })
    const old = await atCounter({ paidBy: 'mpesa', code }, '+44 7911 123456')
    await cancel(old.id)
    const replacement = await atCounter({ paidBy: 'none' }, '0044 (0)7911-123456')
    await move((await refundOf(old.id)).id, replacement.reference)
    expect(await balanceOf('booking', replacement.id)).toMatchObject({ money: 4_500, receivable: 0 })
  })

  test('confirms a pending booking, and what is too much is owed back there', async () => {
    const { customer, refundId, amount } = await addRefundDue(market, { pricePerDay: 5_000 })
    const { booking } = await bookByMpesa(market, { customer, pricePerDay: 4_500 })
    await move(refundId, booking.bookingId)
    const params = { bookingId: booking._id }
    const { data } = await market.call('GET /api/booking/:bookingId', { params }, customer)
    expect(data).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' })
    expect((await refundOf(booking._id)).amount).toBe(amount - 13_500)
  })

  test('is a part of a price that is higher, and counts with the rest', async () => {
    const { customer, refundId, amount } = await addRefundDue(market)
    const { booking } = await bookByMpesa(market, { customer, pricePerDay: 6_000 })
    await move(refundId, booking.bookingId)
    const params = { bookingId: booking._id }
    const seen = () => market.call('GET /api/admin/booking/:bookingId', { params }, staff)
    expect((await seen()).data).toMatchObject({ status: 'pending', paymentStatus: 'partial' })
    await market.call('POST /api/admin/booking/:bookingId/confirm', { params, body: paidWith() }, staff)
    expect(await balanceOf('booking', booking._id)).toMatchObject({
      money: 18_000,
      receivable: 0,
      unapplied: 0,
    })
    const cash = await market.db
      .selectFrom('payments')
      .select('amount')
      .where('payable_id', '=', booking._id)
      .where('method', '=', 'cash')
      .executeTakeFirstOrThrow()
    expect(cash.amount).toBe(18_000 - amount)
  })

  test('pays an order and a deposit of the same customer', async () => {
    const first = await addRefundDue(market)
    const product = await addProduct(market, { price: 9_000 })
    const { data: order } = await placeOrder(market, first.customer, product)
    await move(first.refundId, order.number)
    expect(await balanceOf('order', order._id)).toMatchObject({ price: order.amount })
    expect((await refundOf(order._id)).amount).toBe(first.amount - order.amount)
    const old = await atCounter({ paidBy: 'mpesa', code: await sendC2bPayment(market, { amount: 4_500 }) })
    await cancel(old.id)
    const next = await atCounter({ paidBy: 'mpesa', code: await sendC2bPayment(market, { amount: 4_500 }) })
    const params = { bookingId: next.id }
    const { data } = await market.call('GET /api/admin/booking/:bookingId/deposit', { params }, staff)
    await move((await refundOf(old.id)).id, data.deposit?.reference ?? '')
    expect(await balanceOf('deposit', data.deposit?._id ?? '')).toMatchObject({ price: 2_000 })
    expect((await refundOf(data.deposit?._id ?? '')).amount).toBe(2_500)
  })

  test('does not pay for somebody else, for nothing that exists, or for what is paid', async () => {
    const { customer, refundId, booking } = await addRefundDue(market)
    const stranger = await bookByMpesa(market)
    await expect(move(refundId, stranger.booking.bookingId)).rejects.toMatchObject({
      code: 'purchase_of_other_customer',
    })
    await expect(move(refundId, 'BK99999')).rejects.toMatchObject({ code: 'purchase_not_found' })
    const paid = await bookByMpesa(market, { customer })
    await receivePayment(market, paid.paymentId)
    await expect(move(refundId, paid.booking.bookingId)).rejects.toMatchObject({ code: 'purchase_gone' })
    await expect(move(refundId, booking.bookingId)).rejects.toMatchObject({ code: 'purchase_gone' })
    expect((await refundOf(booking._id)).status).toBe('due')
  })

  test('is no part of the price of what was cancelled', async () => {
    const { customer, refundId } = await addRefundDue(market, { pricePerDay: 5_000 })
    const { booking } = await bookByMpesa(market, { customer, pricePerDay: 45_000 })
    await cancel(booking._id)
    await expect(move(refundId, booking.bookingId)).rejects.toMatchObject({ code: 'purchase_gone' })
    expect(await balanceOf('booking', booking._id)).toMatchObject({ money: 0, unapplied: 0 })
  })

  test('above the limit moves only once an admin agreed, by somebody else', async () => {
    const { customer, refundId } = await addRefundDue(market, { pricePerDay: 9_000 })
    const { booking } = await bookByMpesa(market, { customer, pricePerDay: 9_000 })
    await expect(move(refundId, booking.bookingId)).rejects.toMatchObject({ code: 'refund_not_approved' })
    const params = { refundId }
    await market.call('POST /api/admin/refund/:refundId/approve', { params, body: {} }, admin)
    await expect(move(refundId, booking.bookingId, admin)).rejects.toMatchObject({
      code: 'refund_needs_second_person',
    })
    await move(refundId, booking.bookingId)
    await expect(move(refundId, booking.bookingId)).rejects.toMatchObject({ code: 'refund_wrong_state' })
  })

  test('that M-Pesa never reported moves, and leaves its new purchase only with a second person', async () => {
    const old = await atCounter({ paidBy: 'mpesa', code: drawCode(market.clock.now()) })
    await cancel(old.id)
    const next = await atCounter({ paidBy: 'none' })
    await move((await refundOf(old.id)).id, next.reference)
    await cancel(next.id)
    const params = { refundId: (await refundOf(next.id)).id }
    const send = () =>
      market.call(
        'POST /api/admin/refund/:refundId/sent',
        { params, body: paidWith(drawCode(market.clock.now())) },
        staff,
      )
    await expect(send()).rejects.toMatchObject({ code: 'payment_not_approved' })
    const { paymentToApprove } = (
      await market.call('GET /api/admin/refunds', { query: { search: next.reference } }, staff)
    ).data[0] ?? { paymentToApprove: null }
    const paymentId = paymentToApprove ?? ''
    await market.call(
      'POST /api/admin/payment/:paymentId/approve',
      { params: { paymentId }, body: {} },
      colleague,
    )
    await send()
  })
})

describe("a stranger's money that matches nothing", () => {
  const giveBack = (receipt: string) =>
    market.call(
      'POST /api/admin/receipt/:receipt/match',
      { params: { receipt }, body: { reference: '', giveBack: true, reason: 'Paid to us by mistake' } },
      staff,
    )

  test('goes back to its own number, through the refunds', async () => {
    const code = await sendC2bPayment(market, { amount: 3_300, name: 'WANJALA', phone: '2547 ***** 555' })
    await giveBack(code)
    const { data } = await market.call('GET /api/admin/refunds', { query: { search: code } }, staff)
    expect(data).toMatchObject([
      { purpose: 'unmatched', reference: code, amount: 3_300, customer: { name: 'WANJALA' }, maySend: true },
    ])
    const body = paidWith(drawCode(market.clock.now()))
    const params = { refundId: data[0]?._id ?? '' }
    // Whoever stands at the desk need not be who paid.
    const inCash = market.call('POST /api/admin/refund/:refundId/sent', { params, body: paidWith() }, staff)
    await expect(inCash).rejects.toMatchObject({
      code: 'invalid',
      data: { fields: { paidBy: expect.any(String) } },
    })
    await market.call('POST /api/admin/refund/:refundId/sent', { params, body }, staff)
    expect(await balanceOf('unmatched', data[0]?.purchaseId ?? '')).toMatchObject({ money: 0, suspense: 0 })
    const query = { queue: 'unmatched' as const, search: code }
    expect((await market.call('GET /api/admin/payments', { query }, staff)).data).toEqual([])
    await expect(giveBack(code)).rejects.toMatchObject({ code: 'payment_wrong_state' })
  })

  test('above the limit needs an admin and somebody else', async () => {
    const code = await sendC2bPayment(market, { amount: 30_000 })
    await giveBack(code)
    const query = { queue: 'waiting' as const, search: code }
    const { data } = await market.call('GET /api/admin/refunds', { query }, staff)
    expect(data).toMatchObject([{ needsSecondPerson: true, maySend: false }])
  })

  test('is matched only with a reference', async () => {
    const receipt = await sendC2bPayment(market, { amount: 3_400 })
    const body = { reference: '', giveBack: false, reason: 'Whose is it?' }
    await expect(
      market.call('POST /api/admin/receipt/:receipt/match', { params: { receipt }, body }, staff),
    ).rejects.toMatchObject({ code: 'invalid' })
  })
})
