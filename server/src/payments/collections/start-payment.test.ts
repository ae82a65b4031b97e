import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { addCar } from '../../testing/fleet.ts'
import { farAhead, openPayingMarket, type PayingMarket } from '../../testing/paying-market.ts'
import { sendC2bPayment } from '../../testing/payments.ts'
import type { Person } from '../../testing/people.ts'
import { bookCar } from '../../testing/renting.ts'
import { runDueJobs } from '../../testing/run-due-jobs.ts'
import { newReceipt, stkBody } from '../../testing/stk-body.ts'
import { pollPendingPayments } from './poll-pending-payments.ts'
import { sendPaymentRequest } from './send-payment-request.ts'
import { settlePayment } from './settle-payment.ts'

let market: PayingMarket
let customer: Person

beforeAll(async () => {
  market = await openPayingMarket()
})
afterAll(() => market.close())

const MINUTE = 60_000

test('twenty requests at once ask the phone once', async () => {
  customer = await market.signUp()
  const { booking, payment } = await market.book(customer, '0712222002')
  await ended(payment._id, 'failed')
  market.clock.advance(31_000)
  const answers = await Promise.allSettled(
    Array.from({ length: 20 }, () => market.pay(customer, booking._id, '0712222100')),
  )
  const refused = answers.filter((answer) => answer.status === 'rejected')
  expect(refused).toHaveLength(19)
  for (const { reason } of refused) {
    expect(reason).toMatchObject({
      code: 'payment_too_soon',
      status: 409,
      data: { paymentId: expect.any(String) },
    })
  }
  expect(await attemptsFor(booking._id)).toEqual(['failed', 'processing'])
})

test('a request that was just sent is not sent again', async () => {
  customer = await market.signUp()
  const { booking } = await market.book(customer, '0712222101')
  await expect(market.pay(customer, booking._id, '0712222101')).rejects.toMatchObject({
    code: 'payment_too_soon',
  })
  expect(await attemptsFor(booking._id)).toEqual(['processing'])
})

test('a phone that still rings is not asked a second time', async () => {
  customer = await market.signUp()
  const { booking, payment } = await market.book(customer, '0712222102')
  await pushed(payment._id)
  market.clock.advance(40_000)
  await expect(market.pay(customer, booking._id, '0712222102')).rejects.toMatchObject({
    code: 'payment_too_soon',
  })
  expect(await attemptsFor(booking._id)).toEqual(['processing'])
})

test('a request that failed in silence is found out before the next one is sent', async () => {
  customer = await market.signUp()
  await market.phoneBehaves({ resultCode: '1032', never: true })
  const { booking, payment } = await market.book(customer, '0712222103')
  await pushed(payment._id)
  await wait(100)
  market.clock.advance(31_000)
  const again = await market.pay(customer, booking._id, '0712222001')
  expect(await market.payment(customer, payment._id)).toMatchObject({
    status: 'failed',
    outcome: 'cancelled',
  })
  await ended(again.data._id, 'paid')
})

test('a request that was paid in silence is found out, and not sent again', async () => {
  customer = await market.signUp()
  await market.phoneBehaves({ resultCode: '0', never: true })
  const { booking, payment } = await market.book(customer, '0712222104')
  await pushed(payment._id)
  await wait(100)
  market.clock.advance(31_000)
  await expect(market.pay(customer, booking._id, '0712222001')).rejects.toMatchObject({
    code: 'booking_not_payable',
  })
  expect(await market.payment(customer, payment._id)).toMatchObject({ status: 'paid' })
  expect(await market.booking(customer, booking._id)).toMatchObject({ status: 'confirmed' })
})

