import { m } from '@twende/messages'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, daysBetween } from '../calendar-day.ts'
import { PRICE_RULE_KINDS, type PriceRule } from '../prices/price-rule.ts'
import { byPrecedence, rulesOfCar, rulesOfDay, weekdayOf } from '../prices/rules-in-force.ts'
import { CANCELLATION_POLICY, lateFee } from './cancellation.ts'
import { priceSnapshot, priceSnapshotDocument, readPriceSnapshot } from './price-snapshot.ts'
import { rentalDays } from './rental-period.ts'
import { daysByPrice, isLongEnough, rentalPrice, sumOf } from './rental-price.ts'

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]
let made = 0

function rule(fields: Partial<PriceRule>): PriceRule {
  made += 1
  const at = new Date(Date.UTC(2026, 0, 1) + made * 1_000).toISOString()
  return {
    _id: `00000000-0000-7000-8000-${String(made).padStart(12, '0')}`,
    name: `Rule ${String(made)}`,
    kind: 'day_price',
    value: 1,
    fromDays: null,
    carId: null,
    carName: null,
    category: null,
    firstDay: null,
    lastDay: null,
    effect: 'replace',
    weekdays: EVERY_DAY,
    createdAt: at,
    updatedAt: at,
    ...fields,
  }
}

const weekend = rule({ name: 'Weekend', value: 6_000, weekdays: [6, 7] })
const week = rule({ name: 'Week', kind: 'length_discount', value: 10, fromDays: 7 })
const month = rule({ name: 'Month', kind: 'length_discount', value: 25, fromDays: 28 })
const prices = (price: { dailyPrices: { price: number }[] }) => price.dailyPrices.map((day) => day.price)

