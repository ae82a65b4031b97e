import type { Booking } from '@twende/contract/bookings/booking.ts'
import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import { m } from '@twende/messages'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBooking } from '../bookings/booking-read-store.ts'
import { finishChange } from '../bookings/changes/make-change.ts'
import { expireHolds } from '../bookings/expire-holds.ts'
import { inTransaction } from '../db/transaction.ts'
import { handOver, takeBack } from '../testing/condition-reports.ts'
import { addCar } from '../testing/fleet.ts'
import { readMails } from '../testing/mailbox.ts'
import { bookByMpesa, paidWith, receivePayment, sendC2bPayment } from '../testing/payments.ts'
import type { Person } from '../testing/people.ts'
import { refusingAsStated } from '../testing/refusals.ts'
import { BOOKING_MORNING, bookCar } from '../testing/renting.ts'
import { drawCode } from '../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { settlePayment } from './collections/settle-payment.ts'
import { findBalance } from './ledger/ledger-store.ts'
import { createRefund } from './refunds/create-refund.ts'

let market: TestMarket
let staff: Person
beforeAll(async () => {
  const opened = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  market = { ...opened, call: refusingAsStated(opened.call) }
  staff = await market.signUp({ role: 'staff' })
})
afterAll(() => market.close())

const PRICE = 13_500
const code = () => drawCode(market.clock.now())

describe('money that was given back', () => {
  test('did not pay for the booking, so the request that is paid afterwards does', async () => {
    const { booking, paymentId } = await bookByMpesa(market)
    const receipt = await sendC2bPayment(market, { amount: 500, reference: booking.bookingId })
    await match(receipt, booking.bookingId, true)
    await receivePayment(market, paymentId)
    expect(await paymentsOf(booking._id)).toMatchObject([
      { status: 'paid', outcome: 'paid' },
      { status: 'refunding', outcome: 'given_back' },
    ])
    expect(await statusOf(booking._id)).toEqual({ status: 'confirmed', payment_status: 'paid' })
    expect(await refundsOf(booking._id)).toMatchObject([{ amount: 500, reason: 'given_back' }])
  })

  test('leaves its customer free to pay again, before and after it is sent', async () => {
    const { booking, customer, paymentId } = await bookByMpesa(market)
    await receivePayment(market, paymentId, 13_600)
    await expect(payAgain(customer, booking._id)).rejects.toMatchObject({
      code: 'payment_too_soon',
      message: 'We asked your phone to pay a moment ago. Please wait half a minute before we ask again.',
    })
    market.clock.advance(80_000)
    await expect(payAgain(customer, booking._id)).rejects.toMatchObject({ code: 'booking_not_payable' })
    await decide(paymentId, 'giveBack')
    const sentence = async () => {
      const params = { paymentId }
      return (await market.call('GET /api/payment/:paymentId', { params }, customer)).data.message
    }
    expect(await sentence()).toBe(`${m.payment_given_back()} ${m.payment_goes_back_to_payer()}`)
    const { data: second } = await payAgain(customer, booking._id)
    expect(await statusOf(booking._id)).toEqual({ status: 'pending', payment_status: 'processing' })
    await settlePayment(market.deps, second._id, { kind: 'not_paid', failure: 'cancelled' })
    expect(await statusOf(booking._id)).toEqual({ status: 'pending', payment_status: 'refunding' })
    const [refund] = await refundsOf(booking._id)
    const params = { refundId: refund?.id ?? '' }
    await market.call('POST /api/admin/refund/:refundId/sent', { params, body: paidWith(code()) }, staff)
    expect(await sentence()).toBe(`${m.payment_given_back()} ${m.payment_went_back()}`)
    market.clock.advance(80_000)
    const { data: third } = await payAgain(customer, booking._id)
    await receivePayment(market, third._id)
    expect(await statusOf(booking._id)).toEqual({ status: 'confirmed', payment_status: 'paid' })
  })
})