test('two prompts that were both paid are both recorded, and the second goes back', async () => {
  customer = await market.signUp()
  await market.phoneBehaves({ pendingStyle: 'beingProcessed' })
  const { booking, payment: first } = await market.book(customer, '0712222105')
  await pushed(first._id)
  market.clock.advance(80_000)
  const { data: second } = await market.pay(customer, booking._id, '0712222106')
  expect(await market.payment(customer, first._id)).toMatchObject({ status: 'expired', outcome: 'timed_out' })
  await pushed(second._id)
  await enterPin(first._id)
  await ended(first._id, 'paid')
  expect(await market.booking(customer, booking._id)).toMatchObject({
    status: 'confirmed',
    paymentStatus: 'paid',
  })
  await enterPin(second._id)
  await ended(second._id, 'review')
  const rows = [await market.row(first._id), await market.row(second._id)]
  expect(new Set(rows.map(({ receipt }) => receipt)).size).toBe(2)
  expect(rows).toMatchObject([
    { receipt: expect.any(String) },
    { receipt: expect.any(String), outcome: 'paid_twice' },
  ])
  const owed = await market.db
    .selectFrom('refunds')
    .selectAll()
    .where('booking_id', '=', booking._id)
    .execute()
  expect(owed).toMatchObject([{ payment_id: second._id, amount: booking.finalAmount, status: 'due' }])
  expect(await market.booking(customer, booking._id)).toMatchObject({
    status: 'confirmed',
    paymentStatus: 'paid',
  })
})

test('of two payments told at the same moment one counts and one goes back', async () => {
  for (let round = 0; round < 5; round += 1) {
    customer = await market.signUp()
    await market.phoneBehaves({ never: true })
    const { booking, payment: first } = await market.book(customer, `071222301${round}`)
    await pushed(first._id)
    market.clock.advance(80_000)
    await market.phoneBehaves({ never: true })
    const { data: second } = await market.pay(customer, booking._id, `071222302${round}`)
    await pushed(second._id)
    const told = await Promise.all(
      [first, second].map(async ({ _id, amount }) => {
        await enterPin(_id)
        const body = stkBody({ ...(await market.row(_id)), amount, receipt: newReceipt() })
        return () => market.tell(_id, body)
      }),
    )
    await Promise.all(told.flatMap((tell) => [tell(), tell()]))
    await expect.poll(() => attemptsFor(booking._id).then((all) => all.sort())).toEqual(['paid', 'review'])
    const owed = await market.db
      .selectFrom('refunds')
      .selectAll()
      .where('booking_id', '=', booking._id)
      .execute()
    expect(owed).toMatchObject([{ amount: booking.finalAmount }])
    expect(await market.booking(customer, booking._id)).toMatchObject({
      status: 'confirmed',
      paymentStatus: 'paid',
    })
  }
})

test('a push that never ran is given up, is not sent later, and the customer can try again', async () => {
  const idle = await openPayingMarket({ working: false })
  const someone = await idle.signUp()
  const { booking, payment } = await idle.book(someone, '0712222001')
  idle.clock.advance(2 * MINUTE)
  await pollPendingPayments(idle.deps)
  expect(await idle.payment(someone, payment._id)).toMatchObject({ status: 'expired', outcome: 'not_sent' })
  const again = await idle.pay(someone, booking._id, '0712222001')
  await runDueJobs(idle)
  expect(await idle.row(payment._id)).toMatchObject({ requested_at: null, status: 'expired' })
  expect(await idle.row(again.data._id)).toMatchObject({ checkout_request_id: expect.any(String) })
  await idle.close()
})

test('the number of a request is kept although the database was away when it came', async () => {
  const idle = await openPayingMarket({ working: false })
  const { payment } = await idle.book(await idle.signUp(), '0712222008')
  const { mpesa } = idle.deps.gateways
  let isAway = false
  let isBack: Promise<void> | undefined
  const push: typeof mpesa.push = async (request) => {
    const accepted = await mpesa.push(request)
    await setAway(idle, true)
    isAway = true
    setTimeout(() => {
      isAway = false
      isBack = setAway(idle, false)
    }, 1_200)
    return accepted
  }
  const deps = { ...idle.deps, gateways: { ...idle.deps.gateways, mpesa: { ...mpesa, push } } }
  await sendPaymentRequest(deps, { paymentId: payment._id })
  expect(isAway).toBe(false)
  await isBack
  expect(await idle.row(payment._id)).toMatchObject({ checkout_request_id: expect.any(String) })
  await idle.close()
})

