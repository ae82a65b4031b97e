import { suggestCharges } from '@twende/contract/bookings/condition/charges.ts'
import { nairobiInstant } from '@twende/contract/calendar-day.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { handOver } from '../../testing/condition-reports.ts'
import { addCar } from '../../testing/fleet.ts'
import { paidWith } from '../../testing/payments.ts'
import type { Person } from '../../testing/people.ts'
import { addPriceRule } from '../../testing/price-rules.ts'
import { BOOKING_MORNING, BY_MPESA, bookCar, payBooking } from '../../testing/renting.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'

let market: TestMarket
let staff: Person
let customer: Person
let carId: string

beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
})
afterAll(() => market.close())

/** A car at Ksh 4,000 a day that is hired at half price. */
beforeEach(async () => {
  market.clock.set(BOOKING_MORNING)
  customer = await market.signUp()
  carId = await addCar(market.db, { pricePerDay: 4_000 })
  await addPriceRule(market, { name: 'Half price', value: 50, carId })
})

async function hired() {
  const booking = await bookCar(market, customer, carId, {
    startDate: '2026-04-01',
    endDate: '2026-04-03',
    ...BY_MPESA,
  })
  expect(booking.finalAmount).toBe(4_000)
  await payBooking(market, booking._id)
  return booking
}

const seen = async (bookingId: string) =>
  (await market.call('GET /api/admin/booking/:bookingId', { params: { bookingId } }, staff)).data

describe('a further day of a car that is hired at half price', () => {
  test('costs staff what it costs the customer, and is shown before', async () => {
    const { _id: bookingId } = await hired()
    const period = {
      startDate: '2026-04-01',
      endDate: '2026-04-05',
      pickupTime: '10:00',
      dropoffTime: '10:00',
    }
    const params = { bookingId }
    const own = await market.call('GET /api/booking/:bookingId/change', { params, query: period }, customer)
    const { data: price } = await market.call(
      'GET /api/admin/booking/:bookingId/extend',
      { params, query: { endDate: '2026-04-05' } },
      staff,
    )
    expect(price).toMatchObject({ finalAmount: 8_000, bookedAmount: 4_000 })
    expect(price.finalAmount).toBe(own.data.finalAmount)
    const { updatedAt } = await seen(bookingId)
    const extension = { endDate: '2026-04-05', dropoffTime: '10:00', ...paidWith(), updatedAt }
    const extend = (finalAmount: number) =>
      market.call(
        'POST /api/admin/booking/:bookingId/extend',
        { params, body: { ...extension, finalAmount } },
        staff,
      )
    await expect(extend(12_000)).rejects.toMatchObject({ code: 'price_changed' })
    expect((await extend(8_000)).data).toMatchObject({ finalAmount: 8_000, totalDays: 4 })
  })

  test('costs as much when the car is 61 minutes late', async () => {
    const { _id: bookingId } = await hired()
    market.clock.set(nairobiInstant('2026-04-01', '10:00'))
    await handOver(market, staff, bookingId)
    const { data: basis } = await market.call(
      'GET /api/admin/booking/:bookingId/condition',
      { params: { bookingId } },
      staff,
    )
    expect(basis.lateAmounts.slice(0, 3)).toEqual([2_000, 4_000, 6_000])
    const due = new Date(basis.dueAt)
    const late = (minutes: number) =>
      suggestCharges({
        ...basis,
        dueAt: due,
        returnedAt: new Date(due.getTime() + minutes * 60_000),
        returned: { km: 42_000, fuel: 8 },
        needsCleaning: false,
        newMarks: [],
      })
    expect(late(60)).toEqual([])
    expect(late(61)).toMatchObject([{ kind: 'late', quantity: 1, amount: 2_000 }])
    expect(late(100 * 24 * 60)).toMatchObject([{ kind: 'late', quantity: 100, amount: 200_000 }])
  })
})

describe('the price calendar', () => {
  test('names all rules of a day, says which replace and which multiply, and which are replaced', async () => {
    await addPriceRule(market, { name: 'Weekend', value: 110, effect: 'multiply', weekdays: [6, 7], carId })
    await addPriceRule(market, {
      name: 'Easter',
      value: 200,
      firstDay: '2026-04-04',
      lastDay: '2026-04-05',
      carId,
    })
    const { data } = await market.call(
      'GET /api/admin/car/:carId/prices',
      { params: { carId }, query: { from: '2026-04-01' } },
      staff,
    )
    expect(data[0]).toMatchObject({ price: 2_000, rules: [{ name: 'Half price', acts: true }] })
    expect(data[3]).toMatchObject({ day: '2026-04-04', price: 8_800 })
    expect(data[3]?.rules.map(({ name, effect, acts }) => [name, effect, acts])).toEqual([
      ['Easter', 'replace', true],
      ['Weekend', 'multiply', true],
      ['Half price', 'replace', false],
    ])
    const { data: quote } = await market.call('POST /api/booking/quote', {
      body: { carId, startDate: '2026-04-04', endDate: '2026-04-06' },
    })
    expect(quote.finalAmount).toBe(17_600)
  })

  test('only a price in percent multiplies', async () => {
    await expect(
      addPriceRule(market, { kind: 'day_price', value: 5_000, effect: 'multiply' }),
    ).rejects.toMatchObject({ status: 400 })
    const written = market.db
      .updateTable('price_rules')
      .set({ kind: 'day_price', effect: 'multiply' })
      .where('car_id', '=', carId)
      .execute()
    await expect(written).rejects.toMatchObject({ constraint: 'price_rule_effect_is_known' })
  })
})
