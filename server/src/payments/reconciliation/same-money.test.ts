import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bookByMpesa, receivePayment, sendC2bPayment } from '../../testing/payments.ts'
import type { Person } from '../../testing/people.ts'
import { drawCode } from '../../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import { settlePayment } from '../collections/settle-payment.ts'
import { findBalance } from '../ledger/ledger-store.ts'

let market: TestMarket
let staff: Person
beforeAll(async () => {
  market = await openTestMarket({ env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
})
afterAll(() => market.close())

const PRICE = 13_500
const code = () => drawCode(market.clock.now())

describe('a code that staff noted for money that turns out to be that of a request', () => {
  test('moves to the payment that staff accepts, so that a later report of it is the same money', async () => {
    const { booking, paymentId, receipt } = await noted()
    // The callback names the code that staff noted.
    await settlePayment(market.deps, paymentId, { kind: 'paid', receipt, amountReceived: PRICE })
    expect((await paymentsOf(booking._id))[0]).toMatchObject({ status: 'review', outcome: 'receipt_reused' })
    await accept(paymentId)
    expect(await paymentsOf(booking._id)).toMatchObject([
      { status: 'paid', outcome: 'accepted', receipt },
      { status: 'failed', outcome: 'same_money', receipt: null },
    ])
    await sendC2bPayment(market, { amount: PRICE, code: receipt, reference: booking.bookingId })
    expect(await transaction(receipt)).toMatchObject({ payment_id: paymentId })
    expect(await balanceOf(booking._id)).toMatchObject({ money: PRICE, price: PRICE })
    expect(await unmatched(receipt)).toEqual([])
  })

  test('moves with the amount that M-Pesa reported, where the report came first', async () => {
    const receipt = await sendC2bPayment(market, { amount: PRICE + 200 })
    const { booking, paymentId } = await noted(receipt)
    await settlePayment(market.deps, paymentId, { kind: 'paid', receipt, amountReceived: PRICE })
    await accept(paymentId)
    expect(await paymentsOf(booking._id)).toMatchObject([
      { status: 'paid', receipt, amount_received: PRICE + 200 },
      { status: 'failed', receipt: null },
    ])
    expect(await transaction(receipt)).toMatchObject({ payment_id: paymentId })
    expect(await balanceOf(booking._id)).toMatchObject({
      money: PRICE + 200,
      price: PRICE,
      unapplied: 200,
    })
  })

  test('is free where the request has a code of its own, so that money that really came with it can be used', async () => {
    const { booking, paymentId, receipt: mistyped } = await noted()
    await receivePayment(market, paymentId)
    await accept(paymentId)
    expect((await paymentsOf(booking._id))[1]).toMatchObject({ outcome: 'same_money', receipt: null })
    await sendC2bPayment(market, { amount: PRICE, code: mistyped })
    expect(await unmatched(mistyped)).toMatchObject([{ code: mistyped }])
    const other = await bookByMpesa(market)
    const body = { reference: other.booking.bookingId, giveBack: false, reason: 'The customer called' }
    await market.call(
      'POST /api/admin/receipt/:receipt/match',
      { params: { receipt: mistyped }, body },
      staff,
    )
    expect(await balanceOf(other.booking._id)).toMatchObject({ money: PRICE, price: PRICE })
    expect(await balanceOf(booking._id)).toMatchObject({ money: PRICE, price: PRICE })
  })
})

/** A booking that staff confirmed with a code, while the request to the phone is open. */
async function noted(receipt = code()) {
  const made = await bookByMpesa(market)
  const params = { bookingId: made.booking._id }
  const body = { note: 'Showed the message', paidBy: 'mpesa', code: receipt } as const
  await market.call('POST /api/admin/booking/:bookingId/confirm', { params, body }, staff)
  return { ...made, receipt }
}

function accept(paymentId: string) {
  const body = { decision: 'accept', reason: 'The same money' } as const
  return market.call('POST /api/admin/payment/:paymentId/decide', { params: { paymentId }, body }, staff)
}

async function unmatched(search: string) {
  const query = { queue: 'unmatched', search } as const
  return (await market.call('GET /api/admin/payments', { query }, staff)).data
}

function transaction(receipt: string) {
  return market.db
    .selectFrom('provider_transactions')
    .select('payment_id')
    .where('receipt', '=', receipt)
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

const balanceOf = (id: string) => findBalance(market.db, { type: 'booking', id })
