import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCar } from '../../testing/fleet.ts'
import { expectBalanced } from '../../testing/ledger-invariants.ts'
import { readMails } from '../../testing/mailbox.ts'
import { bookByMpesa, paidWith, receivePayment, sendC2bPayment } from '../../testing/payments.ts'
import type { Person } from '../../testing/people.ts'
import { BOOKING_MORNING } from '../../testing/renting.ts'
import { drawCode } from '../../testing/selling.ts'
import { addProduct, placeOrder, stockOf } from '../../testing/shopping.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import { findBalance } from '../ledger/ledger-store.ts'

let market: TestMarket
let staff: Person
let colleague: Person
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
  colleague = await market.signUp({ role: 'staff' })
})
afterAll(() => market.close())

const PRICE = 4_500
const EMAIL = 'otieno@safari.example'
const today = () => nairobiDay(market.clock.now())
const newCode = () => drawCode(market.clock.now())

/** A counter booking of one day that is paid with a code which nobody reported. */
async function bookWith(code: string, pricePerDay = PRICE) {
  const carId = await addCar(market.db, { pricePerDay, deposit: 2_000 })
  const body = {
    carId,
    startDate: today(),
    endDate: addDays(today(), 1),
    pickupTime: '23:00',
    dropoffTime: '23:00',
    pickupLocation: 'Nairobi',
    dropoffLocation: 'Nairobi',
    customerInfo: { firstName: 'Otieno', lastName: 'Okello', phone: '0722000111', email: EMAIL },
    paidBy: 'mpesa' as const,
    code,
  }
  const { data } = await market.call('POST /api/admin/bookings', { body }, staff)
  return { params: { bookingId: data._id }, id: data._id, reference: data.bookingId }
}

const inQueue = async (code: string) => {
  const query = { queue: 'unreported' as const, search: code }
  return (await market.call('GET /api/admin/payments', { query }, staff)).data
}
const paymentWith = async (code: string) => {
  const [payment] = await inQueue(code)
  if (!payment) throw new Error('the code is in no queue')
  return payment
}
function say(paymentId: string, who: Person) {
  const body = { decision: 'dismiss' as const, reason: 'The code was invented' }
  return market.call('POST /api/admin/payment/:paymentId/decide', { params: { paymentId }, body }, who)
}
async function voidCode(code: string, who = colleague) {
  const payment = await paymentWith(code)
  expect(payment.decisions).toContain('dismiss')
  await say(payment._id, who)
  expect(await inQueue(code)).toEqual([])
  await expectBalanced(market)
  return payment._id
}
const statusOf = (paymentId: string) =>
  market.db
    .selectFrom('payments')
    .select(['status', 'outcome', 'receipt', 'voided_by'])
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
const refundsOf = (payableId: string) =>
  market.db
    .selectFrom('refunds')
    .select(['status', 'amount'])
    .where('payable_id', '=', payableId)
    .orderBy('id')
    .execute()
const differences = async () => {
  const { data } = await market.call('GET /api/admin/reconciliation', { query: { day: today() } }, staff)
  return {
    codes: data.reports.rows.flatMap(({ why, item }) => (why === 'notReported' ? (item?.code ?? []) : [])),
    received: data.totals.received.amount,
  }
}

