import { nairobiDay } from '@twende/contract/calendar-day.ts'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '../../db/transaction.ts'
import { addCar } from '../../testing/fleet.ts'
import { bookByMpesa, paidWith, receivePayment, sendC2bPayment } from '../../testing/payments.ts'
import type { Person } from '../../testing/people.ts'
import { BOOKING_MORNING, bookCar } from '../../testing/renting.ts'
import { drawCode } from '../../testing/selling.ts'
import { addProduct, placeOrder } from '../../testing/shopping.ts'
import type { TestMarket } from '../../testing/test-app.ts'
import { openTestMarket } from '../../testing/test-app.ts'
import { settlePayment } from '../collections/settle-payment.ts'
import { createRefund } from './create-refund.ts'

let market: TestMarket
let staff: Person
let colleague: Person
let admin: Person
let customer: Person
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
  colleague = await market.signUp({ role: 'staff' })
  admin = await market.signUp({ role: 'admin' })
  customer = await market.signUp()
})
afterAll(() => market.close())

const SMALL = { pricePerDay: 4_500 }
const LARGE = { pricePerDay: 9_000 }
const now = () => market.clock.now()

describe('a booking that staff confirms without money', () => {
  test('stays to be paid when staff finds that its customer has not paid', async () => {
    const { booking, paymentId } = await bookByMpesa(market, SMALL)
    await settlePayment(market.deps, paymentId, { kind: 'denied' })
    await confirm(booking._id, { paidBy: 'none' })
    const body = { decision: 'dismiss', reason: 'No money came' } as const
    await market.call('POST /api/admin/payment/:paymentId/decide', { params: { paymentId }, body }, staff)
    expect(await standing(booking._id)).toEqual({ status: 'confirmed', payment_status: 'pending' })
    await take(booking._id, drawCode(now()))
    expect(await standing(booking._id)).toEqual({ status: 'confirmed', payment_status: 'paid' })
  })

  test('is still to be paid, and cancelling it owes nothing', async () => {
    const id = await book(SMALL)
    const { data } = await confirm(id, { paidBy: 'none' })
    expect(data).toMatchObject({ status: 'confirmed', paymentStatus: 'pending' })
    expect(await paymentsOf(id)).toEqual([])
    await cancel(id)
    expect(await refundsOf(id)).toEqual([])
  })

  test('takes a second person above the limit', async () => {
    const id = await book(LARGE)
    const asked = await confirm(id, { paidBy: 'none' })
    expect(asked.message).toContain('somebody else')
    expect(asked.data).toMatchObject({
      status: 'pending',
      unpaidConfirmation: { by: staff.name, amount: 27_000 },
    })
    await expect(confirm(id, { paidBy: 'none' })).rejects.toMatchObject({
      code: 'confirm_needs_second_person',
    })
    const { data: today } = await market.call('GET /api/admin/today', {}, colleague)
    expect(today.approvals).toContainEqual(expect.objectContaining({ kind: 'confirmUnpaid', id }))
    const { data } = await confirm(id, { paidBy: 'none' }, colleague)
    expect(data).toMatchObject({ status: 'confirmed', paymentStatus: 'pending' })
    await expect(
      market.db
        .updateTable('unpaid_confirmations')
        .set({ confirmed_by: staff.accountId })
        .where('booking_id', '=', id)
        .execute(),
    ).rejects.toThrow('large_unpaid_confirmation_has_two_people')
  })

  test('is paid by the request that its customer answers later', async () => {
    const { booking, paymentId } = await bookByMpesa(market, SMALL)
    await confirm(booking._id, { paidBy: 'none' })
    await receivePayment(market, paymentId)
    expect(await standing(booking._id)).toEqual({ status: 'confirmed', payment_status: 'paid' })
    expect(await paymentsOf(booking._id)).toMatchObject([{ status: 'paid' }])
  })
})

