import { nairobiDay } from '@twende/contract/calendar-day.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import type { RouteRequest } from '@twende/contract/http/route.ts'
import type { Routes } from '@twende/contract/routes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readMails } from '../../testing/mailbox.ts'
import type { PayingMarket } from '../../testing/paying-market.ts'
import { openPayingMarket } from '../../testing/paying-market.ts'
import {
  addRefundDue,
  bookByMpesa,
  paidWith,
  paymentInReview,
  receivePayment,
  sendC2bPayment,
} from '../../testing/payments.ts'
import type { Person } from '../../testing/people.ts'
import { createListing, drawCode } from '../../testing/selling.ts'

type FilterInput = RouteRequest<'GET /api/admin/payments', Routes['GET /api/admin/payments']>['query']

let market: PayingMarket
let staff: Person
let admin: Person
beforeAll(async () => {
  market = await openPayingMarket()
  staff = await market.signUp({ role: 'staff', name: 'Mercy Achieng' })
  admin = await market.signUp({ role: 'admin', name: 'Otieno Keeper' })
})
afterAll(() => market.close())

const decide = (paymentId: string, decision: 'accept' | 'giveBack' | 'dismiss', who = staff) =>
  market.call(
    'POST /api/admin/payment/:paymentId/decide',
    { params: { paymentId }, body: { decision, reason: 'Looked it up in the account' } },
    who,
  )
const match = (receipt: string, reference: string, giveBack = false, who = staff) =>
  market.call(
    'POST /api/admin/receipt/:receipt/match',
    { params: { receipt }, body: { reference, giveBack, reason: 'The customer called' } },
    who,
  )
const approve = (refundId: string, who = admin) =>
  market.call('POST /api/admin/refund/:refundId/approve', { params: { refundId }, body: {} }, who)
const send = (refundId: string, code: string, who = staff) =>
  market.call('POST /api/admin/refund/:refundId/sent', { params: { refundId }, body: paidWith(code) }, who)
const money = (query: FilterInput = {}) => market.call('GET /api/admin/payments', { query }, staff)
const detail = async (paymentId: string) =>
  (await market.call('GET /api/admin/payment/:paymentId', { params: { paymentId } }, staff)).data
const code = () => drawCode(market.clock.now())

async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof ApiError) return error.code
  throw error ?? new Error('nothing was refused')
}

/** How two at once ended: how many got through, and what the other was told. */
async function race(...tries: Promise<unknown>[]) {
  const ends = await Promise.allSettled(tries)
  const refused = ends.flatMap((end) =>
    end.status === 'rejected' && end.reason instanceof ApiError ? [end.reason.code] : [],
  )
  return { done: ends.filter(({ status }) => status === 'fulfilled').length, refused }
}

const statusOf = async (bookingId: string) => {
  const { data } = await market.call('GET /api/admin/booking/:bookingId', { params: { bookingId } }, staff)
  return [data.status, data.paymentStatus]
}

describe('money that needs a decision', () => {
  test('counts once staff accepts it, and the booking is confirmed', async () => {
    const { booking, paymentId } = await paymentInReview(market)
    const { data } = await money({ search: booking.bookingId })
    expect(data).toMatchObject([
      { _id: paymentId, status: 'review', reference: booking.bookingId, decisions: ['accept', 'giveBack'] },
    ])
    await decide(paymentId, 'accept')
    expect(await statusOf(booking._id)).toEqual(['confirmed', 'paid'])
    expect(await detail(paymentId)).toMatchObject({
      status: 'paid',
      outcome: 'Staff decided that it counts.',
      history: [{ by: 'Mercy Achieng', reason: 'Looked it up in the account' }],
    })
    expect(await refusal(decide(paymentId, 'giveBack'))).toBe('payment_wrong_state')
  })

  test('is decided on by one of two', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { paymentId } = await paymentInReview(market)
      const both = race(decide(paymentId, 'giveBack'), decide(paymentId, 'accept', admin))
      expect(await both).toEqual({ done: 1, refused: ['payment_wrong_state'] })
    }
  })

  test('goes back when staff says so: owed, and told to the customer', async () => {
    const { booking, paymentId, customer } = await paymentInReview(market)
    await decide(paymentId, 'giveBack')
    const { refunds } = await detail(paymentId)
    expect(refunds).toMatchObject([{ amount: booking.finalAmount + 500, status: 'due' }])
    const notifications = await readMails(market.db, { accountId: customer.accountId, kind: 'refund_owed' })
    expect(notifications).toHaveLength(1)
    expect(notifications[0]?.body).toContain('Looked it up in the account')
  })

  test('is refused as a payment for what can no longer be had', async () => {
    const { booking, paymentId, customer } = await bookByMpesa(market)
    const params = { bookingId: booking._id }
    await market.call(
      'PUT /api/booking/:bookingId/cancel',
      { params, body: { cancellationReason: 'Changed my mind' } },
      customer,
    )
    await receivePayment(market, paymentId, booking.finalAmount + 1)
    expect(await refusal(decide(paymentId, 'accept'))).toBe('purchase_gone')
    await decide(paymentId, 'giveBack')
    expect(await statusOf(booking._id)).toEqual(['cancelled', 'refunding'])
  })

  test('that staff had noted by hand before stands in the books once', async () => {
    const { booking, paymentId } = await bookByMpesa(market)
    const params = { bookingId: booking._id }
    await market.call(
      'POST /api/admin/booking/:bookingId/confirm',
      { params, body: { note: 'Showed me the message', paidBy: 'cash' as const } },
      staff,
    )
    await receivePayment(market, paymentId)
    expect((await detail(paymentId)).status).toBe('review')
    await decide(paymentId, 'accept')
    const paid = await market.db
      .selectFrom('payments')
      .select(['method', 'amount_received'])
      .where('booking_id', '=', booking._id)
      .where('status', '=', 'paid')
      .execute()
    expect(paid).toEqual([{ method: 'stk', amount_received: booking.finalAmount }])
  })

  test('includes messages that sellers pasted', async () => {
    const listing = await createListing(market, await market.signUp(), { paid: 2_000 })
    const { data } = await money({ queue: 'review', method: 'message' })
    expect(data.find(({ purchaseId }) => purchaseId === listing._id)).toMatchObject({
      kind: 'proof',
      purpose: 'listing_period',
      status: 'review',
    })
  })
})

