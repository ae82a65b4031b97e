import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addMonths, countMonths, isMonth, MAX_REPORT_MONTHS, reportRange } from './report-month.ts'

test('months are counted over the end of a year', () => {
  expect(addMonths('2026-01', -1)).toBe('2025-12')
  expect(addMonths('2025-12', 1)).toBe('2026-01')
  expect(countMonths({ from: '2025-11', to: '2026-02' })).toBe(4)
  expect(countMonths({ from: '2026-02', to: '2026-01' })).toBe(0)
})

test('without a choice a report has this month and the five before it', () => {
  expect(reportRange({}, '2026-04')).toEqual({ from: '2025-11', to: '2026-04' })
})

test('whatever is chosen, a report ends with this month at the latest and is never too long or empty', () => {
  const month = fc.integer({ min: 0, max: 1_188 }).map((months) => addMonths('2000-01', months))
  const chosen = fc.record({ from: month, to: month }, { requiredKeys: [] })
  fc.assert(
    fc.property(chosen, month, (range, now) => {
      const { from, to } = reportRange(range, now)
      expect(isMonth(to) && to <= now && from <= to).toBe(true)
      expect(countMonths({ from, to })).toBeLessThanOrEqual(MAX_REPORT_MONTHS)
    }),
  )
})