test('what an invented code paid is owed again, and stands in no queue and no difference', async () => {
  const before = await differences()
  const code = newCode()
  const { id, params, reference } = await bookWith(code)
  expect(await differences()).toEqual({ codes: [...before.codes, code], received: before.received + PRICE })
  const paymentId = await voidCode(code)
  expect(await differences()).toEqual(before)
  expect(await statusOf(paymentId)).toEqual({
    status: 'failed',
    outcome: 'voided',
    receipt: null,
    voided_by: colleague.accountId,
  })
  const { data, money } = await market.call('GET /api/admin/booking/:bookingId', { params }, staff)
  expect({ ...money, status: data.status, shown: data.paymentStatus }).toMatchObject({
    status: 'confirmed',
    shown: 'pending',
    owed: PRICE,
    paid: 0,
  })
  const owed = await market.call(
    'GET /api/admin/bookings',
    { query: { queue: 'owed', search: reference } },
    staff,
  )
  expect(owed.data).toHaveLength(1)
  const mails = await market.db
    .selectFrom('notifications')
    .select('params')
    .where('kind', '=', 'payment_voided')
    .execute()
  expect(mails).toMatchObject([{ params: { amount: PRICE, code, isOwed: true } }])
  // The code counts for nothing, so whoever really has it can use it.
  const body = { amount: PRICE, ...paidWith(await sendC2bPayment(market, { amount: PRICE, code })) }
  await market.call('POST /api/admin/booking/:bookingId/owed', { params, body }, staff)
  expect(await findBalance(market.db, { type: 'booking', id })).toMatchObject({
    money: PRICE,
    price: PRICE,
    receivable: 0,
  })
})

test('the refund of a booking that was never paid ends with its payment', async () => {
  const code = newCode()
  const { id, params } = await bookWith(code)
  await market.call(
    'POST /api/admin/booking/:bookingId/cancel',
    { params, body: { reason: 'Called off' } },
    staff,
  )
  expect(await refundsOf(id)).toEqual([{ status: 'due', amount: PRICE }])
  await voidCode(code)
  expect(await refundsOf(id)).toEqual([{ status: 'withdrawn', amount: PRICE }])
  expect(await findBalance(market.db, { type: 'booking', id })).toEqual({
    money: 0,
    receivable: 0,
    unapplied: 0,
    suspense: 0,
    price: 0,
    refundsPayable: 0,
  })
})

test('a refund of other money stays, less what never came', async () => {
  const code = newCode()
  const { id, params } = await bookWith(code)
  const { data } = await market.call('GET /api/admin/booking/:bookingId', { params }, staff)
  const { updatedAt } = data
  const body = { endDate: addDays(data.endDate, 1), dropoffTime: '23:00', updatedAt, ...paidWith() }
  await market.call('POST /api/admin/booking/:bookingId/extend', { params, body }, staff)
  await market.call(
    'POST /api/admin/booking/:bookingId/cancel',
    { params, body: { reason: 'Called off' } },
    staff,
  )
  await voidCode(code)
  expect(await refundsOf(id)).toEqual([
    { status: 'withdrawn', amount: 2 * PRICE },
    { status: 'due', amount: PRICE },
  ])
  expect(await findBalance(market.db, { type: 'booking', id })).toMatchObject({
    money: PRICE,
    receivable: 0,
    price: 0,
    refundsPayable: PRICE,
  })
})

test('above the limit somebody else than who recorded it says that it never came', async () => {
  const code = newCode()
  await bookWith(code, 25_000)
  const { _id } = await paymentWith(code)
  await expect(say(_id, staff)).rejects.toMatchObject({ code: 'payment_needs_second_person' })
  await expect(
    market.db
      .updateTable('payments')
      .set({ status: 'failed', outcome: 'voided', voided_by: staff.accountId, voided_at: market.clock.now() })
      .where('id', '=', _id)
      .execute(),
  ).rejects.toThrow(/large_payment_is_voided_by_another/)
  await voidCode(code)
})

test('a deposit with an invented code is not held, and can be taken again', async () => {
  const { params } = await bookWith(await sendC2bPayment(market, { amount: PRICE }))
  const code = newCode()
  const take = (receipt = '') =>
    market.call('POST /api/admin/booking/:bookingId/deposit/take', { params, body: paidWith(receipt) }, staff)
  await take(code)
  await voidCode(code)
  const { data } = await market.call('GET /api/admin/booking/:bookingId/deposit', { params }, staff)
  expect(data.deposit).toMatchObject({ held: 0, due: 2_000 })
  const mail = (await readMails(market.db, { kind: 'payment_voided' })).at(-1)?.body
  expect(mail).toContain('If the deposit is still due for your rental, we ask you for it again.')
  expect(mail).not.toContain('You owe nothing')
  await take()
  expect(await findBalance(market.db, { type: 'deposit', id: data.deposit?._id ?? '' })).toMatchObject({
    money: 2_000,
    price: 2_000,
    receivable: 0,
  })
})

