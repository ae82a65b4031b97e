import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, daysBetween, isDay, nairobiDay } from '../calendar-day.ts'
import { LISTING_PLANS } from '../settings/first-settings.ts'
import {
  addMonths,
  bestPlans,
  type ListingPlans,
  monthsPaidBy,
  paidTimeLabel,
  periodEnd,
  planPaidBy,
  plansInWords,
  renewedEnd,
  timePaidBy,
  whatIsMissing,
} from './listing-plan.ts'
import { daysRemaining, isOver, isPublic, SOLD_SHOWN_DAYS } from './listing-status.ts'

const DAY_MS = 86_400_000
const anyDay = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('1999-01-01', days))
const anyMonths = fc.integer({ min: 0, max: 60 })
const anyInstant = fc
  .integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2060, 0, 1) })
  .map((at) => new Date(at))
const anyPlan = fc.constantFrom(...LISTING_PLANS)
const anyPlans = fc
  .tuple(
    fc.integer({ min: 100, max: 5_000 }),
    fc.tuple(...LISTING_PLANS.map(() => fc.integer({ min: 1, max: 5_000 }))),
  )
  .map(([first, steps]): ListingPlans => {
    let price = first
    const later = LISTING_PLANS.slice(1).map(({ months }, at) => {
      price += steps[at] ?? 1
      return { months, price }
    })
    return [{ months: 1, price: first }, ...later]
  })

describe('what an amount pays for', () => {
  test.each([
    [0, 0],
    [1, 0],
    [500, 0],
    [1_999, 0],
    [2_000, 1],
    [4_499, 1],
    [4_500, 3],
    [7_999, 3],
    [8_000, 6],
    [9_999, 6],
    [10_000, 12],
    [1_000_000, 12],
  ])('Ksh %i pays for %i months', (amount, months) => {
    expect(monthsPaidBy(amount, LISTING_PLANS)).toBe(months)
  })

  test.each([
    [1_999, 0, 0, ''],
    [2_000, 1, 0, '1 month'],
    [2_001, 1, 1, '1 month and 1 day'],
    [4_000, 1, 30, '1 month and 30 days'],
    [4_500, 3, 0, '3 months'],
    [5_000, 3, 11, '3 months and 11 days'],
    [40_000, 12, 1_095, '1 year and 1095 days'],
  ])('Ksh %i pays for %i months and %i days: no shilling is lost', (amount, months, days, words) => {
    const time = timePaidBy(amount, LISTING_PLANS)
    expect(time).toEqual({ months, days })
    if (months > 0) expect(paidTimeLabel(time)).toBe(words)
  })

  test('is the largest plan that costs no more, and more money never buys less', () => {
    fc.assert(
      fc.property(anyPlans, fc.nat({ max: 20_000 }), fc.nat({ max: 5_000 }), (plans, amount, more) => {
        const plan = planPaidBy(amount, plans)
        if (plan) expect(plan.price).toBeLessThanOrEqual(amount)
        for (const other of plans) {
          if (other.price <= amount) expect(other.months).toBeLessThanOrEqual(plan?.months ?? 0)
        }
        expect(monthsPaidBy(amount + more, plans)).toBeGreaterThanOrEqual(monthsPaidBy(amount, plans))
        expect(whatIsMissing(amount, plans) === '').toBe(plan !== undefined)
      }),
    )
  })

  test('of several price lists, the best buys at least as much as each of them', () => {
    fc.assert(
      fc.property(fc.nat({ max: 20_000 }), anyPlans, fc.array(anyPlans), (amount, plans, others) => {
        const best = bestPlans(amount, [plans, ...others])
        for (const one of [plans, ...others]) {
          expect(monthsPaidBy(amount, best)).toBeGreaterThanOrEqual(monthsPaidBy(amount, one))
        }
      }),
    )
  })

  test('the price list reads as a sentence', () => {
    expect(plansInWords(LISTING_PLANS)).toBe(
      '1 month for Ksh 2,000, 3 months for Ksh 4,500, 6 months for Ksh 8,000 or 1 year for Ksh 10,000',
    )
  })
})