test('a booking that is cancelled while staff looks at its money: the mail says that, and how much it is', async () => {
  const { booking, customer, paymentId } = await bookByMpesa(market)
  await receivePayment(market, paymentId, 13_600)
  const cancelling = { params: { bookingId: booking._id }, body: { cancellationReason: '' } }
  await market.call('PUT /api/booking/:bookingId/cancel', cancelling, customer)
  const [mail] = await readMails(market.db, { accountId: customer.accountId, kind: 'booking_cancelled' })
  expect(mail?.body).toContain('We are still looking at Ksh 13,600 that came for it')
})

test('the phone pays the rest of a booking of which a part came, and its hold waits for that', async () => {
  const { booking, customer, paymentId } = await bookByMpesa(market)
  await receivePayment(market, paymentId, 6_000)
  const own = async () =>
    (await market.call('GET /api/booking/:bookingId', { params: { bookingId: booking._id } }, customer)).data
  expect(await own()).toMatchObject({ status: 'pending', paymentStatus: 'partial', paidInPart: 6_000 })
  market.clock.advance(3 * 3_600_000)
  await expireHolds(market.deps)
  expect(await statusOf(booking._id)).toEqual({ status: 'pending', payment_status: 'partial' })
  const { data } = await payAgain(customer, booking._id)
  expect(data.amount).toBe(7_500)
  await receivePayment(market, data._id)
  expect(await statusOf(booking._id)).toEqual({ status: 'confirmed', payment_status: 'paid' })
  expect(await balanceOf(booking._id)).toMatchObject({ money: PRICE, price: PRICE, unapplied: 0 })
})