/** Ends the connections of the market's pool and refuses new ones, as a server does that is being replaced. */
async function setAway({ deps: { connection } }: PayingMarket, isAway: boolean) {
  if ('connectionString' in connection) throw new Error('tests connect by fields')
  const { database } = connection
  const client = new pg.Client({ ...inject('postgres'), user: 'postgres', database: 'postgres' })
  await client.connect()
  await client.query(`alter database ${database} connection limit ${isAway ? 0 : -1}`)
  if (isAway)
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'twende' and datname = $1`,
      [database],
    )
  await client.end()
}

test('a push whose fate is unknown is given up in the end', async () => {
  customer = await market.signUp()
  await market.phoneBehaves({ answer: 'lostAck', never: true })
  const { booking, payment } = await market.book(customer, '0712222107')
  await expect.poll(() => market.row(payment._id)).toMatchObject({ requested_at: expect.any(Date) })
  market.clock.advance(2 * MINUTE)
  await runDueJobs(market)
  expect(await market.payment(customer, payment._id)).toMatchObject({ status: 'processing' })
  market.clock.advance(4 * MINUTE)
  await runDueJobs(market)
  expect(await market.payment(customer, payment._id)).toMatchObject({
    status: 'expired',
    outcome: 'answer_lost',
    message: expect.stringContaining('do not pay again'),
  })
  expect(await market.booking(customer, booking._id)).toMatchObject({ paymentStatus: 'expired' })
  // What came of it counts whenever it is reported.
  await settlePayment(market.deps, payment._id, {
    kind: 'paid',
    receipt: 'SKE52PAW77',
    amountReceived: payment.amount,
  })
  expect(await market.payment(customer, payment._id)).toMatchObject({ status: 'paid' })
})

test('money that M-Pesa reported of a push whose answer was lost is found before the phone is asked again', async () => {
  customer = await market.signUp()
  await market.phoneBehaves({ answer: 'lostAck', never: true })
  const { booking, payment } = await market.book(customer, '0712222111')
  await expect.poll(() => market.row(payment._id)).toMatchObject({ requested_at: expect.any(Date) })
  const { finalAmount: amount, bookingId: reference } = booking
  const paidAt = market.clock.now()
  const receipt = await sendC2bPayment(market, { amount, reference, paidAt, phone: '' })
  market.clock.advance(80_000)
  await expect(market.pay(customer, booking._id, '0712222111')).rejects.toMatchObject({
    code: 'booking_not_payable',
  })
  expect(await market.payment(customer, payment._id)).toMatchObject({ status: 'paid', receipt })
  expect(await attemptsFor(booking._id)).toEqual(['paid'])
})

test('M-Pesa is asked about an expired payment for a while yet', async () => {
  customer = await market.signUp()
  await market.phoneBehaves({ never: true })
  const { booking, payment } = await market.book(customer, '0712222108')
  await pushed(payment._id)
  for (let minute = 0; minute < 8; minute += 1) {
    market.clock.advance(MINUTE)
    await runDueJobs(market)
  }
  expect(await market.payment(customer, payment._id)).toMatchObject({ status: 'expired' })
  await enterPin(payment._id)
  market.clock.advance(15 * MINUTE)
  await runDueJobs(market)
  expect(await market.payment(customer, payment._id)).toMatchObject({ status: 'paid' })
  expect(await market.booking(customer, booking._id)).toMatchObject({ status: 'confirmed' })
})

test('nobody pays for or reads what is another customer’s; staff may read', async () => {
  customer = await market.signUp()
  const [stranger, staff] = [await market.signUp(), await market.signUp({ role: 'staff' })]
  const { booking, payment } = await market.book(customer, '0712222109')
  market.clock.advance(31_000)
  await expect(market.pay(stranger, booking._id, '0712222001')).rejects.toMatchObject({
    code: 'booking_not_found',
  })
  await expect(market.payment(stranger, payment._id)).rejects.toMatchObject({
    code: 'payment_not_found',
    status: 404,
  })
  expect(await market.payment(staff, payment._id)).toMatchObject({ _id: payment._id, phone: '0712 *** 109' })
})

test('what is confirmed, cancelled or out of time cannot be paid', async () => {
  customer = await market.signUp()
  const confirmed = await market.book(customer, '0712222001')
  await ended(confirmed.payment._id, 'paid')
  const cancelled = await market.book(customer, '0712222002')
  await ended(cancelled.payment._id, 'failed')
  await market.call(
    'PUT /api/booking/:bookingId/cancel',
    { params: { bookingId: cancelled.booking._id }, body: { cancellationReason: '' } },
    customer,
  )
  const late = await market.book(customer, '0712222003')
  await ended(late.payment._id, 'failed')
  market.clock.advance(16 * MINUTE)
  const pay = (booking: { _id: string }) => market.pay(customer, booking._id, '0712222001')
  await expect(pay(confirmed.booking)).rejects.toMatchObject({ code: 'booking_not_payable' })
  await expect(pay(cancelled.booking)).rejects.toMatchObject({ code: 'booking_not_payable' })
  await expect(pay(late.booking)).rejects.toMatchObject({ code: 'hold_expired' })
  await runDueJobs(market)
  await expect(pay(late.booking)).rejects.toMatchObject({ code: 'hold_expired' })
})

test('a phone that is busy with another request is told so', async () => {
  customer = await market.signUp()
  const first = await market.book(customer, '0712222110')
  await pushed(first.payment._id)
  const { payment } = await market.book(customer, '0712222110')
  await ended(payment._id, 'failed')
  expect(await market.payment(customer, payment._id)).toMatchObject({
    outcome: 'busy',
    message: 'Another M-Pesa request is open. Wait a minute.',
  })
})

test('a sum that M-Pesa does not take at once is not asked for', async () => {
  customer = await market.signUp()
  const carId = await addCar(market.db, { pricePerDay: 90_000 })
  const booking = await bookCar(market, customer, carId, farAhead(market.clock.now()))
  await expect(market.pay(customer, booking._id, '0712222001')).rejects.toMatchObject({
    code: 'too_much_for_mpesa',
  })
})

test('a booking that was to be settled on WhatsApp can be paid by M-Pesa too', async () => {
  customer = await market.signUp()
  const booking = await bookCar(market, customer, await addCar(market.db), farAhead(market.clock.now()))
  const { data } = await market.pay(customer, booking._id, '0712222001')
  await ended(data._id, 'paid')
  expect(await market.booking(customer, booking._id)).toMatchObject({
    status: 'confirmed',
    paymentStatus: 'paid',
  })
})

async function ended(paymentId: string, status: string) {
  await expect.poll(() => market.row(paymentId)).toMatchObject({ status })
}

async function pushed(paymentId: string) {
  await expect.poll(() => market.row(paymentId)).toMatchObject({ checkout_request_id: expect.any(String) })
}

async function enterPin(paymentId: string) {
  const { checkout_request_id } = await market.row(paymentId)
  const response = await fetch(`${market.simulator.baseUrl}/simulator/prompts/${checkout_request_id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'pin', pin: '1234' }),
  })
  expect(response.status).toBe(200)
}

async function attemptsFor(bookingId: string): Promise<string[]> {
  const rows = await market.db
    .selectFrom('payments')
    .select('status')
    .where('booking_id', '=', bookingId)
    .orderBy('created_at')
    .execute()
  return rows.map(({ status }) => status)
}
