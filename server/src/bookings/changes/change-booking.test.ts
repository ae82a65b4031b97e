import type { Booking } from '@twende/contract/bookings/booking.ts'
import { changedPrice } from '@twende/contract/bookings/booking-change.ts'
import { addDays } from '@twende/contract/calendar-day.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBalance } from '../../payments/ledger/ledger-store.ts'
import { priceRulesOf } from '../../prices/read-prices.ts'
import { handOver } from '../../testing/condition-reports.ts'
import { addApprovedDriver } from '../../testing/driving.ts'
import { addCar } from '../../testing/fleet.ts'
import { expectBalanced } from '../../testing/ledger-invariants.ts'
import { onceAvailable } from '../../testing/once-available.ts'
import { receivePayment } from '../../testing/payments.ts'
import type { Person } from '../../testing/people.ts'
import { addPriceRule } from '../../testing/price-rules.ts'
import { BOOKING_MORNING, bookCar, historyOf, moveBookingOn, payBooking } from '../../testing/renting.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import { trial } from '../../testing/trial.ts'
import { findBooking } from '../booking-read-store.ts'
import { storedPrice } from '../price-of-rental.ts'

let market: TestMarket
let staff: Person
let customer: Person

beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
  customer = await market.signUp()
})
afterAll(() => market.close())

const START = '2026-04-10'
let phones = 0

const period = (from: number, to: number, times = {}) => ({
  startDate: addDays(START, from),
  endDate: addDays(START, to),
  pickupTime: '10:00',
  dropoffTime: '10:00',
  ...times,
})
type Period = ReturnType<typeof period>

/** A booking of this customer from START on, confirmed and paid. */
async function booked(days: number, { carId, by = customer }: { carId?: string; by?: Person } = {}) {
  const car = carId ?? (await addCar(market.db, { pricePerDay: 1_000 }))
  const booking = await bookCar(market, by, car, { startDate: START, endDate: addDays(START, days) })
  await moveBookingOn(market, staff, booking._id, 'confirmed')
  return booking
}

const preview = async ({ _id: bookingId }: Booking, to: Period, by = customer) =>
  (await market.call('GET /api/booking/:bookingId/change', { params: { bookingId }, query: to }, by)).data

/** Agrees to what is shown of a change. */
async function change(
  booking: Booking,
  to: Period,
  { by = customer, idempotencyKey }: { by?: Person; idempotencyKey?: string } = {},
) {
  const { finalAmount, updatedAt } = await preview(booking, to, by)
  const body = { ...to, finalAmount, updatedAt, phone: `07123${String(++phones).padStart(5, '0')}` }
  const request = { params: { bookingId: booking._id }, body }
  return market.call('POST /api/booking/:bookingId/change', request, {
    ...by,
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  })
}

const seen = async ({ _id: bookingId }: Booking, by = customer) =>
  (await market.call('GET /api/booking/:bookingId', { params: { bookingId } }, by)).data
const refundsOf = ({ _id }: Booking) =>
  market.db
    .selectFrom('refunds')
    .select(['amount', 'reason', 'status'])
    .where('booking_id', '=', _id)
    .orderBy('id')
    .execute()
const mailsOf = async ({ _id }: Booking, kind: string) =>
  (
    await market.db
      .selectFrom('notifications')
      .select('id')
      .where('kind', '=', kind)
      .where('dedupe_key', 'like', `%${_id}%`)
      .execute()
  ).length

async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof ApiError) return error.code
  throw error ?? new Error('nothing was refused')
}