describe('a part of the price of a booking that staff confirmed without money', () => {
  test('is used when staff takes the rest, and can no longer be given back', async () => {
    const { booking, paymentId } = await unpaidBookingWithPart(6_000)
    await takeRest(booking._id)
    expect(await balanceOf(booking._id)).toMatchObject({ money: PRICE, price: PRICE, unapplied: 0 })
    expect(await paymentsOf(booking._id)).toMatchObject([
      { status: 'paid', outcome: 'part_of_price' },
      { status: 'paid', amount: 7_500 },
    ])
    await expect(decide(paymentId, 'giveBack')).rejects.toMatchObject({ code: 'payment_wrong_state' })
  })

  test('pays for it with the part of the rest, after which neither can be given back', async () => {
    const { booking, first, second } = await bookingWithTwoRequests()
    await confirm(booking._id, { paidBy: 'none' })
    await receivePayment(market, first, 6_000)
    await receivePayment(market, second, 7_500)
    expect(await statusOf(booking._id)).toEqual({ status: 'confirmed', payment_status: 'paid' })
    expect(await balanceOf(booking._id)).toMatchObject({ price: PRICE, unapplied: 0 })
    for (const id of [first, second])
      await expect(decide(id, 'giveBack')).rejects.toMatchObject({ code: 'payment_wrong_state' })
  })

  test('with a code of more than the rest leaves the customer that much credit', async () => {
    const { booking, paymentId } = await unpaidBookingWithPart(6_000)
    await decide(paymentId, 'accept')
    await takeRest(booking._id, await sendC2bPayment(market, { amount: 8_000 }))
    expect(await balanceOf(booking._id)).toMatchObject({ money: 14_000, price: PRICE, unapplied: 500 })
    expect(await refundsOf(booking._id)).toEqual([])
  })

  test('with a code of more than the rest leaves a credit that goes back once the car is back', async () => {
    const { booking, paymentId } = await unpaidBookingWithPart(6_000)
    await decide(paymentId, 'accept')
    await takeRest(booking._id, await sendC2bPayment(market, { amount: 8_000 }))
    await handOver(market, staff, booking._id)
    const charges = [{ what: 'Scratch', amount: 200 }]
    await takeBack(market, staff, booking._id, { charges, chargesPayment: { paidBy: 'none' } })
    expect(await balanceOf(booking._id)).toMatchObject({ unapplied: 0, receivable: 0, refundsPayable: 300 })
    expect(await refundsOf(booking._id)).toMatchObject([{ amount: 300, reason: 'more_than_owed' }])
    const mails = await readMails(market.db, { kind: 'refund_owed' })
    expect(mails.at(-1)?.body).toContain('Ksh 300')
  })

  test('with a code of more than the rest leaves a credit that is no price where other money leaves the books', async () => {
    const { booking, paymentId } = await unpaidBookingWithPart(6_000)
    await decide(paymentId, 'accept')
    await takeRest(booking._id, await sendC2bPayment(market, { amount: 8_500 }))
    await handOver(market, staff, booking._id)
    const charges = [{ what: 'Scratch', amount: 800 }]
    await takeBack(market, staff, booking._id, { charges, chargesPayment: paidWith() })
    expect(await balanceOf(booking._id)).toMatchObject({ price: PRICE + 800, refundsPayable: 1_000 })
    const cash = (await paymentsOf(booking._id)).find(({ amount }) => amount === 800)
    await decide(cash?.id ?? '', 'dismiss')
    expect(await balanceOf(booking._id)).toMatchObject({
      price: PRICE + 800,
      unapplied: 0,
      receivable: 0,
      refundsPayable: 200,
    })
  })

  test('with a code of more than the rest leaves a credit that pays for added days', async () => {
    const { booking, paymentId } = await unpaidBookingWithPart(6_000)
    await decide(paymentId, 'accept')
    await takeRest(booking._id, await sendC2bPayment(market, { amount: 12_500 }))
    const params = { bookingId: booking._id }
    const { data } = await market.call('GET /api/admin/booking/:bookingId', { params }, staff)
    const { dropoffTime, updatedAt } = data
    const body = { endDate: addDays(data.endDate, 1), dropoffTime, paidBy: 'none' as const, updatedAt }
    await market.call('POST /api/admin/booking/:bookingId/extend', { params, body }, staff)
    expect(await balanceOf(booking._id)).toMatchObject({ price: 18_000, receivable: 0, unapplied: 500 })
    expect(await statusOf(booking._id)).toEqual({ status: 'confirmed', payment_status: 'paid' })
  })

  test('that staff accepted does not make a payment of the whole price the second one', async () => {
    const { booking, first, second } = await bookingWithTwoRequests()
    await confirm(booking._id, { paidBy: 'none' })
    await receivePayment(market, first, 6_000)
    await decide(first, 'accept')
    await receivePayment(market, second)
    // The price is earned once; what came in beside it is the customer's credit.
    expect(await balanceOf(booking._id)).toMatchObject({ money: 19_500, price: PRICE, unapplied: 6_000 })
    expect(await refundsOf(booking._id)).toEqual([])
    expect(await statusOf(booking._id)).toEqual({ status: 'confirmed', payment_status: 'paid' })
  })

  test('counts once when staff accepts it, and the rest is still to be paid', async () => {
    const { booking, paymentId } = await unpaidBookingWithPart(8_000)
    await decide(paymentId, 'accept')
    expect(await statusOf(booking._id)).toEqual({ status: 'confirmed', payment_status: 'pending' })
    expect(await balanceOf(booking._id)).toMatchObject({ money: 8_000, price: PRICE, receivable: 5_500 })
    await takeRest(booking._id)
    expect(await statusOf(booking._id)).toEqual({ status: 'confirmed', payment_status: 'paid' })
    expect(await balanceOf(booking._id)).toMatchObject({ money: PRICE, price: PRICE })
  })
})

test('a part that paid for a booking together with more than the rest of it that staff accepted cannot be given back', async () => {
  const { booking, first, second } = await bookingWithTwoRequests()
  await receivePayment(market, first, 6_000)
  await receivePayment(market, second, PRICE + 500)
  await decide(second, 'accept')
  expect(await statusOf(booking._id)).toEqual({ status: 'confirmed', payment_status: 'paid' })
  expect(await balanceOf(booking._id)).toMatchObject({ price: PRICE, unapplied: 6_500 })
  await expect(decide(first, 'giveBack')).rejects.toMatchObject({ code: 'payment_wrong_state' })
})

