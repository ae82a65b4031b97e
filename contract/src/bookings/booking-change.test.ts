import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, daysBetween, nairobiInstant } from '../calendar-day.ts'
import type { PriceRule } from '../prices/price-rule.ts'
import { byPrecedence } from '../prices/rules-in-force.ts'
import { type ChangedBooking, changedPrice, changeProblem } from './booking-change.ts'
import { priceSnapshot } from './price-snapshot.ts'
import { discountOf, priceOfDay, rentalPrice } from './rental-price.ts'

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]
const START = '2026-04-10'
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

const booked = (days: number, rules: readonly PriceRule[] = []) => ({
  startDate: START,
  pricePerDay: 4_500,
  snapshot: priceSnapshot(rentalPrice(4_500, START, addDays(START, days), rules)),
})
const period = (from: number, to: number) => ({
  startDate: addDays(START, from),
  endDate: addDays(START, to),
})

describe('the price of a changed booking', () => {
  test('keeps the price of booked days, and charges added days as a new booking', () => {
    const dearer = { pricePerDay: 6_000, rules: [] }
    expect(changedPrice(booked(3), period(0, 5), dearer)).toMatchObject({ totalDays: 5, finalAmount: 25_500 })
    expect(changedPrice(booked(3), period(0, 2), dearer).finalAmount).toBe(9_000)
    // A day earlier and a day shorter at the end: one added day, two kept.
    expect(changedPrice(booked(3), period(-1, 2), dearer).finalAmount).toBe(15_000)
    expect(changedPrice(booked(3), period(7, 10), dearer).finalAmount).toBe(18_000)
  })

  test('has the discount of its new length, and never loses the one it had by getting longer', () => {
    const week = rule({ kind: 'length_discount', value: 10, fromDays: 7 })
    const now = { pricePerDay: 4_500, rules: [week] }
    expect(changedPrice(booked(6), period(0, 7), now)).toMatchObject({ discount: 3_150, finalAmount: 28_350 })
    expect(changedPrice(booked(7, [week]), period(0, 6), now).finalAmount).toBe(27_000)
    const gone = { pricePerDay: 4_500, rules: [] }
    expect(changedPrice(booked(7, [week]), period(0, 8), gone).discountPercent).toBe(10)
    expect(changedPrice(booked(7, [week]), period(0, 6), gone).discountPercent).toBe(0)
  })

  test('asks for the fewest days of the rules: of every day when it gets shorter, otherwise of added days', () => {
    const three = rule({ kind: 'minimum_days', value: 3 })
    const six = rule({ kind: 'minimum_days', value: 6 })
    const fewest = (from: number, to: number, rules: PriceRule[]) =>
      changedPrice(booked(4), period(from, to), { pricePerDay: 4_500, rules }).fewestDays
    expect(fewest(0, 2, [three])).toBe(3)
    expect(fewest(0, 5, [six])).toBe(6)
    expect(fewest(0, 4, [six])).toBe(1)
  })

  test('is the sum of its days and nothing else, for a random sequence of changes under changing rules', () => {
    const step = fc.record({
      from: fc.integer({ min: -10, max: 10 }),
      days: fc.integer({ min: 1, max: 12 }),
      pricePerDay: fc.integer({ min: 1, max: 20_000 }),
      weekend: fc.option(fc.integer({ min: 1, max: 20_000 }), { nil: undefined }),
      insurance: fc.option(fc.integer({ min: 1, max: 900 }), { nil: undefined }),
      discount: fc.option(
        fc.record({ percent: fc.integer({ min: 1, max: 90 }), from: fc.integer({ min: 2, max: 9 }) }),
        {
          nil: undefined,
        },
      ),
    })
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10 }),
        fc.array(step, { minLength: 1, maxLength: 6 }),
        (first, steps) => {
          let current = booked(first)
          for (const { from, days, pricePerDay, weekend, insurance, discount } of steps) {
            const rules = [
              ...(weekend ? [rule({ value: weekend, weekdays: [6, 7] })] : []),
              ...(insurance ? [rule({ kind: 'insurance', value: insurance })] : []),
              ...(discount
                ? [rule({ kind: 'length_discount', value: discount.percent, fromDays: discount.from })]
                : []),
            ]
            const to = period(from, from + days)
            const price = changedPrice(current, to, { pricePerDay, rules })
            const sorted = byPrecedence(rules)
            const expected = price.dailyPrices.map((_, later) => {
              const day = addDays(to.startDate, later)
              const kept = current.snapshot.days[daysBetween(current.startDate, day)]
              return kept ?? priceOfDay(pricePerDay, day, sorted)
            })
            expect(price.dailyPrices).toHaveLength(days)
            expect(price.totalAmount).toBe(expected.reduce((sum, day) => sum + day.price, 0))
            expect(price.insuranceCost).toBe(expected.reduce((sum, day) => sum + day.insurance, 0))
            const now = discountOf(sorted, to.startDate, days)?.value ?? 0
            const had = days < current.snapshot.days.length ? 0 : current.snapshot.discountPercent
            expect(price.discountPercent).toBe(Math.max(now, had))
            expect(price.discount).toBe(Math.floor((price.totalAmount * price.discountPercent) / 100))
            expect(price.finalAmount).toBe(price.totalAmount + price.insuranceCost - price.discount)
            current = {
              startDate: to.startDate,
              pricePerDay: price.pricePerDay,
              snapshot: priceSnapshot(price),
            }
          }
        },
      ),
      { numRuns: 2_000 },
    )
  })
})