describe('a shorter or cheaper booking', () => {
  test('is changed at once, and what was paid above its price is owed back once', async () => {
    const booking = await booked(4)
    expect(await preview(booking, period(1, 3))).toMatchObject({
      totalDays: 2,
      finalAmount: 2_000,
      bookedAmount: 4_000,
      due: 0,
      refund: 2_000,
    })
    expect((await seen(booking)).finalAmount).toBe(4_000)
    const { data, payment } = await change(booking, period(1, 3))
    expect(payment).toBeNull()
    expect(data).toMatchObject({ startDate: addDays(START, 1), totalDays: 2, finalAmount: 2_000 })
    expect(data.paymentStatus).toBe('paid')
    expect(await refundsOf(booking)).toEqual([{ amount: 2_000, reason: 'booking_changed', status: 'due' }])
    expect(await findBalance(market.db, { type: 'booking', id: booking._id })).toMatchObject({
      price: 2_000,
      receivable: 0,
      refundsPayable: 2_000,
    })
    const last = (await historyOf(market, booking._id)).at(-1)
    expect(last).toMatchObject({ actor: 'customer', what: 'Changed' })
    expect(last?.note).toContain('10 Apr 2026, 10:00 – 14 Apr 2026, 10:00 (Ksh 4,000)')
    expect(last?.note).toContain('11 Apr 2026, 10:00 – 13 Apr 2026, 10:00 (Ksh 2,000)')
    expect(await mailsOf(booking, 'booking_changed')).toBe(1)
  })

  test('cancelled afterwards gives back what is left, and no more', async () => {
    const booking = await booked(3)
    await change(booking, period(0, 2))
    const params = { bookingId: booking._id }
    await market.call('PUT /api/booking/:bookingId/cancel', { params, body: {} }, customer)
    expect((await refundsOf(booking)).map(({ amount }) => amount)).toEqual([1_000, 2_000])
    await expectBalanced(market)
  })

  test('of the same price moves without money', async () => {
    const booking = await booked(2)
    const { data } = await change(booking, period(20, 22, { pickupTime: '12:00' }))
    expect(data).toMatchObject({ startDate: addDays(START, 20), pickupTime: '12:00', finalAmount: 2_000 })
    expect(await refundsOf(booking)).toEqual([])
  })
})

describe('a longer booking', () => {
  test('is changed once the difference is paid, and is what it was until then', async () => {
    const booking = await booked(2)
    const { payment } = await change(booking, period(0, 5))
    expect(payment).toMatchObject({ amount: 3_000, status: 'processing' })
    expect(await seen(booking)).toMatchObject({ totalDays: 2, finalAmount: 2_000, paymentStatus: 'paid' })
    await payBooking(market, booking._id)
    expect(await seen(booking)).toMatchObject({ totalDays: 5, finalAmount: 5_000, paymentStatus: 'paid' })
    expect(await findBalance(market.db, { type: 'booking', id: booking._id })).toMatchObject({
      price: 5_000,
      receivable: 0,
      unapplied: 0,
    })
    expect(await mailsOf(booking, 'booking_changed')).toBe(1)
    const params = { bookingId: booking._id }
    const { data } = await market.call('GET /api/booking/:bookingId/refund', { params }, customer)
    expect(data).toMatchObject({ paid: 5_000, refund: 5_000 })
  })

  test('whose added days somebody else took meanwhile stays as it was, and the money goes back', async () => {
    const carId = await addCar(market.db, { pricePerDay: 1_000 })
    const booking = await booked(2, { carId })
    await change(booking, period(0, 5))
    await bookCar(market, await market.signUp(), carId, period(3, 6))
    await payBooking(market, booking._id)
    expect(await seen(booking)).toMatchObject({ totalDays: 2, finalAmount: 2_000, paymentStatus: 'paid' })
    expect(await refundsOf(booking)).toEqual([{ amount: 3_000, reason: 'paid_too_late', status: 'due' }])
    expect(await findBalance(market.db, { type: 'booking', id: booking._id })).toMatchObject({ price: 2_000 })
    await expectBalanced(market)
  })

  test('paid twice, by an earlier request too, is changed once and the second payment goes back', async () => {
    const booking = await booked(2)
    const first = await change(booking, period(0, 3))
    await market.db
      .updateTable('payments')
      .set({ status: 'expired', outcome: 'timed_out' })
      .where('id', '=', first.payment?._id ?? '')
      .execute()
    const second = await change(booking, period(0, 3))
    await receivePayment(market, second.payment?._id ?? '')
    await receivePayment(market, first.payment?._id ?? '')
    expect(await seen(booking)).toMatchObject({ totalDays: 3, finalAmount: 3_000, paymentStatus: 'paid' })
    expect((await refundsOf(booking)).map(({ amount }) => amount)).toEqual([1_000])
    await expectBalanced(market)
  })

  test('is not changed by less than the difference; staff decides about that money', async () => {
    const booking = await booked(2)
    const { payment } = await change(booking, period(0, 4))
    await receivePayment(market, payment?._id ?? '', 500)
    expect(await seen(booking)).toMatchObject({ totalDays: 2, finalAmount: 2_000, paymentStatus: 'paid' })
    await expectBalanced(market)
  })

  test('with the car out: only a later return, which is paid like every other', async () => {
    const booking = await booked(2)
    await addApprovedDriver(market, booking._id)
    await handOver(market, staff, booking._id)
    expect(await refusal(preview(booking, period(0, 1)))).toBe('booking_wrong_state')
    expect(await refusal(preview(booking, period(1, 4)))).toBe('booking_wrong_state')
    await change(booking, period(0, 3))
    await payBooking(market, booking._id)
    expect(await seen(booking)).toMatchObject({ status: 'active', totalDays: 3, finalAmount: 3_000 })
    const told = await market.db
      .selectFrom('notifications')
      .select('params')
      .where('kind', '=', 'booking_changed')
      .where('dedupe_key', 'like', `%${booking._id}%`)
      .executeTakeFirstOrThrow()
    expect(told.params).toMatchObject({ isOut: true })
  })

  test('beyond the licence of the driver is refused', async () => {
    const booking = await booked(2)
    await addApprovedDriver(market, booking._id)
    await market.db
      .updateTable('drivers')
      .set({ licence_expires: addDays(START, 3) })
      .where('booking_id', '=', booking._id)
      .execute()
    expect(await refusal(preview(booking, period(0, 4)))).toBe('driver_licence_ends')
    expect((await preview(booking, period(0, 3))).due).toBe(1_000)
  })
})