describe('a booking that was paid more than once', () => {
  test('gives back what was paid above the price, when staff cancels it', async () => {
    const id = await book(SMALL)
    const code = await sendC2bPayment(market, { amount: 14_200 })
    await confirm(id, { paidBy: 'mpesa', code })
    await cancel(id)
    expect(await refundsOf(id)).toMatchObject([{ amount: 14_200, status: 'due' }])
  })

  test('gives back all that counts, though another payment for it goes back already', async () => {
    const { booking, paymentId } = await bookByMpesa(market, SMALL)
    await receivePayment(market, paymentId, 13_000)
    const params = { paymentId }
    const body = { decision: 'giveBack', reason: 'Too little' } as const
    await market.call('POST /api/admin/payment/:paymentId/decide', { params, body }, staff)
    const code = await sendC2bPayment(market, { amount: 13_500 })
    await confirm(booking._id, { paidBy: 'mpesa', code })
    await market.db
      .updateTable('bookings')
      .set({ payment_status: 'refunding' })
      .where('id', '=', booking._id)
      .execute()
    await cancel(booking._id)
    expect((await refundsOf(booking._id)).map(({ amount }) => amount).sort()).toEqual([13_000, 13_500])
  })

  test('is refunded once the last of its refunds is sent', async () => {
    const { booking, paymentId } = await bookByMpesa(market, SMALL)
    await receivePayment(market, paymentId)
    const second = await sendC2bPayment(market, { amount: 13_500 })
    await market.call(
      'POST /api/admin/receipt/:receipt/match',
      {
        params: { receipt: second },
        body: { reference: booking.bookingId, giveBack: true, reason: 'Paid twice' },
      },
      staff,
    )
    await cancel(booking._id)
    const due = await refundsOf(booking._id)
    expect(due).toHaveLength(2)
    // The refund of the cancellation first, then that of the second payment.
    for (const { id } of due.sort((one) => (one.payment_id === null ? -1 : 1))) await send(id, staff)
    expect(await standing(booking._id)).toEqual({ status: 'cancelled', payment_status: 'refunded' })
  })

  test('shows what is open: a refund, then a payment in review, then the refund of that one', async () => {
    const { booking, customer: payer, paymentId: first } = await bookByMpesa(market, SMALL)
    await settlePayment(market.deps, first, { kind: 'no_answer' })
    market.clock.advance(80_000)
    const body = { purpose: 'booking', purchaseId: booking._id, phone: '0722000457' } as const
    const { data } = await market.call('POST /api/payment/start', { body }, payer)
    await receivePayment(market, data._id, 13_000)
    await giveBack(data._id)
    await cancel(booking._id)
    expect(await standing(booking._id)).toEqual({ status: 'cancelled', payment_status: 'refunding' })
    await receivePayment(market, first, 14_000)
    const [refund] = await refundsOf(booking._id)
    await send(refund?.id ?? '', staff)
    expect(await standing(booking._id)).toEqual({ status: 'cancelled', payment_status: 'review' })
    await giveBack(first)
    expect(await standing(booking._id)).toEqual({ status: 'cancelled', payment_status: 'refunding' })
    const last = (await refundsOf(booking._id)).find(({ status }) => status === 'due')
    await send(last?.id ?? '', staff)
    expect(await standing(booking._id)).toEqual({ status: 'cancelled', payment_status: 'refunded' })
  })
})