describe('a payment that was recorded on the wrong order', () => {
  type How = {
    note?: string
    code?: string
    paidBy?: 'mpesa' | 'cash'
    ends?: { productId: string; as: 'missing' }[]
  }
  type Move = 'pay' | 'callOff' | 'process' | 'ship' | 'deliver' | 'notArrived'

  async function order(channel: 'mpesa' | 'whatsapp' = 'whatsapp') {
    const productId = await addProduct(market, { price: 1_000, onHand: 5 })
    const customer = await market.signUp()
    const items = [{ _id: productId, quantity: 2 }]
    const { orderId } = await placeOrder(market, customer, productId, { items, channel })
    const params = { orderId }
    const move = (next: Move, how: How = {}) =>
      market.call('POST /api/admin/order/:orderId/move', { params, body: { move: next, ...how } }, staff)
    return { orderId, params, productId, customer, move }
  }
  const seen = async (params: { orderId: string }) =>
    (await market.call('GET /api/admin/order/:orderId', { params }, staff)).data
  async function paidOf(orderId: string) {
    const { id } = await market.db
      .selectFrom('payments')
      .select('id')
      .where('order_id', '=', orderId)
      .where('recorded_by', 'is not', null)
      .executeTakeFirstOrThrow()
    return id
  }
  async function paidWithCode(receipt: string) {
    const payments = market.db.selectFrom('payments').select('id')
    return (await payments.where('receipt', '=', receipt).executeTakeFirstOrThrow()).id
  }
  const balanceOf = (id: string) => findBalance(market.db, { type: 'order', id })
  const nothing = { money: 0, receivable: 0, unapplied: 0, suspense: 0, price: 0, refundsPayable: 0 }

  test.each(['cash', 'a code that nobody reported'])(
    'in %s lets it wait again with its pieces',
    async (way) => {
      const before = await differences()
      const { orderId, params, productId, customer, move } = await order()
      await move('pay', paidWith(way === 'cash' ? '' : newCode()))
      expect(await stockOf(market, productId)).toEqual({ onHand: 3, reserved: 0 })
      await move('process')
      await say(await paidOf(orderId), colleague)
      await expectBalanced(market)
      expect(await seen(params)).toMatchObject({ status: 'pending', paid: 0, receipt: null })
      expect(await stockOf(market, productId)).toEqual({ onHand: 5, reserved: 2 })
      expect(await balanceOf(orderId)).toEqual(nothing)
      expect(await refundsOf(orderId)).toEqual([])
      expect(await differences()).toEqual(before)
      const [mail] = await readMails(market.db, { accountId: customer.accountId, kind: 'payment_voided' })
      expect(mail).toMatchObject({ params: { isOwed: false, waits: true, byMistake: way === 'cash' } })
      await move('pay', paidWith())
      expect(await seen(params)).toMatchObject({ status: 'paid', paid: 2_000, receipt: { mpesaCode: null } })
      expect(await stockOf(market, productId)).toEqual({ onHand: 3, reserved: 0 })
      await expectBalanced(market)
    },
  )

  test('gives nothing back where the order was cancelled meanwhile', async () => {
    const { orderId, move } = await order()
    await move('pay', paidWith())
    await move('callOff', { note: 'They never came' })
    expect(await refundsOf(orderId)).toEqual([{ status: 'due', amount: 2_000 }])
    await say(await paidOf(orderId), colleague)
    expect(await refundsOf(orderId)).toEqual([{ status: 'withdrawn', amount: 2_000 }])
    expect(await balanceOf(orderId)).toEqual(nothing)
  })

  test('lets the money pay for it that came besides and is looked at', async () => {
    const { orderId, params, customer, move } = await order('mpesa')
    const { id: asked } = await market.db
      .selectFrom('payments')
      .select('id')
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow()
    await move('pay', paidWith())
    await receivePayment(market, asked)
    await say(await paidOf(orderId), colleague)
    await expectBalanced(market)
    expect(await seen(params)).toMatchObject({ status: 'pending', paymentStatus: 'review' })
    const mails = await readMails(market.db, { accountId: customer.accountId, kind: 'payment_voided' })
    expect(mails).toMatchObject([{ params: { isLookedAt: true } }])
    const body = { decision: 'accept' as const, reason: 'It is theirs' }
    await market.call(
      'POST /api/admin/payment/:paymentId/decide',
      { params: { paymentId: asked }, body },
      colleague,
    )
    expect(await seen(params)).toMatchObject({ status: 'paid', paid: 2_000 })
    expect(await balanceOf(orderId)).toEqual({ ...nothing, money: 2_000, price: 2_000 })
  })

  test('leaves the parts that were paid before as parts', async () => {
    const { orderId, params, move } = await order('mpesa')
    const { id } = await market.db
      .selectFrom('payments')
      .select('id')
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow()
    await receivePayment(market, id, 500)
    await move('pay', paidWith())
    await say(await paidOf(orderId), colleague)
    await expectBalanced(market)
    expect(await balanceOf(orderId)).toEqual({ ...nothing, money: 500, unapplied: 500 })
    expect(await seen(params)).toMatchObject({ status: 'pending', paymentStatus: 'partial', paid: 500 })
    await move('pay', paidWith())
    expect(await balanceOf(orderId)).toEqual({ ...nothing, money: 2_000, price: 2_000 })
  })

  test('takes its own refund with it, and nothing of what was paid instead', async () => {
    const { orderId, params, move } = await order()
    // Less came than was typed, so somebody typed a second code for the rest.
    const wrong = newCode()
    await move('pay', paidWith(wrong))
    await sendC2bPayment(market, { amount: 1_200, code: wrong })
    const typed = newCode()
    await move('pay', paidWith(typed))
    await say(await paidWithCode(wrong), colleague)
    const paymentId = await paidWithCode(typed)
    const back = { decision: 'giveBack' as const, reason: 'They pay in one sum' }
    await market.call(
      'POST /api/admin/payment/:paymentId/decide',
      { params: { paymentId }, body: back },
      staff,
    )
    expect(await refundsOf(orderId)).toEqual([{ status: 'due', amount: 800 }])
    await move('pay', paidWith())
    await say(paymentId, colleague)
    await expectBalanced(market)
    expect(await refundsOf(orderId)).toEqual([{ status: 'withdrawn', amount: 800 }])
    expect(await balanceOf(orderId)).toEqual({ ...nothing, money: 2_000, price: 2_000 })
    expect(await seen(params)).toMatchObject({ status: 'paid', paymentStatus: 'paid', paid: 2_000 })
  })

  test('is owed once the goods have left, whatever the age, until the right payment is recorded', async () => {
    const { orderId, params, productId, customer, move } = await order()
    await move('pay', paidWith())
    await move('process')
    await move('ship', { note: 'By rider' })
    await move('deliver')
    market.clock.advance(8 * 86_400_000)
    staff = await market.signUp({ role: 'staff' })
    colleague = await market.signUp({ role: 'staff' })
    await say(await paidOf(orderId), colleague)
    await expectBalanced(market)
    expect(await balanceOf(orderId)).toEqual({ ...nothing, receivable: 2_000, price: 2_000 })
    expect(await seen(params)).toMatchObject({ status: 'delivered', paid: 0, receipt: null })
    expect(await stockOf(market, productId)).toEqual({ onHand: 3, reserved: 0 })
    expect(await refundsOf(orderId)).toEqual([])
    const owed = async () => {
      const query = { queue: 'owed' as const, search: (await seen(params)).number }
      return (await market.call('GET /api/admin/orders', { query }, staff)).data.length
    }
    expect(await owed()).toBe(1)
    const [mail] = await readMails(market.db, { accountId: customer.accountId, kind: 'payment_voided' })
    expect(mail).toMatchObject({ params: { isOwed: true, waits: false } })
    await move('pay', paidWith(newCode()))
    await expectBalanced(market)
    expect(await balanceOf(orderId)).toEqual({ ...nothing, money: 2_000, price: 2_000 })
    expect(await seen(params)).toMatchObject({ status: 'delivered', paid: 2_000, paymentStatus: 'paid' })
    expect((await seen(params)).receipt).not.toBeNull()
    expect(await owed()).toBe(0)
    await expect(move('pay', paidWith())).rejects.toMatchObject({ code: 'order_wrong_state' })
  })

  test('is owed no longer once its parcel is lost', async () => {
    const { orderId, productId, move } = await order()
    await move('pay', paidWith())
    await move('process')
    await move('ship', { note: 'By rider' })
    await say(await paidOf(orderId), colleague)
    await move('notArrived', { note: 'Lost', ends: [{ productId, as: 'missing' }] })
    await expectBalanced(market)
    expect(await balanceOf(orderId)).toEqual(nothing)
    expect(await refundsOf(orderId)).toEqual([])
  })

  test.each(['before', 'after'])(
    'with a code that M-Pesa reported %s it was typed can be used for the right one',
    async (when) => {
      const [wrong, right] = [await order(), await order()]
      const code = newCode()
      if (when === 'before') await sendC2bPayment(market, { amount: 2_000, code })
      await wrong.move('pay', paidWith(code))
      if (when === 'after') await sendC2bPayment(market, { amount: 2_000, code })
      await say(await paidOf(wrong.orderId), colleague)
      await expectBalanced(market)
      const query = { queue: 'unmatched' as const, search: code }
      expect((await market.call('GET /api/admin/payments', { query }, staff)).data).toHaveLength(1)
      await right.move('pay', paidWith(code))
      await expectBalanced(market)
      expect(await balanceOf(wrong.orderId)).toEqual(nothing)
      expect(await balanceOf(right.orderId)).toEqual({ ...nothing, money: 2_000, price: 2_000 })
    },
  )
})