describe('which change is refused', () => {
  const confirmed: ChangedBooking = {
    startDate: START,
    endDate: addDays(START, 3),
    pickupTime: '10:00',
    dropoffTime: '10:00',
    status: 'confirmed',
    paymentStatus: 'paid',
    freeUntil: nairobiInstant(addDays(START, -1), '10:00'),
  }
  const early = nairobiInstant(addDays(START, -5), '10:00')
  const late = nairobiInstant(addDays(START, -1), '10:01')
  const to = (from: number, until: number, times = {}) => ({
    ...period(from, until),
    pickupTime: '10:00',
    dropoffTime: '10:00',
    ...times,
  })

  test('while cancelling is free, none to days that could be booked; afterwards all but a later return', () => {
    expect(changeProblem(confirmed, to(7, 9), early)).toBeUndefined()
    expect(changeProblem(confirmed, to(0, 1), early)).toBeUndefined()
    expect(changeProblem(confirmed, to(0, 1), late)).toBe('too_late')
    expect(changeProblem(confirmed, to(0, 4), late)).toBeUndefined()
    expect(changeProblem(confirmed, to(0, 3, { dropoffTime: '11:00' }), late)).toBeUndefined()
    const active = { ...confirmed, status: 'active' as const }
    expect(changeProblem(active, to(0, 5), late)).toBeUndefined()
    expect(changeProblem(active, to(0, 2), late)).toBe('return_only')
    expect(changeProblem(active, to(1, 5), late)).toBe('return_only')
  })

  test('nothing new, the past, no day at all and too many days', () => {
    expect(changeProblem(confirmed, to(0, 3), early)).toBe('dates_invalid')
    expect(changeProblem(confirmed, to(-6, 3), early)).toBe('dates_invalid')
    expect(changeProblem(confirmed, to(-5, 3, { pickupTime: '09:00' }), early)).toBe('dates_invalid')
    expect(changeProblem(confirmed, to(2, 2), early)).toBe('dates_invalid')
    expect(changeProblem(confirmed, to(0, 90), late)).toBeUndefined()
    expect(changeProblem(confirmed, to(0, 91), late)).toBe('dates_invalid')
  })

  test('of a booking that is unpaid or over, every one', () => {
    expect(changeProblem({ ...confirmed, paymentStatus: 'pending' }, to(0, 5), early)).toBe('not_changeable')
    expect(changeProblem({ ...confirmed, status: 'pending' }, to(0, 5), early)).toBe('not_changeable')
    const over = nairobiInstant(addDays(START, 3), '10:00')
    expect(changeProblem({ ...confirmed, status: 'active' }, to(0, 5), over)).toBe('not_changeable')
  })
})
