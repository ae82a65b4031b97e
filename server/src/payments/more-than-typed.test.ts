import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCar } from '../testing/fleet.ts'
import { expectBalanced } from '../testing/ledger-invariants.ts'
import { readMails } from '../testing/mailbox.ts'
import { paidWith, sendC2bPayment } from '../testing/payments.ts'
import type { Person } from '../testing/people.ts'
import { bookCar } from '../testing/renting.ts'
import { createListing, drawCode } from '../testing/selling.ts'
import { addProduct, placeOrder } from '../testing/shopping.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { findBalance } from './ledger/ledger-store.ts'

let market: TestMarket
let staff: Person
let customer: Person
beforeAll(async () => {
  market = await openTestMarket({ env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
  customer = await market.signUp()
})
afterAll(async () => {
  await expectBalanced(market)
  await market.close()
})

const newCode = () => drawCode(market.clock.now())
const refundsOf = (payableId: string) =>
  market.db
    .selectFrom('refunds')
    .select(['amount', 'reason', 'status'])
    .where('payable_id', '=', payableId)
    .execute()
const toldOf = async (kind: string) =>
  (await readMails(market.db, { kind: kind as 'refund_owed', accountId: customer.accountId })).map(
    ({ body }) => body,
  )

/** An order of Ksh 2,000 that staff noted as paid with a code that M-Pesa has not reported. */
async function orderByCode() {
  const productId = await addProduct(market, { price: 2_000, onHand: 3 })
  const { orderId, number } = await placeOrder(market, customer, productId, { channel: 'whatsapp' })
  const code = newCode()
  const body = { move: 'pay', note: 'Showed the message', ...paidWith(code) } as const
  await market.call('POST /api/admin/order/:orderId/move', { params: { orderId }, body }, staff)
  return { orderId, number, code }
}

describe('M-Pesa reports more than staff typed', () => {
  test('for an order: what is too much goes back and is said, once', async () => {
    const { orderId, number, code } = await orderByCode()
    await sendC2bPayment(market, { amount: 2_700, code })
    await sendC2bPayment(market, { amount: 2_700, code })
    expect(await refundsOf(orderId)).toEqual([{ amount: 700, reason: 'more_than_owed', status: 'due' }])
    const { data } = await market.call('GET /api/order/get/:orderId', { params: { orderId } }, customer)
    expect(data).toMatchObject({ status: 'paid', paymentStatus: 'paid', paid: 2_000, refundDue: 700 })
    const balance = await findBalance(market.db, { type: 'order', id: orderId })
    expect(balance).toMatchObject({ price: 2_000, unapplied: 0, refundsPayable: 700 })
    const said = await toldOf('refund_owed')
    expect(said.filter((body) => body.includes(number) && body.includes('Ksh 700'))).toHaveLength(1)
  })

  test('for a booking that was cancelled: what is too much goes back too', async () => {
    const startDate = addDays(nairobiDay(market.clock.now()), 20)
    const carId = await addCar(market.db, { pricePerDay: 4_500 })
    const choices = { startDate, endDate: addDays(startDate, 3), paymentMethod: 'whatsapp' } as const
    const booking = await bookCar(market, customer, carId, choices)
    const params = { bookingId: booking._id }
    const code = newCode()
    await market.call('POST /api/admin/booking/:bookingId/confirm', { params, body: paidWith(code) }, staff)
    const body = { reason: 'The car is at the workshop' }
    await market.call('POST /api/admin/booking/:bookingId/cancel', { params, body }, staff)
    await sendC2bPayment(market, { amount: booking.finalAmount + 700, code })
    const amounts = (await refundsOf(booking._id)).map(({ amount }) => amount)
    expect(amounts.toSorted((a, b) => a - b)).toEqual([700, booking.finalAmount])
    expect(await findBalance(market.db, { type: 'booking', id: booking._id })).toMatchObject({ unapplied: 0 })
  })

  test('for an order that was taken out of the books before: nothing goes back', async () => {
    const { orderId, code } = await orderByCode()
    const paid = market.db.selectFrom('payments').select('id').where('order_id', '=', orderId)
    const params = { paymentId: (await paid.executeTakeFirstOrThrow()).id }
    const body = { decision: 'dismiss', reason: 'Of another order' } as const
    await market.call('POST /api/admin/payment/:paymentId/decide', { params, body }, staff)
    await sendC2bPayment(market, { amount: 2_700, code })
    expect(await refundsOf(orderId)).toEqual([])
    const { data } = await market.call(
      'GET /api/admin/payments',
      { query: { queue: 'unmatched', search: code } },
      staff,
    )
    expect(data).toMatchObject([{ received: 2_700 }])
  })

  test('for a deposit: what is too much goes back and is said', async () => {
    const startDate = addDays(nairobiDay(market.clock.now()), 20)
    const carId = await addCar(market.db, { pricePerDay: 4_500, deposit: 10_000 })
    const choices = { startDate, endDate: addDays(startDate, 3), paymentMethod: 'whatsapp' } as const
    const booking = await bookCar(market, customer, carId, choices)
    const params = { bookingId: booking._id }
    await market.call('POST /api/admin/booking/:bookingId/confirm', { params, body: paidWith() }, staff)
    const code = newCode()
    const take = { params, body: paidWith(code) }
    await market.call('POST /api/admin/booking/:bookingId/deposit/take', take, staff)
    await sendC2bPayment(market, { amount: 10_400, code })
    const { data } = await market.call('GET /api/admin/booking/:bookingId/deposit', { params }, staff)
    expect(data.deposit).toMatchObject({ held: 10_000 })
    expect(await refundsOf(data.deposit?._id ?? '')).toEqual([
      { amount: 400, reason: 'more_than_owed', status: 'due' },
    ])
  })

  test('for a listing: it buys more time, and that is said', async () => {
    const code = newCode()
    const { _id: listingId } = await createListing(market, customer, { code, paid: 2_000 })
    const params = { listingId }
    await market.call('POST /api/admin/listing/:listingId/approve-payment', { params, body: {} }, staff)
    await sendC2bPayment(market, { amount: 4_500, code })
    const { data } = await market.call('GET /api/admin/listing/:listingId', { params }, staff)
    expect(data).toMatchObject({ listingMonths: 3 })
    const balance = await findBalance(market.db, { type: 'listing_period', id: listingId })
    expect(balance).toMatchObject({ money: 4_500, price: 4_500, unapplied: 0 })
  })
})

describe('M-Pesa reports less than staff approved for a listing', () => {
  test('and the time is what that money buys, which is said', async () => {
    const code = newCode()
    const { _id: listingId } = await createListing(market, customer, { code, paid: 4_500 })
    const params = { listingId }
    await market.call('POST /api/admin/listing/:listingId/approve-payment', { params, body: {} }, staff)
    await sendC2bPayment(market, { amount: 2_000, code })
    const { data } = await market.call('GET /api/admin/listing/:listingId', { params }, staff)
    expect(data).toMatchObject({ listingMonths: 1, listingStatus: 'active' })
    const balance = await findBalance(market.db, { type: 'listing_period', id: listingId })
    expect(balance).toMatchObject({ money: 2_000, price: 2_000, receivable: 0, unapplied: 0 })
    expect((await toldOf('listing_payment_corrected')).at(-1)).toContain('Ksh 4,500')
  })

  test('and a part that came beside it stays a part', async () => {
    const code = newCode()
    const { _id: listingId } = await createListing(market, customer, { code, paid: 4_500 })
    const params = { listingId }
    await market.call('POST /api/admin/listing/:listingId/approve-payment', { params, body: {} }, staff)
    const row = market.db.selectFrom('listings').select('number').where('id', '=', listingId)
    const reference = `CAR${(await row.executeTakeFirstOrThrow()).number}`
    await sendC2bPayment(market, { amount: 500, reference })
    await sendC2bPayment(market, { amount: 2_000, code })
    const balance = await findBalance(market.db, { type: 'listing_period', id: listingId })
    expect(balance).toMatchObject({ money: 2_500, price: 2_000, unapplied: 500, receivable: 0 })
  })

  test('and less than any plan costs: it is owed, and staff can take it out of the books', async () => {
    const code = newCode()
    const { _id: listingId } = await createListing(market, customer, { code, paid: 2_000 })
    const params = { listingId }
    await market.call('POST /api/admin/listing/:listingId/approve-payment', { params, body: {} }, staff)
    await sendC2bPayment(market, { amount: 500, code })
    const balance = await findBalance(market.db, { type: 'listing_period', id: listingId })
    expect(balance).toMatchObject({ money: 500, receivable: 1_500 })
    const paid = market.db.selectFrom('payments').select('id').where('listing_id', '=', listingId)
    const { id: paymentId } = await paid.executeTakeFirstOrThrow()
    const undone = { params: { paymentId }, body: { decision: 'dismiss', reason: 'Too little' } } as const
    await market.call('POST /api/admin/payment/:paymentId/decide', undone, staff)
    const { data } = await market.call('GET /api/admin/listing/:listingId', { params }, staff)
    expect(data).toMatchObject({ listingMonths: 0, listingStatus: 'draft' })
    expect(await findBalance(market.db, { type: 'listing_period', id: listingId })).toMatchObject({
      money: 0,
      receivable: 0,
    })
  })
})
