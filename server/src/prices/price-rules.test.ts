import { rentalPrice } from '@twende/contract/bookings/rental-price.ts'
import { addDays } from '@twende/contract/calendar-day.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import type { PriceRule, PriceRuleInput } from '@twende/contract/prices/price-rule.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addCar } from '../testing/fleet.ts'
import { paidWith } from '../testing/payments.ts'
import type { Person } from '../testing/people.ts'
import { addPriceRule, priceRule } from '../testing/price-rules.ts'
import { BOOKING_MORNING, BY_MPESA, bookCar, bookingBody, payBooking } from '../testing/renting.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { trial } from '../testing/trial.ts'

let market: TestMarket
let admin: Person
let customer: Person
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  admin = await market.signUp({ role: 'admin' })
})
afterAll(() => market.close())
beforeEach(async () => {
  await market.db.deleteFrom('price_rules').execute()
  customer = await market.signUp()
})

const weekend: Pick<PriceRuleInput, 'name' | 'kind' | 'value' | 'weekdays'> = {
  name: 'Weekend',
  kind: 'day_price',
  value: 6_000,
  weekdays: [6, 7],
}
/** From Friday to Monday. */
const days = { startDate: '2026-04-10', endDate: '2026-04-13' }

const add = (fields: Partial<PriceRuleInput>) => addPriceRule(market, fields, admin)

async function quote(carId: string, period: { startDate: string; endDate: string } = days) {
  const { data } = await market.call('POST /api/booking/quote', { body: { carId, ...period } })
  return data
}

async function stored(bookingId: string) {
  const { data } = await market.call('GET /api/booking/:bookingId', { params: { bookingId } }, customer)
  return data
}

async function refusal(attempt: Promise<unknown>): Promise<ApiError> {
  const error = await attempt.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ApiError)) throw new Error('it was not refused')
  return error
}

