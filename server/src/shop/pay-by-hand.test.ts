import { nairobiDay } from '@twende/contract/calendar-day.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settlePayment } from '../payments/collections/settle-payment.ts'
import { takeForRequest } from '../payments/payment-store.ts'
import { bookByMpesa, receivePayment, sendC2bPayment } from '../testing/payments.ts'
import type { Person } from '../testing/people.ts'
import { createListing, drawCode } from '../testing/selling.ts'
import { addProduct, placeOrder } from '../testing/shopping.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'

let market: TestMarket
let staff: Person
let person: Person
beforeAll(async () => {
  market = await openTestMarket({ env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
  person = await market.signUp()
})
afterAll(() => market.close())

const freshCode = () => drawCode(market.clock.now())
const byWhatsapp = async () =>
  placeOrder(market, person, await addProduct(market, { price: 3_000 }), { channel: 'whatsapp' })
const wayOf = ({ note, code }: { note?: string; code?: string }) => {
  if (code !== undefined) return { paidBy: 'mpesa' } as const
  return note === undefined ? {} : ({ paidBy: 'cash' } as const)
}
const pay = (orderId: string, how: { note?: string; code?: string }) =>
  market.call(
    'POST /api/admin/order/:orderId/move',
    { params: { orderId }, body: { move: 'pay', ...how, ...wayOf(how) } },
    staff,
  )
const paymentsOf = (orderId: string) =>
  market.db
    .selectFrom('payments')
    .select(['status', 'method', 'amount', 'amount_received', 'receipt', 'note', 'account_id'])
    .where('order_id', '=', orderId)
    .where('status', '=', 'paid')
    .execute()

async function cameIn() {
  const day = nairobiDay(market.clock.now())
  const [books, today] = await Promise.all([
    market.call('GET /api/admin/reconciliation', { query: { day } }, staff),
    market.call('GET /api/admin/today', {}, staff),
  ])
  return { books: books.data.totals.received.amount, today: JSON.stringify(today) }
}

test('what staff took for an order stands in the books, on Today, and goes back like any other money', async () => {
  const before = await cameIn()
  const { orderId } = await byWhatsapp()
  await pay(orderId, { note: 'Cash at the office' })
  expect(await paymentsOf(orderId)).toEqual([
    {
      status: 'paid',
      method: 'cash',
      amount: 3_000,
      amount_received: 3_000,
      receipt: null,
      note: 'Cash at the office',
      account_id: person.accountId,
    },
  ])
  const after = await cameIn()
  expect(after.books - before.books).toBe(3_000)
  expect(after.today).not.toBe(before.today)
  await market.call('POST /api/order/cancel', { body: { orderId } }, person)
  const refunds = await market.db.selectFrom('refunds').selectAll().where('order_id', '=', orderId).execute()
  expect(refunds).toMatchObject([{ amount: 3_000, status: 'due' }])
})

test('an M-Pesa code pays for one thing in the whole system, also when two staff name it at once', async () => {
  const [first, second] = [await byWhatsapp(), await byWhatsapp()]
  const code = freshCode()
  const ends = await Promise.allSettled([first, second].map(({ orderId }) => pay(orderId, { code })))
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'mpesa_code_used' },
  })
  const rows = [...(await paymentsOf(first.orderId)), ...(await paymentsOf(second.orderId))]
  expect(rows).toMatchObject([{ method: 'c2b', receipt: code, amount_received: 3_000 }])

  const { paymentId } = await bookByMpesa(market)
  const claimed = freshCode()
  await createListing(market, await market.signUp(), { paid: 2_000, code: claimed })
  const third = await byWhatsapp()
  for (const used of [code, await receivePayment(market, paymentId)]) {
    await expect(pay(third.orderId, { code: used })).rejects.toMatchObject({ code: 'mpesa_code_used' })
  }
  await expect(pay(third.orderId, { code: 'NONSENSE' })).rejects.toMatchObject({ code: 'invalid' })
  await expect(pay(third.orderId, {})).rejects.toMatchObject({ message: 'Please choose how it was paid' })
  // A message that only names a code keeps nobody from paying with it.
  await pay(third.orderId, { code: claimed })
  expect(await paymentsOf(third.orderId)).toMatchObject([{ receipt: claimed, status: 'paid' }])
})

test('money that M-Pesa told us of is found by its code, and too little is refused', async () => {
  const { orderId } = await byWhatsapp()
  const [little, enough] = [
    await sendC2bPayment(market, { amount: 2_999 }),
    await sendC2bPayment(market, { amount: 3_050 }),
  ]
  await expect(pay(orderId, { code: little })).rejects.toMatchObject({ code: 'amount_too_small' })
  const { data } = await pay(orderId, { code: enough.toLowerCase() })
  expect(data).toMatchObject({ status: 'paid', receipt: { mpesaCode: enough } })
  expect(await paymentsOf(orderId)).toMatchObject([{ amount: 3_000, amount_received: 3_050 }])
  const { data: unmatched } = await market.call(
    'GET /api/admin/payments',
    { query: { queue: 'unmatched', search: enough } },
    staff,
  )
  expect(unmatched).toEqual([])
})

test('money for the order of a visitor without an account is in the list too', async () => {
  const items = [{ _id: await addProduct(market, { price: 700 }), quantity: 1 }]
  const placed = await market.call('POST /api/order/chat', { body: { items, amount: 700 } })
  const { data } = await pay(placed.orderId, { code: freshCode() })
  const money = await market.call(
    'GET /api/admin/payments',
    { query: { queue: 'all', search: data.number } },
    staff,
  )
  expect(money.data).toMatchObject([{ reference: data.number, received: 700, payer: 'A visitor' }])
})