describe('money that matches nothing', () => {
  test('pays for what staff matches it with, once, by one of two', async () => {
    const { booking } = await bookByMpesa(market)
    const receipt = await sendC2bPayment(market, { amount: booking.finalAmount, reference: 'rent' })
    const found = await money({ queue: 'unmatched', search: receipt })
    expect(found.data).toMatchObject([
      { kind: 'transaction', code: receipt, reference: 'rent', payer: 'OTIENO' },
    ])
    const { done } = await race(
      match(receipt, booking.bookingId),
      match(receipt, booking.bookingId, false, admin),
    )
    expect(done).toBe(1)
    expect(await statusOf(booking._id)).toEqual(['confirmed', 'paid'])
    expect((await money({ queue: 'unmatched', search: receipt })).data).toEqual([])
    expect((await money({ queue: 'matched', search: receipt })).data).toHaveLength(1)
  })

  test('is refused where it is too little, or nothing has that reference', async () => {
    const { booking } = await bookByMpesa(market)
    const receipt = await sendC2bPayment(market, { amount: booking.finalAmount - 1 })
    expect(await refusal(match(receipt, booking.bookingId))).toBe('amount_too_small')
    expect(await refusal(match(receipt, 'ORD999999999'))).toBe('purchase_not_found')
    expect(await refusal(match(code(), booking.bookingId))).toBe('payment_not_found')
    expect((await money({ queue: 'unmatched', search: receipt })).data).toHaveLength(1)
    await match(receipt, booking.bookingId, true)
    const { data } = await market.call(
      'GET /api/admin/refunds',
      { query: { search: booking.bookingId } },
      staff,
    )
    expect(data).toMatchObject([{ amount: booking.finalAmount - 1, status: 'due' }])
  })

  test('pays for what staff matches it with, also where somebody else pasted its code', async () => {
    const receipt = code()
    await createListing(market, await market.signUp(), { paid: 2_000, code: receipt })
    await sendC2bPayment(market, { amount: 13_500, code: receipt })
    const { booking } = await bookByMpesa(market)
    await match(receipt, booking.bookingId)
    expect(await statusOf(booking._id)).toEqual(['confirmed', 'paid'])
  })
})