describe('a rental with price rules', () => {
  test('has one price when it is quoted, booked and shown, and keeps it when the rules change', async () => {
    const carId = await addCar(market.db, { pricePerDay: 4_500 })
    const rule = await add(weekend)
    await add({ kind: 'insurance', value: 500 })
    await add({ kind: 'length_discount', value: 10, fromDays: 3 })
    const sums = {
      pricePerDay: 4_500,
      totalDays: 3,
      totalAmount: 16_500,
      insuranceCost: 1_500,
      discount: 1_650,
      finalAmount: 16_350,
      discountPercent: 10,
      dailyPrices: [4_500, 6_000, 6_000].map((price) => ({ price, insurance: 500 })),
    }
    expect(await quote(carId)).toMatchObject({ ...sums, free: true })
    const booking = await bookCar(market, customer, carId)
    expect(booking).toMatchObject(sums)
    const params = { ruleId: rule._id }
    const changed = { ...priceRule, ...weekend, value: 9_000 }
    const body = { rule: changed, updatedAt: rule.updatedAt }
    await market.call('POST /api/admin/price-rule/:ruleId/update', { params, body }, admin)
    expect((await quote(carId)).totalAmount).toBe(22_500)
    await market.call('POST /api/admin/price-rule/:ruleId/remove', { params }, admin)
    expect((await quote(carId)).totalAmount).toBe(13_500)
    expect(await stored(booking._id)).toMatchObject(sums)
  })

  test('is refused with the new price when a rule changed it meanwhile', async () => {
    const carId = await addCar(market.db, { pricePerDay: 4_500 })
    await add(weekend)
    const body = bookingBody(carId, { finalAmount: 13_500 })
    const error = await refusal(market.call('POST /api/booking/create', { body }, customer))
    expect(error).toMatchObject({ code: 'price_changed', data: { quote: { finalAmount: 16_500 } } })
  })

  test('that rules together make dearer than any sum may be is refused with a sentence, everywhere', async () => {
    const carId = await addCar(market.db, { pricePerDay: 1_000_000 })
    const booked = await bookCar(market, customer, await addCar(market.db, { pricePerDay: 4_500 }), {
      ...days,
      ...BY_MPESA,
    })
    for (const name of ['High season', 'Holiday', 'Fair', 'Rally', 'Weekend', 'Night'])
      await add({ name, value: 300, effect: 'multiply' })
    const dear = { startDate: '2026-05-10', endDate: '2026-05-13' }
    const too = { code: 'rental_dates_invalid', message: expect.stringContaining('Ksh 100,000,000') }
    await expect(quote(carId, dear)).rejects.toMatchObject(too)
    await expect(bookCar(market, customer, carId, dear)).rejects.toMatchObject(too)
    const staff = await market.signUp({ role: 'staff' })
    await payBooking(market, booked._id)
    const params = { bookingId: booked._id }
    const query = { endDate: '2026-05-20' }
    await expect(
      market.call('GET /api/admin/booking/:bookingId/extend', { params, query }, staff),
    ).rejects.toMatchObject(too)
    const period = { ...days, ...query, pickupTime: '10:00', dropoffTime: '10:00' }
    await expect(
      market.call('GET /api/booking/:bookingId/change', { params, query: period }, customer),
    ).rejects.toMatchObject(too)
  })

  test('shorter than its minimum is refused when quoted and booked, and not found by a search', async () => {
    const name = 'Nissan Patrol'
    const carId = await addCar(market.db, { name, pricePerDay: 4_500 })
    await add({ kind: 'minimum_days', value: 4, carId })
    const code = 'rental_too_short'
    expect(await refusal(quote(carId))).toMatchObject({ code, data: { fewestDays: 4 } })
    expect(await refusal(bookCar(market, customer, carId))).toMatchObject({ code })
    const search = async (endDate: string, show?: 'all') => {
      const query = { search: name, startDate: days.startDate, endDate, ...(show && { show }) }
      return (await market.call('GET /api/car/list', { query })).data.map(({ stay }) => stay)
    }
    expect(await search(days.endDate)).toEqual([])
    expect(await search(days.endDate, 'all')).toEqual([{ days: 3, total: 13_500, free: false }])
    expect(await search('2026-04-14')).toEqual([{ days: 4, total: 18_000, free: true }])
  })

  test('shorter than its minimum is not suggested for a car that is taken', async () => {
    const name = 'Subaru Forester'
    const carId = await addCar(market.db, { name, pricePerDay: 7_777 })
    const other = await addCar(market.db, { name, pricePerDay: 7_777 })
    await bookCar(market, customer, carId)
    const before = await quote(carId)
    expect(before.nextFree).toEqual({ startDate: '2026-04-14', endDate: '2026-04-17' })
    expect(before.similar[0]?._id).toBe(other)
    const fair = { firstDay: '2026-04-16', lastDay: '2026-04-20' }
    await add({ kind: 'minimum_days', value: 4, carId, ...fair })
    await add({ kind: 'minimum_days', value: 4, carId: other })
    const { nextFree, similar } = await quote(carId)
    expect(nextFree).toEqual({ startDate: '2026-04-21', endDate: '2026-04-24' })
    expect(similar.map(({ _id }) => _id)).not.toContain(other)
  })

  test('costs the same in a search as in its quote, for each car by its own rules', async () => {
    const one = await addCar(market.db, { name: 'Isuzu Dmax', pricePerDay: 4_000 })
    const other = await addCar(market.db, { name: 'Isuzu Dmax', pricePerDay: 4_000 })
    await add({ ...weekend, carId: one })
    const query = { search: 'Isuzu Dmax', ...days }
    const { data } = await market.call('GET /api/car/list', { query })
    const totals = Object.fromEntries(data.map(({ _id, stay }) => [_id, stay?.total]))
    expect(totals).toEqual({ [one]: 16_000, [other]: 12_000 })
    expect((await quote(one)).finalAmount).toBe(16_000)
  })

  test('is sorted and filtered by its price on those days in a search with dates, also in the counts', async () => {
    const name = 'Suzuki Jimny'
    const dear = await addCar(market.db, { name, pricePerDay: 6_000 })
    const cheap = await addCar(market.db, { name, pricePerDay: 4_000 })
    await add({ kind: 'day_percent', value: 50, carId: dear })
    await add({ kind: 'insurance', value: 500, carId: cheap })
    const found = async (query: object) =>
      (await market.call('GET /api/car/list', { query: { search: name, ...query } })).data.map(
        ({ _id }) => _id,
      )
    expect(await found({ sort: 'price-low' })).toEqual([cheap, dear])
    expect(await found({ sort: 'price-low', ...days })).toEqual([dear, cheap])
    expect(await found({ sort: 'price-high', ...days })).toEqual([cheap, dear])
    expect(await found({ maxPrice: 5_000 })).toEqual([cheap])
    expect(await found({ maxPrice: 3_000, ...days })).toEqual([dear])
    expect(await found({ minPrice: 4_001, ...days })).toEqual([cheap])
    const query = { search: name, maxPrice: 3_000, ...days }
    const { data } = await market.call('GET /api/car/filter-counts', { query })
    expect(data.transmission).toEqual({ automatic: 1 })
  })

  test('costs its first day when it is cancelled late', async () => {
    const carId = await addCar(market.db, { pricePerDay: 4_500 })
    await add({
      name: 'Event',
      kind: 'day_price',
      value: 9_000,
      firstDay: '2026-04-10',
      lastDay: '2026-04-10',
    })
    const { _id } = await bookCar(market, customer, carId, BY_MPESA)
    await payBooking(market, _id)
    market.clock.set(new Date('2026-04-10T06:00:00+03:00'))
    const params = { bookingId: _id }
    const { data } = await market.call('GET /api/booking/:bookingId/refund', { params }, customer)
    market.clock.set(BOOKING_MORNING)
    expect(data).toEqual({ paid: 18_000, kept: 9_000, refund: 9_000, free: false, refundWay: 'to_payer' })
  })
})

