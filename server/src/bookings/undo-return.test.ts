import { addDays } from '@twende/contract/calendar-day.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { atTheSameMoment } from '../testing/at-the-same-moment.ts'
import { handOver, takeBack } from '../testing/condition-reports.ts'
import { carOutWithDeposit, postKeptPart } from '../testing/deposits.ts'
import { expectBalanced } from '../testing/ledger-invariants.ts'
import { readMails } from '../testing/mailbox.ts'
import { paidWith } from '../testing/payments.ts'
import type { Person } from '../testing/people.ts'
import { BOOKING_MORNING, bookCar, historyOf, moveBookingOn } from '../testing/renting.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { makeAgreement } from './agreements/make-agreement.ts'

let market: TestMarket
let staff: Person
let rental: Awaited<ReturnType<typeof carOutWithDeposit>>

const HOUR = 3_600_000
const DEPOSIT = 10_000

beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff', name: 'Joseph Kariuki' })
})
beforeEach(async () => {
  market.clock.set(BOOKING_MORNING)
  rental = await carOutWithDeposit(market, staff)
  market.clock.advance(HOUR)
})
afterAll(() => market.close())

const undo = (note = 'It was another car') =>
  market.call('POST /api/admin/booking/:bookingId/undo', { params: rental.params, body: { note } }, staff)
const seen = () => market.call('GET /api/admin/booking/:bookingId', { params: rental.params }, staff)
const charged = (paidBy: 'cash' | 'deposit' | 'none', amount = 2_000) => ({
  charges: [{ kind: 'fuel' as const, amount }],
  chargesPayment: { paidBy },
})
const returned = (choices: Parameters<typeof takeBack>[3] = {}) =>
  takeBack(market, staff, rental.bookingId, choices)
async function refundsOf() {
  const { data } = await seen()
  return market.db
    .selectFrom('refunds')
    .select(['payable_type', 'amount', 'status'])
    .where('status', '<>', 'withdrawn')
    .where((eb) =>
      eb.or([
        eb('payable_id', '=', data._id),
        eb('payable_id', 'in', eb.selectFrom('deposits').select('id').where('booking_id', '=', data._id)),
      ]),
    )
    .execute()
}
const depositOf = async () =>
  (await market.call('GET /api/admin/booking/:bookingId/deposit', { params: rental.params }, staff)).data
    .deposit
const carOf = () =>
  market.db
    .selectFrom('bookings')
    .innerJoin('cars', 'cars.id', 'bookings.car_id')
    .select(['cars.id', 'cars.odometer'])
    .where('bookings.id', '=', rental.bookingId)
    .executeTakeFirstOrThrow()