describe('a part beside a refund of the same booking', () => {
  test('waits for a decision where that refund is of something else', async () => {
    const { booking, customer, paymentId } = await bookByMpesa(market)
    await receivePayment(market, paymentId)
    await change(booking, customer, -1)
    const asked = await change(booking, customer, 1)
    await receivePayment(market, asked?._id ?? '', 1_000)
    expect(await refundsOf(booking._id)).toMatchObject([{ reason: 'booking_changed', status: 'due' }])
    expect(await waitingOf(booking.bookingId)).toEqual([asked?._id])
    await decide(asked?._id ?? '', 'giveBack')
    expect(await waitingOf(booking.bookingId)).toEqual([])
  })

  test('goes back at once where it came after the cancellation', async () => {
    const { booking, first, second } = await bookingWithTwoRequests()
    await receivePayment(market, first, 6_000)
    const params = { bookingId: booking._id }
    const body = { reason: 'The car is in the workshop' }
    await market.call('POST /api/admin/booking/:bookingId/cancel', { params, body }, staff)
    expect(await waitingOf(booking.bookingId)).toEqual([])
    market.clock.advance(60_000)
    await receivePayment(market, second, 7_000)
    expect(await waitingOf(booking.bookingId)).toEqual([])
    expect(await refundsOf(booking._id)).toMatchObject([{ amount: 6_000 }, { amount: 7_000 }])
  })
})

test('a part of what was owed that comes after the cancellation goes back at once', async () => {
  const { booking, customer } = await unpaidBookingWithPart(0)
  const { data: asked } = await payAgain(customer, booking._id)
  const params = { bookingId: booking._id }
  const body = { reason: 'The car is in the workshop' }
  await market.call('POST /api/admin/booking/:bookingId/cancel', { params, body }, staff)
  await receivePayment(market, asked._id, 100)
  expect(await waitingOf(booking.bookingId)).toEqual([])
  expect(await refundsOf(booking._id)).toMatchObject([{ amount: 100, status: 'due' }])
  expect(await statusOf(booking._id)).toEqual({ status: 'cancelled', payment_status: 'refunding' })
})

test('too much money that is looked at when its booking is cancelled is called so, and not missing', async () => {
  const { booking, customer } = await unpaidBookingWithPart(0)
  const { data: asked } = await payAgain(customer, booking._id)
  await receivePayment(market, asked._id, PRICE + 100)
  const request = { params: { bookingId: booking._id }, body: { cancellationReason: 'Plans changed' } }
  await market.call('PUT /api/booking/:bookingId/cancel', request, customer)
  expect(await statusOf(booking._id)).toEqual({ status: 'cancelled', payment_status: 'review' })
})

test('a late cancellation keeps its fee of the price, and gives back what came besides', async () => {
  const customer = await market.signUp()
  const startDate = addDays(nairobiDay(market.clock.now()), 1)
  const carId = await addCar(market.db, { pricePerDay: 9_000 })
  const dates = { startDate, endDate: addDays(startDate, 1) }
  const { _id: bookingId } = await bookCar(market, customer, carId, dates)
  await confirm(bookingId, { paidBy: 'none' })
  await takeRest(bookingId, await sendC2bPayment(market, { amount: 26_900 }))
  market.clock.advance(2 * 3_600_000)
  const params = { bookingId }
  const { data } = await market.call('GET /api/booking/:bookingId/refund', { params }, customer)
  expect(data).toMatchObject({ paid: 26_900, kept: 4_500 })
  const body = { cancellationReason: 'Plans changed' }
  await market.call('PUT /api/booking/:bookingId/cancel', { params, body }, customer)
  expect(await balanceOf(bookingId)).toMatchObject({ price: 4_500, unapplied: 0, refundsPayable: 22_400 })
})

