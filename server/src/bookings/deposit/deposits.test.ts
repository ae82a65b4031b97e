import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settlePayment } from '../../payments/collections/settle-payment.ts'
import { findBalance } from '../../payments/ledger/ledger-store.ts'
import { handOver as handOverCar, takeBack as takeCarBack } from '../../testing/condition-reports.ts'
import { addCar } from '../../testing/fleet.ts'
import { readMails } from '../../testing/mailbox.ts'
import { farAhead, openPayingMarket, type PayingMarket } from '../../testing/paying-market.ts'
import { sendC2bPayment } from '../../testing/payments.ts'
import type { Person } from '../../testing/people.ts'
import { bookCar, historyOf, moveBookingOn } from '../../testing/renting.ts'
import { drawCode } from '../../testing/selling.ts'
import { trial } from '../../testing/trial.ts'

let market: PayingMarket
let staff: Person
let admin: Person
beforeAll(async () => {
  market = await openPayingMarket({ promptSeconds: 3_600 })
  staff = await market.signUp({ role: 'staff' })
  admin = await market.signUp({ role: 'admin' })
})
afterAll(() => market.close())

/** A booking of a car with a deposit, confirmed. */
async function book(amount = 10_000) {
  const customer = await market.signUp()
  const carId = await addCar(market.db, { deposit: amount })
  const booking = await bookCar(market, customer, carId, farAhead(market.clock.now()))
  await moveBookingOn(market, staff, booking._id, 'confirmed')
  return { customer, carId, bookingId: booking._id, params: { bookingId: booking._id } }
}

async function depositOf(bookingId: string) {
  const { data } = await market.call(
    'GET /api/admin/booking/:bookingId/deposit',
    { params: { bookingId } },
    staff,
  )
  if (!data.deposit) throw new Error('no deposit')
  return data.deposit
}

const handOver = (params: { bookingId: string }) => handOverCar(market, staff, params.bookingId)
const takeBack = (params: { bookingId: string }) => takeCarBack(market, staff, params.bookingId)
const take = (
  params: { bookingId: string },
  body: { paidBy: 'cash' | 'mpesa'; code?: string } = { paidBy: 'cash' },
) => market.call('POST /api/admin/booking/:bookingId/deposit/take', { params, body }, staff)
const settle = (params: { bookingId: string }) =>
  market.call('POST /api/admin/booking/:bookingId/deposit/settle', { params, body: {} }, staff)

