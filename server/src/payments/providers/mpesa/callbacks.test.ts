import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expireHolds } from '../../../bookings/expire-holds.ts'
import { openPayingMarket, type PayingMarket } from '../../../testing/paying-market.ts'
import { runDueJobs } from '../../../testing/run-due-jobs.ts'
import { newReceipt, stkBody } from '../../../testing/stk-body.ts'
import { processWebhookMessage } from '../../collections/process-webhook-message.ts'

let market: PayingMarket

beforeAll(async () => {
  market = await openPayingMarket()
})
afterAll(() => market.close())

const HOUR = 3_600_000
const ACCEPTED = { ResultCode: 0, ResultDesc: 'Accepted' }

test('the same callback five times confirms one booking once', async () => {
  const customer = await market.signUp()
  await market.phoneBehaves({ resultCode: '0', duplicates: 5 })
  const { booking, payment } = await market.book(customer, '0712111101')
  await expect.poll(() => messageStatuses(payment._id)).toEqual(Array(5).fill('settled'))
  expect(await market.payment(customer, payment._id)).toMatchObject({ status: 'paid' })
  expect(await market.booking(customer, booking._id)).toMatchObject({
    status: 'confirmed',
    paymentStatus: 'paid',
  })
  expect(await notificationsTo(customer.email, 'booking_confirmed')).toBe(1)
})

test('a callback that overtakes the answer to the push is believed', async () => {
  const customer = await market.signUp()
  const { mpesa: gateway } = market.deps.gateways
  const { push } = gateway
  let answered = false
  const { promise: mayAnswer, resolve: letAnswer } = Promise.withResolvers<void>()
  gateway.push = async (request) => {
    const answer = await push(request)
    await mayAnswer
    answered = true
    return answer
  }
  const { payment } = await market.book(customer, '0712111001')
  await expect.poll(() => market.payment(customer, payment._id)).toMatchObject({ status: 'paid' })
  expect(answered).toBe(false)
  letAnswer()
  gateway.push = push
  await expect.poll(() => answered).toBe(true)
  expect(await market.row(payment._id)).toMatchObject({
    status: 'paid',
    checkout_request_id: expect.stringContaining('ws_CO_'),
  })
})

test('a push whose answer was lost is paid by its callback', async () => {
  const customer = await market.signUp()
  const { booking, payment } = await market.book(customer, '0712111009')
  await expect.poll(() => market.payment(customer, payment._id)).toMatchObject({ status: 'paid' })
  expect(await market.booking(customer, booking._id)).toMatchObject({ status: 'confirmed' })
})

test('a receipt is added when the callback comes after the chaser already knew', async () => {
  const customer = await market.signUp()
  await market.phoneBehaves({ resultCode: '0', never: true })
  const { payment } = await market.book(customer, '0712111102')
  await pushed(payment._id)
  await wait(100)
  market.clock.advance(31_000)
  await runDueJobs(market)
  expect(await market.payment(customer, payment._id)).toMatchObject({ status: 'paid', receipt: null })
  const receipt = newReceipt()
  await market.tell(
    payment._id,
    stkBody({ ...(await market.row(payment._id)), amount: payment.amount, receipt }),
  )
  await expect.poll(() => market.payment(customer, payment._id)).toMatchObject({ status: 'paid', receipt })
})

test('a failure told after the money changes nothing', async () => {
  const customer = await market.signUp()
  await market.phoneBehaves({ resultCode: '1037', lateSuccessMs: 100, outOfOrder: true })
  const { booking, payment } = await market.book(customer, '0712111103')
  await expect.poll(() => messageStatuses(payment._id)).toEqual(['settled', 'payment_failed'])
  expect(await market.payment(customer, payment._id)).toMatchObject({ status: 'paid' })
  expect(await market.booking(customer, booking._id)).toMatchObject({
    status: 'confirmed',
    paymentStatus: 'paid',
  })
})