test('a part does not confirm a booking: staff takes the rest, which the ledger then holds, or gives it back', async () => {
  const { booking, paymentId } = await bookByMpesa(market)
  await receivePayment(market, paymentId, 6_000)
  await expect(decide(paymentId, 'accept')).rejects.toMatchObject({
    code: 'amount_too_small',
    message: expect.stringContaining('Only Ksh 6,000 of Ksh 13,500 came in.'),
  })
  expect(await statusOf(booking._id)).toEqual({ status: 'pending', payment_status: 'partial' })
  // What is refused is not offered, and the page says why.
  expect(await offeredOn(paymentId)).toEqual({
    decisions: ['giveBack'],
    missing: { paid: 6_000, price: 13_500 },
  })
  expect(await balanceOf(booking._id)).toMatchObject({ money: 6_000, price: 0, unapplied: 6_000 })
  await confirm(booking._id, { paidBy: 'cash' })
  expect(await statusOf(booking._id)).toEqual({ status: 'confirmed', payment_status: 'paid' })
  expect(await balanceOf(booking._id)).toMatchObject({ money: PRICE, price: PRICE, unapplied: 0 })
})

test('a booking of which a part is paid owes less once it is shortened, and only what was paid beyond its new price goes back', async () => {
  const { booking, paymentId } = await unpaidBookingWithPart(6_000)
  await decide(paymentId, 'accept')
  await shorten(booking._id, { from: PRICE, to: 9_000 })
  expect(await balanceOf(booking._id)).toMatchObject({
    money: 6_000,
    price: 9_000,
    receivable: 3_000,
    refundsPayable: 0,
  })
  expect(await refundsOf(booking._id)).toEqual([])
  expect(await statusOf(booking._id)).toEqual({ status: 'confirmed', payment_status: 'pending' })
  await shorten(booking._id, { from: 9_000, to: 4_500 })
  expect(await balanceOf(booking._id)).toMatchObject({
    money: 6_000,
    price: 4_500,
    receivable: 0,
    refundsPayable: 1_500,
  })
  expect(await refundsOf(booking._id)).toMatchObject([{ amount: 1_500, reason: 'booking_changed' }])
  expect(await statusOf(booking._id)).toEqual({ status: 'confirmed', payment_status: 'paid' })
})

test('a refund of a part of what was bought leaves the rest that is owed', async () => {
  const { booking, paymentId } = await unpaidBookingWithPart(6_000)
  await decide(paymentId, 'accept')
  await inTransaction(market.db, (tx) =>
    createRefund(
      tx,
      {
        payableType: 'booking',
        payableId: booking._id,
        amount: 1_000,
        reason: 'booking_changed',
        occasion: 'test',
      },
      market.clock.now(),
    ),
  )
  expect(await balanceOf(booking._id)).toMatchObject({
    price: 12_500,
    receivable: 7_500,
    refundsPayable: 1_000,
  })
})

test('a part of a booking that goes on, and one that its rest completes, is offered for acceptance', async () => {
  const { paymentId } = await unpaidBookingWithPart(6_000)
  expect(await offeredOn(paymentId)).toEqual({ decisions: ['accept', 'giveBack'], missing: null })
  const { booking, first, second } = await bookingWithTwoRequests()
  await receivePayment(market, first, 6_000)
  await receivePayment(market, second, 13_600)
  expect(await offeredOn(second)).toEqual({ decisions: ['accept', 'giveBack'], missing: null })
  await decide(second, 'accept')
  expect(await statusOf(booking._id)).toMatchObject({ status: 'confirmed' })
})

async function offeredOn(paymentId: string) {
  const params = { paymentId }
  const { decisions, missing } = (await market.call('GET /api/admin/payment/:paymentId', { params }, staff))
    .data
  return { decisions, missing }
}