describe('the deposit of a booking', () => {
  test('is that of the car when it was booked', async () => {
    const { carId, bookingId } = await book(10_000)
    await market.db.updateTable('cars').set({ deposit: 25_000 }).where('id', '=', carId).execute()
    expect(await depositOf(bookingId)).toMatchObject({ amount: 10_000, due: 10_000, held: 0, returnBy: null })
  })

  test('is none where the car has none, and the car leaves without', async () => {
    const { params, customer } = await book(0)
    const { data } = await market.call('GET /api/booking/:bookingId/deposit', { params }, customer)
    expect(data.deposit).toBeNull()
    await expect(take(params)).rejects.toMatchObject({ code: 'deposit_not_due' })
    await handOver(params)
  })

  test('is paid from the phone of the customer, held, and goes back in full', async () => {
    const { params, bookingId, customer } = await book()
    await expect(handOver(params)).rejects.toMatchObject({ code: 'deposit_due' })
    const { _id: id } = await depositOf(bookingId)
    await market.phoneBehaves({ phone: '254712345678', resultCode: '0', actsAfterMs: 0 })
    await market.call(
      'POST /api/admin/booking/:bookingId/deposit/request',
      { params, body: { phone: '0712345678' } },
      staff,
    )
    await expect.poll(async () => (await depositOf(bookingId)).held).toBe(10_000)
    expect(await findBalance(market.db, { type: 'deposit', id })).toMatchObject({
      money: 10_000,
      price: 10_000,
    })
    await expect(take(params)).rejects.toMatchObject({ code: 'deposit_not_due' })
    await expect(settle(params)).rejects.toMatchObject({ code: 'deposit_wrong_state' })
    await handOver(params)
    await takeBack(params)
    const { data } = await settle(params)
    expect(data.deposit).toMatchObject({ held: 0, owedBack: 10_000, returned: 0, settledBy: staff.name })
    await expect(settle(params)).rejects.toMatchObject({ code: 'deposit_wrong_state' })
    const events = (await historyOf(market, bookingId)).map(({ what }) => what)
    expect(events).toEqual(expect.arrayContaining(['Deposit taken', 'Deposit given back']))
    const own = await market.call('GET /api/booking/:bookingId/deposit', { params }, customer)
    expect(own.data.deposit).not.toHaveProperty('settledBy')
  })

  test('is waived with a reason, a large one by an admin only', async () => {
    const waive = (params: { bookingId: string }, by: Person) => {
      const body = { reason: 'Rents every month' }
      return market.call('POST /api/admin/booking/:bookingId/deposit/waive', { params, body }, by)
    }
    const small = await book(20_000)
    expect((await waive(small.params, staff)).data.deposit).toMatchObject({
      due: 0,
      waived: true,
      waivedBy: staff.name,
      waiverReason: 'Rents every month',
    })
    await handOver(small.params)
    const large = await book(20_001)
    await expect(waive(large.params, staff)).rejects.toMatchObject({ code: 'deposit_waived_by_admin' })
    await expect(handOver(large.params)).rejects.toMatchObject({ code: 'deposit_due' })
    const byStaff = { waived_by: staff.accountId, waived_at: new Date(), waiver_reason: 'Known' }
    await expect(
      market.db.updateTable('deposits').set(byStaff).where('booking_id', '=', large.bookingId).execute(),
    ).rejects.toMatchObject({ constraint: 'large_deposit_is_waived_by_an_admin' })
    await waive(large.params, admin)
    await handOver(large.params)
  })

  test('that was paid ahead goes back when the booking is cancelled, and is asked for no more', async () => {
    const { params, bookingId } = await book()
    await take(params)
    const body = { reason: 'The car broke down' }
    await market.call('POST /api/admin/booking/:bookingId/cancel', { params, body }, staff)
    expect(await depositOf(bookingId)).toMatchObject({ held: 0, due: 0, owedBack: 10_000 })
    const { data } = await market.call('GET /api/admin/refunds', { query: { search: 'DEP' } }, staff)
    expect(data.filter(({ purpose }) => purpose === 'deposit').length).toBeGreaterThan(0)
  })

  test('holds no more than it is: what came beyond it goes back at once, and its customer is told', async () => {
    const byCode = await book(5_000)
    const code = await sendC2bPayment(market, { amount: 18_000 })
    await take(byCode.params, { paidBy: 'mpesa', code })
    expect(await depositOf(byCode.bookingId)).toMatchObject({ held: 5_000, owedBack: 13_000 })
    const byPhone = await book(5_000)
    const { _id: id } = await depositOf(byPhone.bookingId)
    await market.phoneBehaves({ phone: '254712345676', resultCode: '0', never: true })
    const { data: payment } = await market.pay(byPhone.customer, id, '254712345676', 'deposit')
    const receipt = drawCode(market.clock.now())
    await settlePayment(market.deps, payment._id, { kind: 'paid', receipt, amountReceived: 5_200 })
    const request = {
      params: { paymentId: payment._id },
      body: { decision: 'accept', reason: 'All of it' },
    } as const
    await market.call('POST /api/admin/payment/:paymentId/decide', request, admin)
    expect(await depositOf(byPhone.bookingId)).toMatchObject({ held: 5_000, owedBack: 200 })
    const mails = await readMails(market.db, { kind: 'refund_owed' })
    expect(mails.at(-1)?.body).toContain('Ksh 200')
  })

  test('goes back within two working days after the return, else it is listed as late', async () => {
    const { params, bookingId } = await book()
    await take(params)
    await handOver(params)
    await takeBack(params)
    const by = new Date((await depositOf(bookingId)).returnBy ?? 0)
    const queue = async (name: 'toReturn' | 'overdue') => {
      const { data } = await market.call(
        'GET /api/admin/deposits',
        { query: { queue: name, limit: 100 } },
        staff,
      )
      return data.map((row) => row.bookingId)
    }
    expect(await queue('toReturn')).toContain(bookingId)
    expect(await queue('overdue')).not.toContain(bookingId)
    market.clock.advance(by.getTime() - market.clock.now().getTime())
    const overdue = await queue('overdue')
    expect(overdue).toContain(bookingId)
    const { data: today } = await market.call('GET /api/admin/today', {}, staff)
    expect(today.counts.depositsOverdue).toBe(overdue.length)
  })

  test('in the list is, in all, the balance of the ledger', async () => {
    const { rows } = await sql<{ held: number }>`
      select -coalesce(sum(amount), 0)::bigint as held from ledger_entries where account = 'deposits'`.execute(
      market.db,
    )
    const { held, data } = await market.call(
      'GET /api/admin/deposits',
      { query: { queue: 'held', limit: 100 } },
      staff,
    )
    expect(held).toBe(rows[0]?.held)
    expect(data.reduce((sum, row) => sum + row.held, 0)).toBe(held)
    expect(held).toBeGreaterThan(0)
  })

  test('is not bypassed by whoever writes the status himself', async () => {
    const { bookingId } = await book()
    await expect(
      market.db.updateTable('bookings').set({ status: 'active' }).where('id', '=', bookingId).execute(),
    ).rejects.toMatchObject({ constraint: 'deposit_is_taken_before_handover' })
  })

  trial(
    'is taken once and given back once, however many do it at the same moment',
    { full: 8, few: 8 },
    async ({ rounds }) => {
      for (let round = 0; round < rounds; round += 1) {
        const { params, bookingId } = await book()
        const won = async (requests: Promise<unknown>[]) =>
          (await Promise.allSettled(requests)).filter(({ status }) => status === 'fulfilled').length
        expect(await won([take(params), take(params), take(params)])).toBe(1)
        expect(await won([handOver(params), handOver(params)])).toBe(1)
        await takeBack(params)
        expect(await won([settle(params), settle(params), settle(params)])).toBe(1)
        expect(await depositOf(bookingId)).toMatchObject({ held: 0, owedBack: 10_000 })
      }
    },
  )
})