test('cash that was recorded on the wrong booking is owed again', async () => {
  const { id, params } = await bookWith(await sendC2bPayment(market, { amount: PRICE }))
  const { data } = await market.call('GET /api/admin/booking/:bookingId', { params }, staff)
  const { updatedAt } = data
  const body = { endDate: addDays(data.endDate, 1), dropoffTime: '23:00', updatedAt, ...paidWith() }
  await market.call('POST /api/admin/booking/:bookingId/extend', { params, body }, staff)
  const { id: cash } = await market.db
    .selectFrom('payments')
    .select('id')
    .where('booking_id', '=', id)
    .where('method', '=', 'cash')
    .executeTakeFirstOrThrow()
  const { data: shown } = await market.call(
    'GET /api/admin/payment/:paymentId',
    { params: { paymentId: cash } },
    staff,
  )
  expect(shown.decisions).toEqual(['dismiss'])
  await say(cash, colleague)
  await expectBalanced(market)
  const { money } = await market.call('GET /api/admin/booking/:bookingId', { params }, staff)
  expect(money).toMatchObject({ paid: PRICE, owed: PRICE })
})

test('money that a provider reported by itself is not undone', async () => {
  const { booking, paymentId } = await bookByMpesa(market)
  await receivePayment(market, paymentId)
  await expect(say(paymentId, colleague)).rejects.toMatchObject({ code: 'payment_wrong_state' })
  expect(booking.status).toBe('pending')
})