async function shorten(bookingId: string, { from, to }: { from: number; to: number }): Promise<void> {
  await inTransaction(market.db, async (tx) => {
    const booking = await findBooking(tx, bookingId)
    if (!booking) throw new Error('the booking is gone')
    const [before, moved] = [from, to].map((final_amount) => ({ ...booking, final_amount }))
    if (before && moved) await finishChange(tx, { before, moved, now: market.clock.now() })
  })
}

async function unpaidBookingWithPart(amount: number) {
  const made = await bookByMpesa(market)
  await confirm(made.booking._id, { paidBy: 'none' })
  if (amount > 0) await receivePayment(market, made.paymentId, amount)
  else await settlePayment(market.deps, made.paymentId, { kind: 'no_answer' })
  market.clock.advance(80_000)
  expect(await statusOf(made.booking._id)).toEqual({ status: 'confirmed', payment_status: 'pending' })
  return made
}

/** A booking whose phone was asked twice; both requests can still be paid. */
async function bookingWithTwoRequests() {
  const { booking, customer, paymentId: first } = await bookByMpesa(market)
  await settlePayment(market.deps, first, { kind: 'no_answer' })
  market.clock.advance(80_000)
  const { data } = await payAgain(customer, booking._id)
  return { booking, first, second: data._id }
}

function confirm(bookingId: string, how: { paidBy: 'none' | 'cash' | 'mpesa'; code?: string }) {
  const body = { note: 'x', ...how }
  return market.call('POST /api/admin/booking/:bookingId/confirm', { params: { bookingId }, body }, staff)
}

async function takeRest(bookingId: string, receipt = '') {
  const params = { bookingId }
  const { money } = await market.call('GET /api/admin/booking/:bookingId', { params }, staff)
  const body = { amount: money.owed, ...paidWith(receipt) }
  return market.call('POST /api/admin/booking/:bookingId/owed', { params, body }, staff)
}

function decide(paymentId: string, decision: 'accept' | 'giveBack' | 'dismiss') {
  const body = { decision, reason: 'Looked it up' }
  return market.call('POST /api/admin/payment/:paymentId/decide', { params: { paymentId }, body }, staff)
}

/** What of a booking stands in the queue of what needs a decision. */
async function waitingOf(reference: string) {
  const query = { queue: 'review' as const, search: reference }
  const { data } = await market.call('GET /api/admin/payments', { query }, staff)
  return data.map(({ _id }) => _id)
}

/** The customer agrees to so many days more or less; returns the request to pay for them. */
async function change({ _id: bookingId }: Booking, customer: Person, days: number) {
  const params = { bookingId }
  const { data: now } = await market.call('GET /api/booking/:bookingId', { params }, customer)
  const { startDate, endDate, pickupTime, dropoffTime } = now
  const period = { startDate, pickupTime, dropoffTime, endDate: addDays(endDate, days) }
  const { data: seen } = await market.call(
    'GET /api/booking/:bookingId/change',
    { params, query: period },
    customer,
  )
  const { finalAmount, updatedAt } = seen
  const body = { ...period, finalAmount, updatedAt, phone: '0712345001' }
  return (await market.call('POST /api/booking/:bookingId/change', { params, body }, customer)).payment
}

function match(receipt: string, reference: string, giveBack: boolean) {
  const body = { reference, giveBack, reason: 'Looked it up' }
  return market.call('POST /api/admin/receipt/:receipt/match', { params: { receipt }, body }, staff)
}

function payAgain(customer: Person, purchaseId: string) {
  const body = { purpose: 'booking', purchaseId, phone: '0722000999' } as const
  return market.call('POST /api/payment/start', { body }, customer)
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

function statusOf(bookingId: string) {
  return market.db
    .selectFrom('bookings')
    .select(['status', 'payment_status'])
    .where('id', '=', bookingId)
    .executeTakeFirstOrThrow()
}

const balanceOf = (id: string) => findBalance(market.db, { type: 'booking', id })