describe('money that comes after the hold ran out', () => {
  const reportFailure = async (paymentId: string) => {
    await pushed(paymentId)
    await market.tell(paymentId, stkBody({ ...(await market.row(paymentId)), code: 1037 }))
  }
  const reportMoney = async ({ _id, amount }: { _id: string; amount: number }) =>
    market.tell(_id, stkBody({ ...(await market.row(_id)), amount, receipt: newReceipt() }))

  test('brings the booking back while the car is free', async () => {
    const customer = await market.signUp()
    await market.phoneBehaves({ resultCode: '0', actsAfterMs: 0, never: true })
    const { booking, payment } = await market.book(customer, '0712111104')
    await reportFailure(payment._id)
    await expect
      .poll(() => market.payment(customer, payment._id))
      .toMatchObject({
        status: 'failed',
        outcome: 'unreachable',
      })
    market.clock.advance(HOUR)
    await expireHolds(market.deps)
    expect(await market.booking(customer, booking._id)).toMatchObject({ status: 'cancelled' })
    await reportMoney(payment)
    await expect.poll(() => market.payment(customer, payment._id)).toMatchObject({ status: 'paid' })
    expect(await market.booking(customer, booking._id)).toMatchObject({
      status: 'confirmed',
      paymentStatus: 'paid',
    })
  })

  test('is owed back when somebody else has the car, and the customer is told', async () => {
    const [late, quick] = [await market.signUp(), await market.signUp()]
    await market.phoneBehaves({ resultCode: '0', actsAfterMs: 0, never: true })
    const { booking, payment } = await market.book(late, '0712111105')
    await reportFailure(payment._id)
    await expect.poll(() => market.payment(late, payment._id)).toMatchObject({ status: 'failed' })
    market.clock.advance(HOUR)
    await expireHolds(market.deps)
    const taken = await market.book(quick, '0712111001', booking.carId)
    await expect.poll(() => market.payment(quick, taken.payment._id)).toMatchObject({ status: 'paid' })
    await reportMoney(payment)
    await expect
      .poll(() => market.payment(late, payment._id))
      .toMatchObject({ status: 'review', outcome: 'paid_too_late', receipt: expect.any(String) })
    expect(await refundsOf(booking._id)).toEqual([
      { amount: payment.amount, payment_id: payment._id, status: 'due' },
    ])
    expect(await market.booking(late, booking._id)).toMatchObject({
      status: 'cancelled',
      paymentStatus: 'refunding',
    })
    expect(await market.booking(quick, taken.booking._id)).toMatchObject({ status: 'confirmed' })
    expect(await notificationsTo(late.email, 'refund_owed')).toBe(1)
  })
})

test('money for a booking that staff confirmed by hand is looked at, not sent back', async () => {
  const [customer, staff] = [await market.signUp(), await market.signUp({ role: 'staff' })]
  await market.phoneBehaves({ resultCode: '0', never: true })
  const { booking, payment } = await market.book(customer, '0712111114')
  await pushed(payment._id)
  const byHand = {
    params: { bookingId: booking._id },
    body: { note: 'Showed the M-Pesa message', paidBy: 'cash' as const },
  }
  await market.call('POST /api/admin/booking/:bookingId/confirm', byHand, staff)
  await wait(100)
  market.clock.advance(31_000)
  await runDueJobs(market)
  expect(await market.payment(customer, payment._id)).toMatchObject({
    status: 'review',
    outcome: 'confirmed_by_hand',
  })
  expect(await refundsOf(booking._id)).toEqual([])
  expect(await market.booking(customer, booking._id)).toMatchObject({
    status: 'confirmed',
    paymentStatus: 'paid',
  })
})

test('a prompt that fails after staff confirmed by hand leaves the booking as it is', async () => {
  const [customer, staff] = [await market.signUp(), await market.signUp({ role: 'staff' })]
  const { booking, payment } = await market.book(customer, '0712111115')
  await pushed(payment._id)
  const byHand = {
    params: { bookingId: booking._id },
    body: { note: 'Paid in cash', paidBy: 'cash' as const },
  }
  await market.call('POST /api/admin/booking/:bookingId/confirm', byHand, staff)
  await pressOnPhone(payment._id, { action: 'cancel' })
  await expect.poll(() => market.payment(customer, payment._id)).toMatchObject({ status: 'failed' })
  expect(await market.booking(customer, booking._id)).toMatchObject({
    status: 'confirmed',
    paymentStatus: 'paid',
  })
})