describe('a change is refused', () => {
  test('for a car that is taken, and for days that its rules find too few', async () => {
    const carId = await addCar(market.db, { pricePerDay: 1_000 })
    const booking = await booked(4, { carId })
    await bookCar(market, await market.signUp(), carId, period(5, 7))
    expect(await refusal(preview(booking, period(0, 6)))).toBe('car_taken')
    await addPriceRule(market, { kind: 'minimum_days', value: 3, carId })
    expect(await refusal(preview(booking, period(0, 2)))).toBe('rental_too_short')
  })

  test('with the new price when the price has changed, and when the booking has', async () => {
    const carId = await addCar(market.db, { pricePerDay: 1_000 })
    const booking = await booked(2, { carId })
    const { finalAmount, updatedAt } = await preview(booking, period(0, 3))
    await market.db.updateTable('cars').set({ price_per_day: 1_500 }).where('id', '=', carId).execute()
    const send = (body: object) =>
      market.call(
        'POST /api/booking/:bookingId/change',
        {
          params: { bookingId: booking._id },
          body: { ...period(0, 3), finalAmount, updatedAt, phone: '0712000099', ...body },
        },
        customer,
      )
    const error = await send({}).catch((reason: unknown) => reason)
    expect(error).toMatchObject({
      code: 'price_changed',
      data: { change: { finalAmount: 3_500, due: 1_500 } },
    })
    const before = new Date(Date.parse(updatedAt) - 1_000).toISOString()
    expect(await refusal(send({ finalAmount: 3_500, updatedAt: before }))).toBe('changed_meanwhile')
  })

  test('to a stranger, of an unpaid booking, and once cancelling is no longer free', async () => {
    const booking = await booked(2)
    expect(await refusal(preview(booking, period(0, 3), await market.signUp()))).toBe('booking_not_found')
    const unpaid = await bookCar(market, customer, await addCar(market.db), period(0, 2))
    expect(await refusal(preview(unpaid, period(0, 3)))).toBe('booking_wrong_state')
    const soon = await bookCar(market, customer, await addCar(market.db, { pricePerDay: 1_000 }), {
      ...period(-8, -6, { pickupTime: '08:00' }),
    })
    await moveBookingOn(market, staff, soon._id, 'confirmed')
    const twoHoursAgo = new Date(market.clock.now().getTime() - 2 * 3_600_000)
    await market.db
      .updateTable('bookings')
      .set({ created_at: twoHoursAgo })
      .where('id', '=', soon._id)
      .execute()
    const sooner = { pickupTime: '08:00' }
    expect(await refusal(preview(soon, period(-8, -7, sooner)))).toBe('booking_wrong_state')
    expect((await preview(soon, period(-8, -5, sooner))).due).toBe(1_000)
  })
})

test('the same request with the same key changes and asks once', async () => {
  const booking = await booked(3)
  const shown = await preview(booking, period(0, 2))
  const body = {
    ...period(0, 2),
    finalAmount: shown.finalAmount,
    updatedAt: shown.updatedAt,
    phone: '0712000098',
  }
  const send = () =>
    market.call(
      'POST /api/booking/:bookingId/change',
      { params: { bookingId: booking._id }, body },
      { ...customer, idempotencyKey: 'a-change-of-a-booking-1' },
    )
  const answers = await Promise.all([send(), send(), send()])
  expect(answers.map(({ data }) => data.finalAmount)).toEqual([2_000, 2_000, 2_000])
  expect(await refundsOf(booking)).toHaveLength(1)
})