describe('a return that was recorded by mistake', () => {
  test('is taken back while something else is owed since the car left', async () => {
    const { data } = await seen()
    const body = {
      endDate: addDays(data.endDate, 1),
      dropoffTime: data.dropoffTime,
      paidBy: 'none' as const,
      updatedAt: data.updatedAt,
    }
    await market.call('POST /api/admin/booking/:bookingId/extend', { params: rental.params, body }, staff)
    await returned()
    await undo()
    expect((await seen()).data).toMatchObject({ status: 'active', owed: 4_500 })
  })

  test('is taken back within a day: the car is out, its odometer as it left, and the history says what, who and why', async () => {
    const { odometer } = await carOf()
    await returned({ km: 42_900 })
    const until = Date.parse((await seen()).data.undoUntil ?? '')
    expect(until - market.clock.now().getTime()).toBeLessThanOrEqual(24 * HOUR)
    expect((await undo()).message).toBe('The return was taken back. The rental goes on.')
    expect((await seen()).data).toMatchObject({
      status: 'active',
      handoverReturn: null,
      undoUntil: null,
      extraCharges: 0,
    })
    expect((await carOf()).odometer).toBe(odometer)
    const history = await historyOf(market, rental.bookingId)
    expect(history.at(-1)).toMatchObject({
      what: 'Return taken back',
      note: 'It was another car · 42,900 km, fuel Full',
    })
    expect(history.at(-2)).toMatchObject({ what: 'Car returned', note: '' })
    const [mail] = await readMails(market.db, {
      accountId: rental.customer.accountId,
      kind: 'booking_return_taken_back',
    })
    expect(mail?.body).toContain('Your rental goes on')
    expect(mail?.body).toContain('It was another car')
    expect(mail?.body).not.toContain('charged no more')
    await expectBalanced(market)
  })

  test('is followed by the true one, with a report, a paper and charges of its own', async () => {
    const { bookingId, customer } = rental
    await returned({ km: 42_900, ...charged('none') })
    await makeAgreement(market.deps, { bookingId, kind: 'return' })
    market.clock.advance(HOUR)
    await undo()
    market.clock.advance(HOUR)
    await returned({ km: 43_100, ...charged('none', 3_000) })
    await makeAgreement(market.deps, { bookingId, kind: 'return' })
    expect((await seen()).money).toMatchObject({ owed: 3_000 })
    const reports = await market.call(
      'GET /api/booking/:bookingId/condition',
      { params: rental.params },
      customer,
    )
    expect(reports.data).toMatchObject({ handover: { km: 42_000 }, return: { km: 43_100 } })
    expect(reports.data.charges).toMatchObject([{ kind: 'fuel', amount: 3_000 }])
    const papers = await market.call(
      'GET /api/booking/:bookingId/agreements',
      { params: rental.params },
      customer,
    )
    expect(papers.data.map(({ kind, isWithdrawn }) => [kind, isWithdrawn])).toEqual([
      ['return', true],
      ['return', false],
    ])
    const first = papers.data[0]?.number ?? ''
    const check = await market.call('GET /api/agreement/:number', { params: { number: first }, query: {} })
    expect(check.data).toMatchObject({ isWithdrawn: true })
    expect(
      await readMails(market.db, { accountId: customer.accountId, kind: 'booking_return_report_made' }),
    ).toHaveLength(2)
    await expectBalanced(market)
  })

  test('leaves no paper of it that holds, also where that is made while the act waits for a lock', async () => {
    const { bookingId } = rental
    await returned({ km: 42_900 })
    const payments = sql`select from payments where payable_id = ${bookingId} for update`
    const results = await atTheSameMoment(market, payments, [
      undo,
      async () => {
        market.clock.advance(1000)
        await makeAgreement(market.deps, { bookingId, kind: 'return' })
      },
    ])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    const papers = () =>
      market.call('GET /api/booking/:bookingId/agreements', { params: rental.params }, rental.customer)
    expect((await papers()).data.map(({ isWithdrawn }) => isWithdrawn)).toEqual([true])
    await returned({ km: 43_100 })
    await makeAgreement(market.deps, { bookingId, kind: 'return' })
    expect((await papers()).data.map(({ isWithdrawn }) => isWithdrawn)).toEqual([true, false])
  })

  test.each([
    ['none', []],
    ['cash', [{ payable_type: 'booking', amount: 2_000, status: 'due' }]],
    ['deposit', []],
  ] as const)('charges nothing any more where its charges were paid by %s', async (paidBy, refunds) => {
    await returned(charged(paidBy))
    await undo()
    expect((await seen()).money).toMatchObject({ owed: 0 })
    expect(await refundsOf()).toEqual(refunds)
    expect(await depositOf()).toMatchObject({ held: DEPOSIT })
    const [mail] = await readMails(market.db, {
      accountId: rental.customer.accountId,
      kind: 'booking_return_taken_back',
    })
    expect(mail?.body).toContain('Ksh 2,000, is charged no more')
    await expectBalanced(market)
  })

  test('holds the whole deposit again, also what was kept of it or waits to be sent', async () => {
    const { bookingId } = rental
    await returned()
    const { id: photoId } = await market.db
      .selectFrom('condition_photos')
      .innerJoin('condition_reports', 'condition_reports.id', 'condition_photos.report_id')
      .select('condition_photos.id')
      .where('booking_id', '=', bookingId)
      .where('kind', '=', 'return')
      .where('position', '=', 'left')
      .executeTakeFirstOrThrow()
    expect((await postKeptPart(market, staff, rental, { photoIds: photoId })).statusCode).toBe(200)
    await market.call(
      'POST /api/admin/booking/:bookingId/deposit/settle',
      { params: rental.params, body: {} },
      staff,
    )
    expect(await refundsOf()).toEqual([{ payable_type: 'deposit', amount: 8_000, status: 'due' }])
    await undo()
    expect(await refundsOf()).toEqual([])
    expect(await depositOf()).toMatchObject({ held: DEPOSIT, settledBy: null, returnBy: null })
    expect((await seen()).money).toMatchObject({ owed: 0 })
    await returned()
    await market.call(
      'POST /api/admin/booking/:bookingId/deposit/settle',
      { params: rental.params, body: {} },
      staff,
    )
    expect(await refundsOf()).toEqual([{ payable_type: 'deposit', amount: DEPOSIT, status: 'due' }])
    await expectBalanced(market)
  })
})