describe('what nobody may achieve', () => {
  test('a stranger who guesses an address gets the same answer and changes nothing', async () => {
    const body = stkBody({
      merchant_request_id: 'a',
      checkout_request_id: 'b',
      amount: 1,
      receipt: newReceipt(),
    })
    const response = await market.tellAt(`/api/hooks/stk/${'0'.repeat(64)}`, body)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual(ACCEPTED)
    const kept = await market.db
      .selectFrom('payment_messages')
      .selectAll()
      .where('payment_id', 'is', null)
      .execute()
    expect(kept).toMatchObject([{ body, status: 'unknown_address' }])
  })

  test('strangers cannot fill the table with their messages', async () => {
    for (let batch = 0; batch < 30; batch += 1) {
      await Promise.all(
        Array.from({ length: 10 }, () => market.tellAt('/api/hooks/stk/nobody', 'x'.repeat(60_000))),
      )
    }
    const { count, longest } = await market.db
      .selectFrom('payment_messages')
      .select((eb) => [
        eb.fn.countAll<number>().as('count'),
        eb.fn.max(eb.fn<number>('length', ['body'])).as('longest'),
      ])
      .where('payment_id', 'is', null)
      .executeTakeFirstOrThrow()
    expect(count).toBeLessThanOrEqual(210)
    expect(longest).toBeLessThanOrEqual(2000)
  })

  test('the right address with the ids of another push changes nothing', async () => {
    const customer = await market.signUp()
    const { payment } = await market.book(customer, '0712111106')
    await pushed(payment._id)
    const response = await market.tell(
      payment._id,
      stkBody({
        merchant_request_id: 'x',
        checkout_request_id: 'y',
        amount: payment.amount,
        receipt: newReceipt(),
      }),
    )
    expect(await response.json()).toEqual(ACCEPTED)
    await expect.poll(() => messageStatuses(payment._id)).toEqual(['other_collection'])
    expect(await market.payment(customer, payment._id)).toMatchObject({ status: 'processing' })
  })

  test('a callback for a phone that was never asked changes nothing', async () => {
    const idle = await openPayingMarket({ working: false })
    const customer = await idle.signUp()
    const { payment } = await idle.book(customer, '0712111001')
    const receipt = newReceipt()
    const told = { merchant_request_id: 'm', checkout_request_id: 'c', amount: payment.amount, receipt }
    await idle.tell(payment._id, stkBody(told))
    const { id } = await idle.db.selectFrom('payment_messages').select('id').executeTakeFirstOrThrow()
    await processWebhookMessage(idle.deps, { messageId: id })
    expect(await idle.payment(customer, payment._id)).toMatchObject({ status: 'processing' })
    await idle.close()
  })

  test('junk of any kind is taken, kept, and changes nothing', async () => {
    const customer = await market.signUp()
    const { payment } = await market.book(customer, '0712111107')
    await pushed(payment._id)
    const junk = [
      '',
      'not json',
      '{"Body":',
      '\u0000\u0001',
      '[]'.repeat(1000),
      '{"__proto__":{"a":1}}',
      '"\\ud800"',
    ]
    const types = [
      'application/json',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'no/type',
    ]
    for (const body of junk) {
      for (const type of types) {
        const response = await market.tell(payment._id, body, type)
        expect([response.status, await response.json()]).toEqual([200, ACCEPTED])
      }
    }
    expect((await market.tell(payment._id, 'x'.repeat(70_000))).status).toBe(413)
    await expect
      .poll(() => messageStatuses(payment._id))
      .toEqual(Array(junk.length * types.length).fill('unreadable'))
    expect(await market.payment(customer, payment._id)).toMatchObject({ status: 'processing' })
  })

  test.each([
    { wrongAmount: 1, status: 'partial', outcome: 'paid_less' },
    { wrongAmount: 99_999_999_999, status: 'review', outcome: 'paid_more' },
  ])('an amount we did not ask for ends as $status', async ({ wrongAmount, status, outcome }) => {
    const customer = await market.signUp()
    await market.phoneBehaves({ resultCode: '0', wrongAmount })
    const { booking, payment } = await market.book(customer, '0712111108')
    await expect.poll(() => market.payment(customer, payment._id)).toMatchObject({ status, outcome })
    expect(await market.booking(customer, booking._id)).toMatchObject({
      status: 'pending',
      paymentStatus: status,
    })
    market.clock.advance(31_000)
    // What is left of a part may be paid: `part-payments.test.ts`.
    if (status === 'review')
      await expect(market.pay(customer, booking._id, '0712111001')).rejects.toMatchObject({
        code: 'booking_not_payable',
      })
  })

  test('a receipt that paid for something else pays for nothing more', async () => {
    const customer = await market.signUp()
    const first = await market.book(customer, '0712111001')
    await expect.poll(() => market.payment(customer, first.payment._id)).toMatchObject({ status: 'paid' })
    const { receipt } = await market.payment(customer, first.payment._id)
    await market.phoneBehaves({ resultCode: '0', never: true })
    const { booking, payment } = await market.book(customer, '0712111109')
    await pushed(payment._id)
    await wait(100)
    const row = await market.row(payment._id)
    await market.tell(payment._id, stkBody({ ...row, amount: payment.amount, receipt: receipt ?? '' }))
    await expect
      .poll(() => market.payment(customer, payment._id))
      .toMatchObject({ status: 'review', outcome: 'receipt_reused', receipt: null })
    expect(await market.booking(customer, booking._id)).toMatchObject({
      status: 'pending',
      paymentStatus: 'review',
    })
  })
})