describe('what the database refuses', () => {
  test.each([
    ['a total that is not the sum of the days', { total_amount: 1_000, final_amount: 1_000 }],
    ['insurance that no day has', { insurance_cost: 500, final_amount: 17_000 }],
    ['a discount that was not given', { discount: 500, final_amount: 16_000 }],
  ])('%s', async (_, set) => {
    const carId = await addCar(market.db, { pricePerDay: 4_500 })
    await add(weekend)
    const { _id } = await bookCar(market, customer, carId)
    const change = market.db.updateTable('bookings').set(set).where('id', '=', _id).execute()
    await expect(change).rejects.toThrow('booking_price_adds_up')
  })

  test('a flat total of a booking without daily prices that is not days × price', async () => {
    const { _id } = await bookCar(market, customer, await addCar(market.db, { pricePerDay: 4_500 }))
    const set = { price_snapshot: null, total_amount: 13_000, final_amount: 13_000 }
    const change = market.db.updateTable('bookings').set(set).where('id', '=', _id).execute()
    await expect(change).rejects.toThrow('booking_price_adds_up')
  })
})

test('a booking without stored daily prices has one price on every day: it is shown, extended and refunded', async () => {
  const staff = await market.signUp({ role: 'staff' })
  const carId = await addCar(market.db, { pricePerDay: 4_500 })
  const { _id } = await bookCar(market, customer, carId, BY_MPESA)
  await payBooking(market, _id)
  await market.db.updateTable('bookings').set({ price_snapshot: null }).where('id', '=', _id).execute()
  const flat = (totalDays: number) =>
    Array.from({ length: totalDays }, () => ({ price: 4_500, insurance: 0 }))
  expect(await stored(_id)).toMatchObject({ totalAmount: 13_500, finalAmount: 13_500, dailyPrices: flat(3) })
  const params = { bookingId: _id }
  const { updatedAt } = (await market.call('GET /api/admin/booking/:bookingId', { params }, staff)).data
  const body = { endDate: '2026-04-14', dropoffTime: '12:00', ...paidWith(), updatedAt }
  await market.call('POST /api/admin/booking/:bookingId/extend', { params, body }, staff)
  expect(await stored(_id)).toMatchObject({ finalAmount: 18_000, dailyPrices: flat(4) })
  const { data } = await market.call('GET /api/booking/:bookingId/refund', { params }, customer)
  expect(data).toEqual({ paid: 18_000, kept: 0, refund: 18_000, free: true, refundWay: 'as_agreed' })
})

