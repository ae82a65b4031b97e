import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addMonths,
  countMonths,
  firstReportMonth,
  isMonth,
  MAX_REPORT_MONTHS,
  rangeProblem,
  reportRange,
} from './report-month.ts'

test('months are counted over the end of a year', () => {
  expect(addMonths('2026-01', -1)).toBe('2025-12')
  expect(addMonths('2025-12', 1)).toBe('2026-01')
  expect(countMonths({ from: '2025-11', to: '2026-02' })).toBe(4)
  expect(countMonths({ from: '2026-02', to: '2026-01' })).toBe(0)
})

test('without a choice a report has this month and the five before it', () => {
  expect(reportRange({}, '2026-04')).toEqual({ from: '2025-11', to: '2026-04' })
})

test('months that are chosen are never cut: what a report cannot have is refused with its reason', () => {
  const now = '2026-04'
  expect(reportRange({ from: '2026-03', to: '2026-01' }, now)).toEqual({ from: '2026-03', to: '2026-01' })
  expect(rangeProblem({ from: '2026-03', to: '2026-01' }, now)).toBe('backwards')
  expect(rangeProblem({ from: '2026-03', to: '2026-05' }, now)).toBe('future')
  expect(rangeProblem({ from: addMonths(firstReportMonth(now), -1), to: now }, now)).toBe('long_ago')
  expect(rangeProblem({ from: firstReportMonth(now), to: now }, now)).toBeUndefined()
})

test('every pair of months that can be chosen in their order is a report of just these months', () => {
  const month = fc
    .integer({ min: MAX_REPORT_MONTHS, max: 1_188 })
    .map((months) => addMonths('2000-01', months))
  const back = fc.nat(MAX_REPORT_MONTHS - 1)
  fc.assert(
    fc.property(month, back, back, (now, one, other) => {
      const chosen = {
        from: addMonths(now, -Math.max(one, other)),
        to: addMonths(now, -Math.min(one, other)),
      }
      const range = reportRange(chosen, now)
      expect(range).toEqual(chosen)
      expect(isMonth(range.from) && isMonth(range.to)).toBe(true)
      expect(rangeProblem(range, now)).toBeUndefined()
      expect(countMonths(range)).toBeLessThanOrEqual(MAX_REPORT_MONTHS)
    }),
  )
})