test('money that never came counts on no day, and what is written off counts on the day of that decision', async () => {
  const booked = today()
  const code = newCode()
  const { id, params } = await bookWith(code)
  const onDay = async () => {
    const { rows } = await sql<{ day: string; account: string; amount: number }>`
      select day::text as day, case when account in ('receivable', 'unapplied') then 'owed' else account end as account,
        sum(amount)::bigint as amount
      from ledger_entries where payable_id = ${id} group by 1, 2 having sum(amount) <> 0 order by 1, 2`.execute(
      market.db,
    )
    return rows.map(({ day, account, amount }) => [day, account, amount])
  }
  const held = async () => {
    const { data } = await market.call('GET /api/admin/balances', { query: { day: booked } }, staff)
    return data.figures.find(({ balance }) => balance === 'mpesa')?.amount ?? 0
  }
  const before = await held()
  market.clock.advance(12 * 3_600_000)
  await market.call(
    'POST /api/admin/booking/:bookingId/cancel',
    { params, body: { reason: 'The customer called' } },
    staff,
  )
  const { _id: paymentId } = await paymentWith(code)
  market.clock.advance(24 * 3_600_000)
  await say(paymentId, colleague)
  await expectBalanced(market)
  expect(await held()).toBe(before - PRICE)
  // The price was charged on its day and is owed no longer since the decision; no account of money has an entry.
  expect(await onDay()).toEqual([
    [booked, 'owed', PRICE],
    [booked, 'refunds_payable', -PRICE],
    [today(), 'owed', -PRICE],
    [today(), 'refunds_payable', PRICE],
  ])
})