describe('worked examples', () => {
  test('without rules, every day costs the price of the car', () => {
    expect(rentalPrice(4_500, '2026-04-10', '2026-04-13')).toMatchObject({
      pricePerDay: 4_500,
      totalDays: 3,
      totalAmount: 13_500,
      insuranceCost: 0,
      discount: 0,
      finalAmount: 13_500,
      discountPercent: 0,
      fewestDays: 1,
    })
  })

  test('from Friday to Monday, Saturday and Sunday have the price of the weekend', () => {
    const price = rentalPrice(4_500, '2026-04-10', '2026-04-13', [weekend])
    expect(prices(price)).toEqual([4_500, 6_000, 6_000])
    expect(price).toMatchObject({ pricePerDay: 4_500, totalAmount: 16_500, finalAmount: 16_500 })
    expect(price.dailyRules).toEqual([null, 'Weekend', 'Weekend'])
    expect(daysByPrice(price.dailyPrices)).toEqual([
      { price: 4_500, days: 1 },
      { price: 6_000, days: 2 },
    ])
  })

  test('an event comes before a season, a season before always, and a car before its category and the fleet', () => {
    const season = rule({ kind: 'day_percent', value: 120, firstDay: '2026-12-01', lastDay: '2026-12-31' })
    const event = rule({ value: 9_000, firstDay: '2026-12-25', lastDay: '2026-12-26' })
    const ownWeekend = rule({ value: 7_000, weekdays: [6, 7], carId: 'car' })
    const rules = [weekend, ownWeekend, season, event]
    // 24 December 2026 is a Thursday.
    expect(prices(rentalPrice(5_000, '2026-12-24', '2026-12-28', rules))).toEqual([
      6_000, 9_000, 9_000, 6_000,
    ])
    expect(prices(rentalPrice(5_000, '2026-11-28', '2026-11-30', rules))).toEqual([7_000, 7_000])
    const older = rule({ value: 100 })
    const newer = rule({ value: 200 })
    expect(prices(rentalPrice(5_000, '2026-11-24', '2026-11-25', [newer, older]))).toEqual([200])
  })

  test('a week and a month have their discounts, rounded down to whole shillings', () => {
    const of = (days: number) => rentalPrice(333, '2026-04-06', addDays('2026-04-06', days), [week, month])
    expect(of(6)).toMatchObject({ discount: 0, discountPercent: 0 })
    expect(of(7)).toMatchObject({
      totalAmount: 2_331,
      discount: 233,
      finalAmount: 2_098,
      discountRule: 'Week',
    })
    expect(of(28)).toMatchObject({ discount: 2_331, finalAmount: 6_993, discountRule: 'Month' })
  })

  test('insurance is added for each day, and the most of the minimum days counts', () => {
    const insurance = rule({ kind: 'insurance', value: 700 })
    const easter = rule({ kind: 'minimum_days', value: 4, firstDay: '2026-04-03', lastDay: '2026-04-06' })
    const rules = [insurance, easter]
    expect(rentalPrice(4_500, '2026-04-01', '2026-04-03', rules)).toMatchObject({
      insuranceCost: 1_400,
      finalAmount: 10_400,
      fewestDays: 1,
    })
    expect(rentalPrice(4_500, '2026-04-02', '2026-04-04', rules).fewestDays).toBe(4)
  })

  test('a late cancellation costs the price of the first days', () => {
    const dailyPrices = [{ price: 6_000 }, { price: 6_000 }, { price: 4_500 }]
    const booked = { totalDays: 3, dailyPrices }
    expect(lateFee(booked, CANCELLATION_POLICY)).toBe(6_000)
    expect(lateFee(booked, { ...CANCELLATION_POLICY, keptOfLongDays: 2 })).toBe(12_000)
    expect(lateFee({ ...booked, totalDays: 2 }, CANCELLATION_POLICY)).toBe(3_000)
  })

  test('a rule that multiplies acts on what the others make, rounded once', () => {
    const base = rule({ name: 'Base', value: 100 })
    const season = rule({ name: 'Season', kind: 'day_percent', value: 150 })
    const more = rule({
      name: 'Weekend',
      kind: 'day_percent',
      value: 115,
      effect: 'multiply',
      weekdays: [6, 7],
    })
    const less = rule({ name: 'Quiet', kind: 'day_percent', value: 99, effect: 'multiply', weekdays: [7] })
    // Friday, Saturday, Sunday.
    const price = rentalPrice(4_501, '2026-04-10', '2026-04-13', [season, more, less])
    expect(prices(price)).toEqual([6_752, 7_765, 7_687])
    expect(price.dailyRules).toEqual(['Season', 'Season × Weekend', 'Season × Quiet × Weekend'])
    expect(prices(rentalPrice(4_500, '2026-04-11', '2026-04-12', [more]))).toEqual([5_175])
    expect(rulesOfDay(byPrecedence([season, more, base]), '2026-04-11')).toMatchObject([
      { name: 'Weekend', acts: true },
      { name: 'Season', acts: true },
      { name: 'Base', acts: false },
    ])
  })

  test('a booking without a snapshot has its price per day on every day', () => {
    const snapshot = readPriceSnapshot(null, { pricePerDay: 4_500, totalDays: 2 })
    expect(snapshot.days.map(({ price }) => price)).toEqual([4_500, 4_500])
    expect(snapshot).toMatchObject({ discountPercent: 0, discountRule: null })
  })
})

const day = fc.integer({ min: 0, max: 60 }).map((later) => addDays('2026-11-20', later))
const anyRule = fc
  .record({
    kind: fc.constantFrom(...PRICE_RULE_KINDS),
    value: fc.integer({ min: 2, max: 60 }),
    fromDays: fc.integer({ min: 2, max: 40 }),
    scope: fc.constantFrom('car', 'category', 'fleet', 'other'),
    range: fc.option(fc.tuple(day, fc.integer({ min: 0, max: 30 }))),
    weekdays: fc.subarray(EVERY_DAY, { minLength: 1 }),
  })
  .map(({ kind, value, fromDays, scope, range, weekdays }) =>
    rule({
      kind,
      value,
      weekdays,
      fromDays: kind === 'length_discount' ? fromDays : null,
      carId: scope === 'car' ? 'car' : scope === 'other' ? 'other car' : null,
      category: scope === 'category' ? 'SUV' : null,
      firstDay: range ? range[0] : null,
      lastDay: range ? addDays(range[0], range[1]) : null,
    }),
  )