describe('price rules', () => {
  test('are read by staff, changed by admins, and not over what somebody else saved', async () => {
    const staff = await market.signUp({ role: 'staff' })
    const rule = await add(weekend)
    const { data } = await market.call('GET /api/admin/price-rules', { query: {} }, staff)
    expect(data).toMatchObject([{ name: 'Weekend', value: 6_000, weekdays: [6, 7] }])
    const params = { ruleId: rule._id }
    const body = { rule: { ...priceRule, name: 'Other' }, updatedAt: rule.updatedAt }
    await market.call('POST /api/admin/price-rule/:ruleId/update', { params, body }, admin)
    const late = market.call('POST /api/admin/price-rule/:ruleId/update', { params, body }, admin)
    expect((await refusal(late)).code).toBe('changed_meanwhile')
  })

  test.each([
    ['a percent that is too high', { value: 301 }],
    ['a discount without days', { kind: 'length_discount', value: 10 }],
    ['a last day before the first', { firstDay: '2026-05-02', lastDay: '2026-05-01' }],
    ['a first day alone', { firstDay: '2026-05-02' }],
    ['a year that the calendar does not have', { firstDay: '0000-01-01', lastDay: '2026-05-01' }],
    ['no day of the week', { weekdays: [] }],
  ] as const)('with %s are refused', async (_, fields) => {
    const body = { ...priceRule, ...fields, weekdays: 'weekdays' in fields ? [] : priceRule.weekdays }
    expect((await refusal(market.call('POST /api/admin/price-rules', { body }, admin))).code).toBe('invalid')
  })

  test('are shown day by day in the calendar of a car', async () => {
    const carId = await addCar(market.db, { pricePerDay: 4_500 })
    await add(weekend)
    const request = { params: { carId }, query: { from: '2026-04-20' } }
    const { data } = await market.call('GET /api/admin/car/:carId/prices', request, admin)
    expect(data).toHaveLength(30)
    const [friday, saturday] = data.slice(9, 11)
    expect(friday).toEqual({ day: '2026-04-10', price: 4_500, insurance: 0, rules: [], fewestDays: 1 })
    expect(saturday).toMatchObject({ day: '2026-04-11', price: 6_000, rules: [{ name: 'Weekend' }] })
  })
})

trial(
  'over random rules, quote, booking and receipt are the same to the shilling',
  { full: 100, few: 25 },
  async ({ rounds, seed }) => {
    const carId = await addCar(market.db, { pricePerDay: 4_700 })
    const rules: PriceRule[] = []
    let bookings = 0
    const made: { bookingId: string; finalAmount: number }[] = []
    const anyRule = fc.record({
      kind: fc.constantFrom('day_price', 'day_percent', 'length_discount', 'insurance'),
      value: fc.integer({ min: 5, max: 90 }),
      own: fc.boolean(),
      from: fc.option(fc.integer({ min: 0, max: 200 })),
      weekdays: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
    })
    await fc.assert(
      fc.asyncProperty(anyRule, fc.integer({ min: 1, max: 9 }), async (drawn, length) => {
        const firstDay = drawn.from === null ? null : addDays('2026-04-02', drawn.from)
        const { kind, value, weekdays } = drawn
        rules.push(
          await add({
            kind,
            value: kind === 'day_price' ? value * 100 : value,
            weekdays,
            fromDays: kind === 'length_discount' ? 5 : null,
            carId: drawn.own ? carId : null,
            firstDay,
            lastDay: firstDay && addDays(firstDay, 20),
          }),
        )
        const startDate = addDays('2026-04-02', (bookings % 30) * 11)
        const period = { startDate, endDate: addDays(startDate, length) }
        const expected = rentalPrice(4_700, period.startDate, period.endDate, rules)
        const { dailyPrices, finalAmount, discount, insuranceCost } = expected
        const sums = { dailyPrices, finalAmount, discount, insuranceCost }
        expect(await quote(carId, period)).toMatchObject(sums)
        bookings += 1
        if (bookings > 20) return
        const booking = await bookCar(market, customer, carId, period)
        expect(booking).toMatchObject(sums)
        // Not paid and confirmed by staff, so that the customer may book again.
        await market.db
          .updateTable('bookings')
          .set({ status: 'confirmed' })
          .where('id', '=', booking._id)
          .execute()
        made.push({ bookingId: booking._id, finalAmount })
      }),
      { numRuns: rounds, seed, endOnFailure: true },
    )
    for (const { bookingId, finalAmount } of made)
      expect((await stored(bookingId)).finalAmount).toBe(finalAmount)
    expect(made).toHaveLength(20)
  },
)