describe('money that staff says came in', () => {
  test('is kept with who took it, and goes back when the booking is cancelled', async () => {
    const id = await book(SMALL)
    await confirm(id, { paidBy: 'cash' })
    expect(await paymentsOf(id)).toMatchObject([
      { method: 'cash', amount_received: 13_500, recorded_by: staff.accountId },
    ])
    await cancel(id)
    expect(await refundsOf(id)).toMatchObject([{ amount: 13_500, status: 'due' }])
    await send((await refundsOf(id))[0]?.id ?? '', staff)
  })

  test('is kept with its M-Pesa code, which counts once', async () => {
    const [one, other] = [await book(SMALL), await book(SMALL)]
    const code = drawCode(now())
    await confirm(one, { paidBy: 'mpesa', code })
    expect(await paymentsOf(one)).toMatchObject([
      { method: 'c2b', receipt: code, recorded_by: staff.accountId },
    ])
    await expect(confirm(other, { paidBy: 'mpesa', code })).rejects.toMatchObject({ code: 'mpesa_code_used' })
    await expect(confirm(other, { paidBy: 'mpesa' })).rejects.toMatchObject({ code: 'invalid' })
    await confirm(other, { paidBy: 'none' })
    await take(other, drawCode(now()))
    expect(await standing(other)).toEqual({ status: 'confirmed', payment_status: 'paid' })
  })

  test.each(['cash', 'mpesa'] as const)(
    'above the limit by %s goes back only when somebody else has approved it',
    async (paidBy) => {
      const id = await book(LARGE)
      await confirm(id, { paidBy, ...(paidBy === 'mpesa' ? { code: drawCode(now()) } : {}) })
      await cancel(id)
      const [refund] = await refundsOf(id)
      const refundId = refund?.id ?? ''
      await market.call('POST /api/admin/refund/:refundId/approve', { params: { refundId }, body: {} }, admin)
      await expect(send(refundId, staff)).rejects.toMatchObject({ code: 'payment_not_approved' })
      const [payment] = await paymentsOf(id)
      const paymentId = payment?.id ?? ''
      const { data: today } = await market.call('GET /api/admin/today', {}, colleague)
      expect(today.approvals).toContainEqual(expect.objectContaining({ kind: 'payment', id: paymentId }))
      await expect(approve(paymentId, staff)).rejects.toMatchObject({ code: 'payment_needs_second_person' })
      await expect(sendRaw(refundId)).rejects.toThrow('refund_of_unproven_money_is_approved')
      await approve(paymentId, colleague)
      await expect(approve(paymentId, colleague)).rejects.toMatchObject({ code: 'payment_wrong_state' })
      await send(refundId, staff)
    },
  )

  test('is not asked about for a refund that leaves all of it here', async () => {
    const id = await book(LARGE)
    await confirm(id, { paidBy: 'cash' })
    const receipt = await sendC2bPayment(market, { amount: 500 })
    const { bookingId: reference } = (
      await market.call('GET /api/admin/booking/:bookingId', { params: { bookingId: id } }, staff)
    ).data
    const body = { reference, giveBack: true, reason: 'Paid to us by mistake' }
    await market.call('POST /api/admin/receipt/:receipt/match', { params: { receipt }, body }, staff)
    const [cash] = await paymentsOf(id)
    const { data: today } = await market.call('GET /api/admin/today', {}, colleague)
    expect(today.approvals.map((approval) => approval.id)).not.toContain(cash?.id)
    await send((await refundsOf(id))[0]?.id ?? '', staff)
    const params = { paymentId: cash?.id ?? '' }
    const { data } = await market.call('GET /api/admin/payment/:paymentId', { params }, colleague)
    expect(data).toMatchObject({ needsApproval: true, mayApprove: true })
  })

  test('that M-Pesa itself told of needs nobody else', async () => {
    const id = await book(LARGE)
    const code = await sendC2bPayment(market, { amount: 27_000 })
    await confirm(id, { paidBy: 'mpesa', code })
    await cancel(id)
    const refundId = (await refundsOf(id))[0]?.id ?? ''
    await market.call('POST /api/admin/refund/:refundId/approve', { params: { refundId }, body: {} }, admin)
    await send(refundId, staff)
  })

  test('of which M-Pesa later tells less goes back no further than that', async () => {
    const id = await book(SMALL)
    const code = drawCode(now())
    await confirm(id, { paidBy: 'mpesa', code })
    await sendC2bPayment(market, { amount: 10, code })
    await cancel(id)
    expect(await refundsOf(id)).toMatchObject([{ amount: 10 }])
  })

  test('is accepted by staff where M-Pesa denies it, in the name of who did', async () => {
    const { booking, paymentId } = await bookByMpesa(market, LARGE)
    await settlePayment(market.deps, paymentId, { kind: 'denied' })
    const body = { decision: 'accept' as const, reason: 'It is in the account' }
    await market.call('POST /api/admin/payment/:paymentId/decide', { params: { paymentId }, body }, staff)
    expect(await paymentsOf(booking._id)).toMatchObject([{ status: 'paid', recorded_by: staff.accountId }])
    await cancel(booking._id)
    const refundId = (await refundsOf(booking._id))[0]?.id ?? ''
    await market.call('POST /api/admin/refund/:refundId/approve', { params: { refundId }, body: {} }, admin)
    await expect(send(refundId, staff)).rejects.toMatchObject({ code: 'payment_not_approved' })
  })
})