test('money of which less came than was typed leaves the books whole, and matches nothing', async () => {
  const code = newCode()
  const { id, params } = await bookWith(code)
  await sendC2bPayment(market, { amount: PRICE - 50, code })
  const { id: paymentId } = await market.db
    .selectFrom('payments')
    .select('id')
    .where('payable_id', '=', id)
    .executeTakeFirstOrThrow()
  await say(paymentId, colleague)
  const { money } = await market.call('GET /api/admin/booking/:bookingId', { params }, staff)
  expect(money).toMatchObject({ owed: PRICE, paid: 0 })
  const query = { queue: 'unmatched' as const, search: code }
  const { data } = await market.call('GET /api/admin/payments', { query }, staff)
  expect(data).toMatchObject([{ code, received: PRICE - 50 }])
  await expectBalanced(market)
})

test('a payment whose money was sent back is not undone by other money that is looked at', async () => {
  const { booking, paymentId: request } = await bookByMpesa(market)
  const params = { bookingId: booking._id }
  const confirmed = { params, body: { paidBy: 'mpesa' as const, code: newCode() } }
  await market.call('POST /api/admin/booking/:bookingId/confirm', confirmed, staff)
  await receivePayment(market, request)
  const cancelled = { params, body: { reason: 'It broke down' } }
  await market.call('POST /api/admin/booking/:bookingId/cancel', cancelled, staff)
  const { id: refundId } = await market.db
    .selectFrom('refunds')
    .select('id')
    .where('payable_id', '=', booking._id)
    .executeTakeFirstOrThrow()
  await market.call(
    'POST /api/admin/refund/:refundId/sent',
    { params: { refundId }, body: paidWith() },
    colleague,
  )
  const { id: paymentId } = await market.db
    .selectFrom('payments')
    .select('id')
    .where('payable_id', '=', booking._id)
    .where('recorded_by', 'is not', null)
    .executeTakeFirstOrThrow()
  // No act takes back what was sent: nobody is told to undo it first.
  await expect(say(paymentId, colleague)).rejects.toMatchObject({
    code: 'payment_wrong_state',
    message: expect.stringMatching(/^Ksh [\d,]+ was sent back\. What was sent is not taken back/),
  })
  await expectBalanced(market)
})