describe('a return stays, and staff is told why and what to do', () => {
  const stays = async (message: RegExp) => {
    await expect(undo()).rejects.toMatchObject({ status: 409, code: 'booking_wrong_state', message })
    expect((await seen()).data.status).toBe('completed')
    await expectBalanced(market)
  }

  test('after a day', async () => {
    await returned()
    market.clock.advance(24 * HOUR + 1)
    await stays(/more than a day has passed.*can still be corrected/)
    expect((await seen()).data.undoUntil).toBeNull()
  })

  test('once the deposit was sent back', async () => {
    await returned()
    await market.call(
      'POST /api/admin/booking/:bookingId/deposit/settle',
      { params: rental.params, body: {} },
      staff,
    )
    const { id } = await market.db
      .selectFrom('refunds')
      .select('id')
      .where('status', '=', 'due')
      .where('payable_type', '=', 'deposit')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    await market.call(
      'POST /api/admin/refund/:refundId/sent',
      { params: { refundId: id }, body: paidWith() },
      staff,
    )
    await stays(/already sent back.*book it for them again/)
  })

  test('once the payment of its deposit was taken out of the books', async () => {
    const deposit = await depositOf()
    const { id: paymentId } = await market.db
      .selectFrom('payments')
      .select('id')
      .where('payable_id', '=', deposit?._id ?? '')
      .executeTakeFirstOrThrow()
    await returned()
    const body = { decision: 'dismiss', reason: 'It was for another car' } as const
    const colleague = await market.signUp({ role: 'staff' })
    await market.call('POST /api/admin/payment/:paymentId/decide', { params: { paymentId }, body }, colleague)
    await expect(undo()).rejects.toMatchObject({
      code: 'booking_wrong_state',
      message: expect.stringContaining('no longer in the books'),
    })
    expect((await seen()).data.status).toBe('completed')
  })

  test('once its car left with somebody else, also where that one is back', async () => {
    const { id: carId } = await carOf()
    await returned()
    market.clock.advance(HOUR)
    const next = await bookCar(market, await market.signUp(), carId, {
      startDate: '2026-05-03',
      endDate: '2026-05-05',
    })
    await moveBookingOn(market, staff, next._id, 'confirmed')
    const params = { bookingId: next._id }
    const body = { paidBy: 'cash' } as const
    await market.call('POST /api/admin/booking/:bookingId/deposit/take', { params, body }, staff)
    await handOver(market, staff, next._id)
    await stays(/left with another customer/)
    await takeBack(market, staff, next._id)
    await stays(/left with another customer/)
  })

  test('once its car left with somebody else, whose handover waited for a lock meanwhile', async () => {
    const { id: carId } = await carOf()
    const next = await bookCar(market, await market.signUp(), carId, {
      startDate: '2026-05-03',
      endDate: '2026-05-05',
    })
    await moveBookingOn(market, staff, next._id, 'confirmed')
    const params = { bookingId: next._id }
    await market.call(
      'POST /api/admin/booking/:bookingId/deposit/take',
      { params, body: { paidBy: 'cash' } },
      staff,
    )
    const deposit = sql`select from payments where payable_type = 'deposit' and payable_id in (
      select id from deposits where booking_id = ${next._id}) for update`
    const results = await atTheSameMoment(market, deposit, [
      () => handOver(market, staff, next._id),
      async () => {
        market.clock.advance(1000)
        await returned()
      },
    ])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    await stays(/left with another customer/)
  })

  test('while the customer disputes what it charged', async () => {
    await returned(charged('none'))
    await market.call(
      'POST /api/booking/:bookingId/dispute',
      { params: rental.params, body: { charge: 0, reason: 'The tank was full' } },
      rental.customer,
    )
    await stays(/disputed what was charged/)
  })
})

test('a rental that goes on has no return, whatever a program writes', async () => {
  await returned()
  const revived = market.db
    .updateTable('bookings')
    .set({ status: 'active' })
    .where('id', '=', rental.bookingId)
    .execute()
  await expect(revived).rejects.toMatchObject({ constraint: 'rental_that_goes_on_has_no_return' })
})