describe.each([
  ['UTC', 0],
  ['Africa/Nairobi', -180],
  ['America/Los_Angeles', 420],
])('with the machine in %s', (zone, offset) => {
  const before = process.env.TZ
  beforeAll(() => {
    process.env.TZ = zone
  })
  afterAll(() => {
    if (before === undefined) delete process.env.TZ
    else process.env.TZ = before
  })

  test('the machine really is there', () => {
    expect(new Date('2026-04-10T12:00:00Z').getTimezoneOffset()).toBe(offset)
  })

  test.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2026-03-31', 1, '2026-04-30'],
    ['2026-04-30', 1, '2026-05-30'],
    ['2026-11-30', 3, '2027-02-28'],
    ['2026-08-31', 6, '2027-02-28'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2026-12-15', 1, '2027-01-15'],
    ['2026-04-10', 12, '2027-04-10'],
    ['2026-04-10', 0, '2026-04-10'],
  ])('%s and %i months is %s', (day, months, end) => {
    expect(addMonths(day, months)).toBe(end)
  })

  test('months lead to a day of the right month, the same date or the last one', () => {
    fc.assert(
      fc.property(anyDay, anyMonths, (day, months) => {
        const end = addMonths(day, months)
        expect(isDay(end)).toBe(true)
        const count = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7))
        expect(count(end) - count(day)).toBe(months)
        const lastOfMonth = addDays(end, 1).endsWith('-01')
        expect(end.slice(8) === day.slice(8) || (lastOfMonth && end.slice(8) < day.slice(8))).toBe(true)
      }),
    )
  })

  test('a later day never ends earlier, and more months never end sooner', () => {
    fc.assert(
      fc.property(
        anyDay,
        fc.nat({ max: 400 }),
        anyMonths,
        fc.nat({ max: 12 }),
        (day, later, months, more) => {
          expect(addMonths(addDays(day, later), months) >= addMonths(day, months)).toBe(true)
          expect(addMonths(day, months + more) >= addMonths(day, months)).toBe(true)
        },
      ),
    )
  })

  test('a period ends on the right Nairobi day, at the clock time it began', () => {
    fc.assert(
      fc.property(anyInstant, anyPlan, (start, { months }) => {
        const end = periodEnd(start, months)
        expect(nairobiDay(end)).toBe(addMonths(nairobiDay(start), months))
        expect((end.getTime() - start.getTime()) % DAY_MS).toBe(0)
        expect(daysRemaining(end.toISOString(), start)).toBe(daysBetween(nairobiDay(start), nairobiDay(end)))
      }),
    )
    expect(periodEnd(new Date('2026-01-30T21:30:00Z'), 1)).toEqual(new Date('2026-02-27T21:30:00Z'))
  })

  test('renewing adds the months to the end of a running period, and to now when it is over', () => {
    fc.assert(
      fc.property(
        anyInstant,
        fc.integer({ min: -400 * DAY_MS, max: 400 * DAY_MS }),
        anyPlan,
        (now, left, plan) => {
          const end = new Date(now.getTime() + left)
          const renewed = renewedEnd(end, now, { months: plan.months, days: 0 })
          expect(renewed).toEqual(periodEnd(left > 0 ? end : now, plan.months))
          expect(renewed > end && renewed > now).toBe(true)
        },
      ),
    )
  })

  test('days left are rounded up, and agree with whether the period is over', () => {
    fc.assert(
      fc.property(anyInstant, fc.integer({ min: -10 * DAY_MS, max: 400 * DAY_MS }), (now, left) => {
        const end = new Date(now.getTime() + left).toISOString()
        const days = daysRemaining(end, now)
        expect(isOver(end, now)).toBe(days === 'Expired')
        if (typeof days === 'number') {
          expect(left).toBeLessThanOrEqual(days * DAY_MS)
          expect(left).toBeGreaterThan((days - 1) * DAY_MS)
        }
      }),
    )
  })

  test('a listing leaves the Buy page in the very moment its period ends', () => {
    fc.assert(
      fc.property(anyInstant, anyPlan, (start, { months }) => {
        const end = periodEnd(start, months)
        const listing = {
          listingStatus: 'active' as const,
          verified: true,
          listingExpiresAt: end.toISOString(),
          soldAt: null,
        }
        expect(isPublic(listing, start)).toBe(true)
        expect(isPublic(listing, new Date(end.getTime() - 1))).toBe(true)
        expect(isPublic(listing, end)).toBe(false)
      }),
    )
  })

  test('a sold car is shown for a week, whatever is left of its period', () => {
    fc.assert(
      fc.property(anyInstant, fc.integer({ min: 0, max: 400 * DAY_MS }), (soldAt, left) => {
        const listing = {
          listingStatus: 'sold' as const,
          verified: true,
          listingExpiresAt: new Date(soldAt.getTime() + left).toISOString(),
          soldAt: soldAt.toISOString(),
        }
        const week = soldAt.getTime() + SOLD_SHOWN_DAYS * DAY_MS
        expect(isPublic(listing, soldAt)).toBe(true)
        expect(isPublic(listing, new Date(week - 1))).toBe(true)
        expect(isPublic(listing, new Date(week))).toBe(false)
      }),
    )
  })
})

test.each([
  [null, 'N/A'],
  [undefined, 'N/A'],
  ['', 'N/A'],
  ['soon', 'N/A'],
  ['2026-04-10T09:00:00Z', 'Expired'],
  ['2026-04-10T09:00:00.001Z', 1],
  ['2026-04-11T09:00:00Z', 1],
  ['2026-04-11T09:00:01Z', 2],
])('a period that ends at %j has %j days left', (end, days) => {
  expect(daysRemaining(end, new Date('2026-04-10T09:00:00Z'))).toBe(days)
})