/** The rule that decides, found one comparison after the other instead of by sorting. */
function decides(rules: readonly PriceRule[], on: string): PriceRule | undefined {
  let best = rules.filter(
    ({ carId, category, firstDay, lastDay, weekdays }) =>
      (carId === null || carId === 'car') &&
      (category === null || category === 'SUV') &&
      (firstDay === null || (firstDay <= on && on <= (lastDay ?? ''))) &&
      weekdays.includes(weekdayOf(on)),
  )
  const smallest = (measure: (rule: PriceRule) => number) => {
    const least = Math.min(...best.map(measure))
    best = best.filter((one) => measure(one) === least)
  }
  smallest(({ firstDay, lastDay }) => (firstDay && lastDay ? daysBetween(firstDay, lastDay) : 1_000_000))
  smallest(({ carId, category }) => (carId ? 1 : category ? 2 : 3))
  smallest(({ weekdays }) => weekdays.length)
  smallest(({ createdAt }) => -Date.parse(createdAt))
  return best[0]
}

test('10,000 random rentals cost what the rules say, and their snapshots say the same', () => {
  fc.assert(
    fc.property(
      fc.array(anyRule, { maxLength: 6 }),
      day,
      fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 32 })),
      fc.integer({ min: 1, max: 100_000 }),
      (rules, startDate, length, pricePerDay) => {
        const endDate = addDays(startDate, length)
        const ofCar = rulesOfCar(rules, { carId: 'car', category: 'SUV' })
        const price = rentalPrice(pricePerDay, startDate, endDate, ofCar)
        const days = Array.from({ length }, (_, later) => addDays(startDate, later))
        const of = (...kinds: string[]) => rules.filter(({ kind }) => kinds.includes(kind))
        const expected = days.map((on) => {
          const rate = decides(of('day_price', 'day_percent'), on)
          if (!rate) return pricePerDay
          return rate.kind === 'day_price'
            ? rate.value
            : Math.max(1, Math.round((pricePerDay * rate.value) / 100))
        })
        const total = expected.reduce((sum, each) => sum + each, 0)
        const insurance = days.reduce((sum, on) => sum + (decides(of('insurance'), on)?.value ?? 0), 0)
        const steps = of('length_discount').filter(({ fromDays }) => (fromDays ?? 0) <= length)
        const reached = Math.max(
          ...steps.filter((step) => decides([step], startDate)).map(({ fromDays }) => fromDays ?? 0),
        )
        const discount = decides(
          steps.filter(({ fromDays }) => fromDays === reached),
          startDate,
        )
        const fewestDays = Math.max(1, ...days.map((on) => decides(of('minimum_days'), on)?.value ?? 1))
        const less = Math.floor((total * (discount?.value ?? 0)) / 100)
        const stored: unknown = JSON.parse(priceSnapshotDocument.write(priceSnapshot(price)))
        const kept = readPriceSnapshot(stored, { pricePerDay, totalDays: length })
        const shown = sumOf(pricePerDay, kept.days, kept.discountPercent)
        const due = total + insurance - less
        expect([
          prices(price),
          [price.insuranceCost, price.discount, price.finalAmount, price.fewestDays],
          [shown.totalAmount, shown.insuranceCost, shown.discount, shown.finalAmount],
          isLongEnough(startDate, endDate, ofCar),
        ]).toEqual([
          expected,
          [insurance, less, due, fewestDays],
          [total, insurance, less, due],
          length >= fewestDays,
        ])
      },
    ),
    { numRuns: 10_000 },
  )
})

const limits = { longest: 90, horizon: 365 }

test('the terms count the days of a rental as its price does: by dates, whatever the hours', () => {
  // From 08:00 on Monday to 20:00 on Tuesday, which is 36 hours.
  expect(rentalDays('2026-03-02', '2026-03-03')).toBe(1)
  expect(m.terms_booking_price(limits, { locale: 'en' })).toContain('from Monday to Tuesday is one day')
  expect(m.terms_booking_price(limits, { locale: 'sw' })).toContain('Jumatatu hadi Jumanne ni siku moja')
  for (const locale of ['en', 'sw'] as const)
    expect(m.terms_booking_price(limits, { locale })).not.toMatch(/24 hours|saa 24/)
})

test('no page promises what nobody asks or looks at: how long a licence was held, and the papers of a car for sale', () => {
  for (const locale of ['en', 'sw'] as const) {
    expect(m.terms_driving_who({}, { locale })).not.toMatch(/two years|miaka miwili/)
    expect(m.home_why_sellers_text({}, { locale })).not.toMatch(/papers|hati/)
  }
})
