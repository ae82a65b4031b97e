import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, daysBetween } from '../calendar-day.ts'
import { nextService } from './service-plan.ts'

const last = { km: 40_000, day: '2026-01-31' }
const byKm = { everyKm: 10_000, everyMonths: null }
const byMonths = { everyKm: null, everyMonths: 6 }

describe('a service by kilometres', () => {
  test.each([
    [49_499, 501, 'later'],
    [49_500, 500, 'soon'],
    [49_999, 1, 'soon'],
    [50_000, 0, 'due'],
    [52_300, -2_300, 'due'],
    // The odometer was never read since the last service.
    [null, 10_000, 'later'],
    [39_000, 10_000, 'later'],
  ] as const)('at %s km has %s km left: %s', (odometer, kmLeft, stage) => {
    expect(nextService(byKm, last, { odometer, today: '2030-01-01' })).toEqual({
      km: 50_000,
      kmLeft,
      day: null,
      daysLeft: null,
      stage,
    })
  })
})

describe('a service by months', () => {
  test.each([
    ['2026-07-16', 15, 'later'],
    ['2026-07-17', 14, 'soon'],
    ['2026-07-30', 1, 'soon'],
    ['2026-07-31', 0, 'due'],
    ['2026-08-02', -2, 'due'],
  ] as const)('on %s has %s days left: %s', (today, daysLeft, stage) => {
    expect(nextService(byMonths, last, { odometer: 900_000, today })).toEqual({
      km: null,
      kmLeft: null,
      day: '2026-07-31',
      daysLeft,
      stage,
    })
  })

  test.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2027-12-31', 2, '2028-02-29'],
    ['2026-03-15', 12, '2027-03-15'],
    ['2026-11-30', 3, '2027-02-28'],
  ])('%s and %i months is %s', (day, everyMonths, due) => {
    const { day: found } = nextService(
      { everyKm: null, everyMonths },
      { km: 0, day },
      {
        odometer: 0,
        today: day,
      },
    )
    expect(found).toBe(due)
  })
})

test('with both, what comes first decides; more kilometres or later days never make it less urgent', () => {
  const order = { later: 0, soon: 1, due: 2 }
  fc.assert(
    fc.property(
      fc.integer({ min: 1_000, max: 30_000 }),
      fc.integer({ min: 1, max: 24 }),
      fc.integer({ min: 0, max: 40_000 }),
      fc.integer({ min: 0, max: 900 }),
      fc.integer({ min: 0, max: 2_000 }),
      fc.integer({ min: 0, max: 60 }),
      (everyKm, everyMonths, driven, days, moreKm, moreDays) => {
        const stageOf = (plan: Parameters<typeof nextService>[0], km: number, later: number) =>
          nextService(plan, last, { odometer: last.km + km, today: addDays(last.day, later) }).stage
        const both = stageOf({ everyKm, everyMonths }, driven, days)
        const single = [
          stageOf({ everyKm, everyMonths: null }, driven, days),
          stageOf({ everyKm: null, everyMonths }, driven, days),
        ]
        expect(order[both]).toBe(Math.max(...single.map((stage) => order[stage])))
        const after = stageOf({ everyKm, everyMonths }, driven + moreKm, days + moreDays)
        expect(order[after]).toBeGreaterThanOrEqual(order[both])
      },
    ),
  )
})

test('a month is never skipped and never longer than 31 days', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3_000 }), (offset) => {
      const day = addDays('2024-01-01', offset)
      const { day: next } = nextService(
        { everyKm: null, everyMonths: 1 },
        { km: 0, day },
        {
          odometer: 0,
          today: day,
        },
      )
      const length = daysBetween(day, next ?? '')
      expect(length).toBeGreaterThanOrEqual(28)
      expect(length).toBeLessThanOrEqual(31)
    }),
  )
})