test('an order that is called paid, without a payment, owes nothing when it is cancelled', async () => {
  const { orderId } = await placeOrder(market, customer, await addProduct(market))
  await market.db.updateTable('orders').set({ payment_status: 'paid' }).where('id', '=', orderId).execute()
  await market.call('POST /api/order/cancel', { body: { orderId } }, customer)
  const owed = await market.db.selectFrom('refunds').select('id').where('order_id', '=', orderId).execute()
  expect(owed).toEqual([])
})

test('no more goes back than came in, however many refunds are written at the same moment', async () => {
  const { booking, paymentId } = await bookByMpesa(market, SMALL)
  await receivePayment(market, paymentId)
  const half = {
    payableType: 'booking' as const,
    payableId: booking._id,
    amount: 7_000,
    reason: 'given_back' as const,
  }
  const ends = await Promise.allSettled([
    inTransaction(market.db, (tx) => createRefund(tx, half, now())),
    inTransaction(market.db, (tx) => createRefund(tx, { ...half, paymentId }, now())),
  ])
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(String(ends.find((end) => end.status === 'rejected')?.reason)).toContain(
    'More would go back than came in',
  )
  // Nor may a refund be written of which the ledger knows nothing, or the money be called unpaid while it goes back.
  const invented = {
    payable_type: 'booking',
    payable_id: booking._id,
    amount: 1,
    reason: 'given_back',
    created_at: now(),
    id: uuidv7(),
  }
  await expect(
    market.db
      .insertInto('refunds')
      .values({ ...invented, payment_id: paymentId })
      .onConflict((conflict) => conflict.constraint('refund_is_owed_once').doUpdateSet({ amount: 1 }))
      .execute(),
  ).rejects.toMatchObject({ constraint: 'refund_agrees_with_the_ledger' })
  await expect(
    market.db.updateTable('payments').set({ status: 'failed' }).where('id', '=', paymentId).execute(),
  ).rejects.toMatchObject({ constraint: 'payment_agrees_with_the_ledger' })
})

async function book(car: { pricePerDay: number }): Promise<string> {
  return (await bookCar(market, customer, await addCar(market.db, car)).finally(frees))._id
}

/** Three bookings may be held unpaid: the tests need more. */
async function frees() {
  customer = await market.signUp()
}

type Confirming = { paidBy: 'none' | 'cash' | 'mpesa'; code?: string }

function confirm(bookingId: string, how: Confirming, person = staff) {
  const body = { note: 'x', ...how }
  return market.call('POST /api/admin/booking/:bookingId/confirm', { params: { bookingId }, body }, person)
}

async function take(bookingId: string, code: string) {
  const params = { bookingId }
  const { money } = await market.call('GET /api/admin/booking/:bookingId', { params }, staff)
  const body = { amount: money.owed, ...paidWith(code) }
  return market.call('POST /api/admin/booking/:bookingId/owed', { params, body }, staff)
}

function giveBack(paymentId: string) {
  const body = { decision: 'giveBack', reason: 'Not the price' } as const
  return market.call('POST /api/admin/payment/:paymentId/decide', { params: { paymentId }, body }, staff)
}

function cancel(bookingId: string) {
  const body = { reason: 'The car is broken' }
  return market.call('POST /api/admin/booking/:bookingId/cancel', { params: { bookingId }, body }, staff)
}

function approve(paymentId: string, person: Person) {
  const body = { note: 'Counted' }
  return market.call('POST /api/admin/payment/:paymentId/approve', { params: { paymentId }, body }, person)
}

function send(refundId: string, person: Person) {
  const body = paidWith()
  return market.call('POST /api/admin/refund/:refundId/sent', { params: { refundId }, body }, person)
}

function sendRaw(refundId: string) {
  return market.db
    .updateTable('refunds')
    .set({
      status: 'sent',
      sent_at: now(),
      sent_on: nairobiDay(now()),
      method: 'cash',
      sent_by: staff.accountId,
      sent_note: 'In cash',
    })
    .where('id', '=', refundId)
    .execute()
}

function standing(bookingId: string) {
  return market.db
    .selectFrom('bookings')
    .select(['status', 'payment_status'])
    .where('id', '=', bookingId)
    .executeTakeFirstOrThrow()
}

function paymentsOf(bookingId: string) {
  return market.db
    .selectFrom('payments')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .orderBy('id')
    .execute()
}

function refundsOf(bookingId: string) {
  return market.db.selectFrom('refunds').selectAll().where('booking_id', '=', bookingId).execute()
}