describe('a refund', () => {
  test('is sent with its own code, and the booking and the customer know', async () => {
    const { refundId, booking, customer } = await addRefundDue(market)
    expect(await statusOf(booking._id)).toEqual(['cancelled', 'refunding'])
    const sent = code()
    await send(refundId, sent)
    expect(await statusOf(booking._id)).toEqual(['cancelled', 'refunded'])
    const notifications = await readMails(market.db, { accountId: customer.accountId, kind: 'refund_sent' })
    expect(notifications[0]?.body).toContain(sent)
    expect(await refusal(send(refundId, code()))).toBe('refund_wrong_state')
  })

  test('takes no code that was used anywhere, and none that is not written like one', async () => {
    const { refundId, paymentId } = await addRefundDue(market)
    const { code: paidWith } = await detail(paymentId)
    expect(await refusal(send(refundId, paidWith ?? ''))).toBe('mpesa_code_used')
    expect(await refusal(send(refundId, await sendC2bPayment(market, { amount: 77 })))).toBe(
      'mpesa_code_used',
    )
    expect(await refusal(send(refundId, 'NONSENSE'))).toBe('invalid')
    const unsaid = { params: { refundId }, body: { paidBy: 'cash' as const } }
    expect(await refusal(market.call('POST /api/admin/refund/:refundId/sent', unsaid, staff))).toBe('invalid')
    const other = await addRefundDue(market)
    const own = code()
    await send(other.refundId, own)
    expect(await refusal(send(refundId, own))).toBe('mpesa_code_used')
  })

  test('above the limit needs an admin, and somebody else to send it', async () => {
    const { refundId, booking } = await addRefundDue(market, { pricePerDay: 9_000 })
    expect(await refusal(send(refundId, code()))).toBe('refund_not_approved')
    expect(await refusal(approve(refundId, staff))).toBe('forbidden')
    expect(await race(approve(refundId), approve(refundId, admin))).toEqual({
      done: 1,
      refused: ['refund_wrong_state'],
    })
    expect(await refusal(send(refundId, code(), admin))).toBe('refund_needs_second_person')
    expect(await race(send(refundId, code()), send(refundId, code()))).toMatchObject({ done: 1 })
    expect(await statusOf(booking._id)).toEqual(['cancelled', 'refunded'])
  })

  test('of a small sum needs no second person', async () => {
    const { refundId } = await addRefundDue(market)
    expect(await refusal(approve(refundId))).toBe('refund_wrong_state')
  })

  test('that is too large for one person is refused by the database itself', async () => {
    const { refundId } = await addRefundDue(market, { pricePerDay: 9_000 })
    const alone = (row: Record<string, unknown>) =>
      market.db
        .updateTable('refunds')
        .set({
          status: 'sent',
          sent_by: admin.accountId,
          sent_at: market.clock.now(),
          receipt: code(),
          ...row,
        })
        .where('id', '=', refundId)
        .execute()
    await expect(alone({})).rejects.toThrow('large_refund_is_approved')
    await expect(alone({ approved_by: admin.accountId, approved_at: market.clock.now() })).rejects.toThrow(
      'refund_approver_is_a_second_person',
    )
  })

  test('of a second payment leaves the booking paid', async () => {
    const { booking, customer, paymentId } = await bookByMpesa(market)
    await receivePayment(market, paymentId)
    const receipt = await sendC2bPayment(market, { amount: booking.finalAmount })
    expect(await refusal(match(receipt, booking.bookingId))).toBe('purchase_gone')
    const { paymentId: second } = await match(receipt, booking.bookingId, true)
    const [refund] = (await detail(second)).refunds
    await send(refund?._id ?? '', code())
    expect(await statusOf(booking._id)).toEqual(['confirmed', 'paid'])
    expect((await detail(second)).status).toBe('refunded')
    expect((await market.payment(customer, paymentId)).status).toBe('paid')
  })
})

describe('what staff reads', () => {
  test('tells no secret and no whole telephone number', async () => {
    const { paymentId } = await bookByMpesa(market)
    await market.tell(paymentId, JSON.stringify({ Body: 'junk', PhoneNumber: 254711000999 }))
    await expect.poll(async () => (await detail(paymentId)).messages).not.toHaveLength(0)
    const { webhook_secret } = await market.row(paymentId)
    const text = JSON.stringify(await detail(paymentId))
    expect(text).not.toContain(webhook_secret)
    expect(text).not.toContain('711000999')
    expect(text).toContain('0711 *** 999')
  })

  test('as a table is safe for spreadsheets', async () => {
    const receipt = await sendC2bPayment(market, { amount: 31, reference: '=1+1' })
    const { body } = await market.app.inject({
      url: `/api/admin/payments.csv?queue=unmatched&search=${receipt}`,
      headers: { token: staff.token },
    })
    expect(body).toContain(`,'=1+1,`)
  })

  test('of a day adds up, and names what does not fit', async () => {
    const day = nairobiDay(market.clock.now())
    const { data } = await market.call('GET /api/admin/reconciliation', { query: { day } }, staff)
    const { totals, cameIn, refundsSent, counts, differences } = data
    expect(cameIn.reduce((sum, { amount }) => sum + amount, 0)).toBe(totals.received.amount)
    expect(refundsSent.reduce((sum, { amount }) => sum + amount, 0)).toBe(totals.refunded.amount)
    expect(totals.net).toBe(totals.received.amount - totals.refunded.amount)
    expect(differences.unmatched).toHaveLength(counts.unmatched)
    expect(counts.unmatched).toBeGreaterThan(0)
  })
})