describe('an order whose customer was asked by phone', () => {
  const byPhone = async () => placeOrder(market, person, await addProduct(market, { price: 3_000 }))
  const rowsOf = (orderId: string) =>
    market.db.selectFrom('payments').selectAll().where('order_id', '=', orderId).orderBy('id').execute()
  const refundsOf = (orderId: string) =>
    market.db.selectFrom('refunds').select('amount').where('order_id', '=', orderId).execute()

  async function hears(orderId: string, amountReceived: number | null): Promise<string> {
    const [asked] = await rowsOf(orderId)
    await settlePayment(market.deps, asked?.id ?? '', { kind: 'paid', receipt: null, amountReceived })
    return asked?.id ?? ''
  }

  test('has not paid twice when staff typed the code of that payment first', async () => {
    const { orderId } = await byPhone()
    await pay(orderId, { code: freshCode() })
    const paymentId = await hears(orderId, null)
    expect(await refundsOf(orderId)).toEqual([])
    expect(await rowsOf(orderId)).toMatchObject([
      { method: 'stk', status: 'review', outcome: 'confirmed_by_hand' },
      { method: 'c2b', status: 'paid' },
    ])
    await market.call(
      'POST /api/admin/payment/:paymentId/decide',
      { params: { paymentId }, body: { decision: 'accept', reason: 'The same code' } },
      staff,
    )
    expect(await paymentsOf(orderId)).toMatchObject([{ method: 'stk', amount_received: 3_000 }])
  })

  test('has the money of its code to itself, when the phone was asked for it and the result named no code', async () => {
    const [asked, other] = [await byPhone(), await byPhone()]
    const [request] = await rowsOf(asked.orderId)
    const now = market.clock.now()
    await takeForRequest(market.db, request?.id ?? '', { now, nextCheckAt: now })
    await hears(asked.orderId, null)
    // As it stands between the report of the transaction and its match with the request.
    const code = freshCode()
    await market.db
      .insertInto('provider_transactions')
      .values({
        receipt: code,
        method: 'c2b',
        amount: 3_000,
        recipient: '174379',
        payer_reference: asked.data.number,
        phone: '',
        payer_name: '',
        body: '{}',
        received_at: market.clock.now(),
      })
      .execute()
    await expect(pay(other.orderId, { code })).rejects.toMatchObject({ code: 'mpesa_code_used' })
    await match(code, other.data.number).catch(() => undefined)
    expect(await paymentsOf(other.orderId)).toEqual([])
    expect(await rowsOf(asked.orderId)).toMatchObject([{ status: 'paid', receipt: code }])
  })

  test('pays the rest at the desk when a part has come, and the books hold the price once', async () => {
    const { orderId } = await byPhone()
    await hears(orderId, 1_000)
    const [little, rest] = [
      await sendC2bPayment(market, { amount: 1_999 }),
      await sendC2bPayment(market, { amount: 2_000 }),
    ]
    await expect(pay(orderId, { code: little })).rejects.toMatchObject({ code: 'amount_too_small' })
    const { data } = await pay(orderId, { code: rest })
    expect(data).toMatchObject({ status: 'paid', amount: 3_000 })
    expect(await rowsOf(orderId)).toMatchObject([
      { method: 'stk', status: 'paid', amount_received: 1_000 },
      { method: 'c2b', status: 'paid', amount: 2_000, amount_received: 2_000 },
    ])
  })
})

const match = (receipt: string, reference: string, giveBack = false) =>
  market.call(
    'POST /api/admin/receipt/:receipt/match',
    { params: { receipt }, body: { reference, giveBack, reason: 'The customer called' } },
    staff,
  )

test('money whose code staff mistyped takes the place of what they noted, and no other money does', async () => {
  const mistyped = await byWhatsapp()
  const { data: paid } = await pay(mistyped.orderId, { code: freshCode() })
  const real = await sendC2bPayment(market, { amount: 3_000 })
  await match(real, paid.number)
  expect(await paymentsOf(mistyped.orderId)).toMatchObject([{ receipt: real, amount_received: 3_000 }])

  const right = await byWhatsapp()
  const known = await sendC2bPayment(market, { amount: 3_000 })
  const { data: borneOut } = await pay(right.orderId, { code: known })
  const second = await sendC2bPayment(market, { amount: 3_000 })
  await expect(match(second, borneOut.number)).rejects.toMatchObject({ code: 'purchase_gone' })
})

test('money for the order of a visitor can be matched, and goes back to them from the page of refunds', async () => {
  const items = [{ _id: await addProduct(market, { price: 700 }), quantity: 1 }]
  const { orderId } = await market.call('POST /api/order/chat', { body: { items, amount: 700 } })
  const params = { orderId }
  const { data } = await market.call('GET /api/admin/order/:orderId', { params }, staff)
  await match(await sendC2bPayment(market, { amount: 700 }), data.number)
  const { paymentId } = await match(await sendC2bPayment(market, { amount: 700 }), data.number, true)
  const payer = { amount: 700, phone: '2547 ***** 126' }
  const owed = { amount: 700, customer: { name: 'A visitor', email: '' }, payers: [payer] }
  const query = { search: data.number }
  expect((await market.call('GET /api/admin/refunds', { query }, staff)).data).toMatchObject([owed])
  const detail = await market.call('GET /api/admin/payment/:paymentId', { params: { paymentId } }, staff)
  expect(detail.data.refunds).toMatchObject([owed])
})