describe('a "paid" that M-Pesa is asked to confirm', () => {
  test('waits while the phone still asks, and is for a person when the phone says no', async () => {
    const customer = await market.signUp()
    await market.phoneBehaves({ forged: true })
    const { booking, payment } = await market.book(customer, '0712111110')
    await expect.poll(() => messageStatuses(payment._id)).toEqual(['waiting'])
    expect(await market.booking(customer, booking._id)).toMatchObject({
      status: 'pending',
      paymentStatus: 'processing',
    })
    await pressOnPhone(payment._id, { action: 'cancel' })
    await expect.poll(() => messageStatuses(payment._id)).toEqual(['waiting', 'payment_failed'])
    market.clock.advance(6_000)
    await runDueJobs(market)
    expect(await market.payment(customer, payment._id)).toMatchObject({ status: 'review', outcome: 'denied' })
    expect(await market.booking(customer, booking._id)).toMatchObject({
      status: 'pending',
      paymentStatus: 'review',
    })
  })

  test('waits while the phone still asks, and counts once the phone has paid', async () => {
    const customer = await market.signUp()
    await market.phoneBehaves({ forged: true, delayMs: 200 })
    const { booking, payment } = await market.book(customer, '0712111111')
    await expect.poll(() => messageStatuses(payment._id)).toEqual(['waiting'])
    await pressOnPhone(payment._id, { action: 'pin', pin: '1234' })
    market.clock.advance(6_000)
    await runDueJobs(market)
    expect(await market.payment(customer, payment._id)).toMatchObject({ status: 'paid' })
    expect(await market.booking(customer, booking._id)).toMatchObject({ status: 'confirmed' })
  })

  test('is for a person when M-Pesa says that it failed', async () => {
    const customer = await market.signUp()
    await market.phoneBehaves({ resultCode: '0', query: 'says1037' })
    const { booking, payment } = await market.book(customer, '0712111112')
    await expect
      .poll(() => market.payment(customer, payment._id))
      .toMatchObject({ status: 'review', outcome: 'denied' })
    expect(await market.booking(customer, booking._id)).toMatchObject({
      status: 'pending',
      paymentStatus: 'review',
    })
  })

  test.each(['html503', 'dropped', 'spikeArrest'])(
    'counts when M-Pesa cannot be asked (%s)',
    async (query) => {
      const customer = await market.signUp()
      await market.phoneBehaves({ resultCode: '0', query })
      const { booking, payment } = await market.book(customer, '0712111113')
      await expect.poll(() => market.payment(customer, payment._id)).toMatchObject({ status: 'paid' })
      expect(await market.booking(customer, booking._id)).toMatchObject({ status: 'confirmed' })
    },
  )
})

async function pushed(paymentId: string) {
  await expect.poll(() => market.row(paymentId)).toMatchObject({ checkout_request_id: expect.any(String) })
}

async function pressOnPhone(paymentId: string, press: object) {
  const { checkout_request_id } = await market.row(paymentId)
  const response = await fetch(`${market.simulator.baseUrl}/simulator/prompts/${checkout_request_id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(press),
  })
  expect(response.status).toBe(200)
}

async function messageStatuses(paymentId: string): Promise<string[]> {
  const rows = await market.db
    .selectFrom('payment_messages')
    .select('status')
    .where('payment_id', '=', paymentId)
    .orderBy('id')
    .execute()
  return rows.map(({ status }) => status)
}

async function refundsOf(bookingId: string) {
  return market.db
    .selectFrom('refunds')
    .select(['amount', 'payment_id', 'status'])
    .where('booking_id', '=', bookingId)
    .execute()
}

async function notificationsTo(email: string, kind: string): Promise<number> {
  const rows = await market.db
    .selectFrom('notifications')
    .select('id')
    .where('recipient', '=', email)
    .where('kind', '=', kind)
    .execute()
  return rows.length
}