trial(
  'rivals for the same days at once: one has them, and nobody is left with money paid for nothing',
  { full: 12, few: 4 },
  async ({ rounds }) => {
    for (let round = 0; round < rounds; round += 1) {
      // Others in each round, since nobody may hold more than three cars unpaid.
      const rivals = await Promise.all(Array.from({ length: 48 }, () => market.signUp()))
      const carId = await addCar(market.db, { pricePerDay: 1_000 })
      const [one, other] = [await market.signUp(), await market.signUp()]
      const before = await booked(2, { carId, by: one })
      const after = await bookCar(market, other, carId, period(6, 8))
      await moveBookingOn(market, staff, after._id, 'confirmed')
      await change(before, period(0, 5), { by: one })
      await change(after, period(3, 8), { by: other })
      const news = rivals.map((rival) => onceAvailable(() => bookCar(market, rival, carId, period(3, 5))))
      const ends = await Promise.allSettled([
        onceAvailable(() => payBooking(market, before._id)),
        ...(round % 2 === 0 ? news : []),
        onceAvailable(() => payBooking(market, after._id)),
        ...(round % 2 === 0 ? [] : news),
      ])
      const made = ends.filter((end) => end.status === 'fulfilled' && end.value !== undefined).length
      const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason.code] : []))
      expect(new Set(refused)).toEqual(new Set(refused.length > 0 ? ['car_taken'] : []))
      const changed = [await seen(before, one), await seen(after, other)].filter(
        ({ totalDays }) => totalDays === 5,
      )
      expect(made + changed.length).toBe(1)
      const back = [...(await refundsOf(before)), ...(await refundsOf(after))]
      expect(back).toHaveLength(2 - changed.length)
      const taken = market.db.selectFrom('car_calendar').select('booking_id').where('car_id', '=', carId)
      expect(await taken.execute()).toHaveLength(2 + made)
    }
    await expectBalanced(market)
  },
)

trial(
  'after random changes, a booking costs the sum of its days, and the ledger holds just that',
  { full: 12, few: 12 },
  async ({ rounds, seed }) => {
    const carId = await addCar(market.db, { pricePerDay: 1_000 })
    await addPriceRule(market, { name: 'Weekend', kind: 'day_price', value: 1_700, carId, weekdays: [6, 7] })
    await addPriceRule(market, { name: 'Week', kind: 'length_discount', value: 10, fromDays: 7, carId })
    const step = fc.record({
      from: fc.integer({ min: 0, max: 20 }),
      days: fc.integer({ min: 1, max: 9 }),
      price: fc.integer({ min: 500, max: 3_000 }),
      pays: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
        await market.db.updateTable('cars').set({ price_per_day: 1_000 }).where('id', '=', carId).execute()
        const booking = await booked(3, { carId })
        for (const { from, days, price, pays } of steps) {
          await market.db.updateTable('cars').set({ price_per_day: price }).where('id', '=', carId).execute()
          const row = await findBooking(market.db, booking._id)
          if (!row) throw new Error('no such booking')
          const to = period(from, from + days)
          const isSame = row.start_date === to.startDate && row.end_date === to.endDate
          if (isSame) continue
          const expected = changedPrice(
            { startDate: row.start_date, pricePerDay: row.price_per_day, snapshot: storedPrice(row) },
            to,
            {
              pricePerDay: price,
              rules: await priceRulesOf(market.db, { carId, category: booking.carCategory }),
            },
          )
          const { payment } = await change(booking, to)
          if (payment && pays) await payBooking(market, booking._id)
          else if (payment) {
            await market.db
              .updateTable('payments')
              .set({ status: 'expired', outcome: 'timed_out' })
              .where('id', '=', payment._id)
              .execute()
          }
          const now = await seen(booking)
          expect(now.finalAmount).toBe(payment && !pays ? row.final_amount : expected.finalAmount)
          const refunds = await refundsOf(booking)
          const balance = await findBalance(market.db, { type: 'booking', id: booking._id })
          expect(balance).toMatchObject({
            price: now.finalAmount,
            receivable: 0,
            unapplied: 0,
            refundsPayable: refunds.reduce((sum, { amount }) => sum + amount, 0),
          })
        }
        const params = { bookingId: booking._id }
        await market.call(
          'POST /api/admin/booking/:bookingId/cancel',
          { params, body: { reason: 'Done' } },
          staff,
        )
      }),
      { numRuns: rounds, seed },
    )
    await expectBalanced(market)
  },
)