trial(
  'a part of a deposit that is given back while its booking is cancelled is owed back once',
  { full: 20, few: 20 },
  async ({ rounds }) => {
    await market.phoneBehaves({ phone: '254712345679', resultCode: '0', actsAfterMs: 0, paysAmount: 4_000 })
    for (let round = 0; round < rounds; round += 1) {
      const { params, bookingId, customer } = await book()
      const { _id: id } = await depositOf(bookingId)
      await market.pay(customer, id, '254712345679', 'deposit')
      await expect.poll(async () => (await depositOf(bookingId)).held).toBe(4_000)
      const payment = await market.db
        .selectFrom('payments')
        .select('id')
        .where('payable_id', '=', id)
        .executeTakeFirstOrThrow()
      const cancelled = { params, body: { reason: 'The car broke down' } }
      const decided = {
        params: { paymentId: payment.id },
        body: { decision: 'giveBack', reason: 'Too little' },
      } as const
      const cancel = () => market.call('POST /api/admin/booking/:bookingId/cancel', cancelled, staff)
      const giveBack = () => market.call('POST /api/admin/payment/:paymentId/decide', decided, admin)
      const ends = await Promise.allSettled(round % 2 === 0 ? [cancel(), giveBack()] : [giveBack(), cancel()])
      const codes = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason.code] : []))
      expect(codes.filter((code) => code !== 'payment_wrong_state')).toEqual([])
      expect(await depositOf(bookingId)).toMatchObject({ held: 0, owedBack: 4_000 })
    }
  },
)

test('money that came instead of a deposit, and is less, goes back though the deposit was recorded', async () => {
  const { bookingId, customer } = await book()
  const { _id: id } = await depositOf(bookingId)
  await market.phoneBehaves({ phone: '254712345677', resultCode: '0', never: true })
  const { data: payment } = await market.pay(customer, id, '254712345677', 'deposit')
  const settle = (receipt: string | null, amountReceived: number | null) =>
    settlePayment(market.deps, payment._id, { kind: 'paid', receipt, amountReceived })
  await settle(null, null)
  expect(await depositOf(bookingId)).toMatchObject({ held: 10_000 })
  await settle(drawCode(market.clock.now()), 1_500)
  expect(await depositOf(bookingId)).toMatchObject({ held: 0, due: 10_000 })
  const body = { decision: 'giveBack', reason: 'Too little' } as const
  const params = { paymentId: payment._id }
  await market.call('POST /api/admin/payment/:paymentId/decide', { params, body }, admin)
  expect(await depositOf(bookingId)).toMatchObject({ held: 0, due: 10_000, owedBack: 1_500 })
})
