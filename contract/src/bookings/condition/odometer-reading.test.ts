import { expect, test } from 'vitest'
import { readingProblem } from './odometer-reading.ts'

const MORNING = new Date('2026-04-01T07:00:00Z')
const days = (count: number) => new Date(MORNING.getTime() + count * 86_400_000)
const last = { km: 76_211, at: MORNING }

test.each([
  ['45,230 for a car at 76,211', 45_230, 1, 'lower'],
  ['one digit too many', 762_110, 1, 'higher'],
  ['1,500 km in a day', 77_711, 1, undefined],
  ['1,501 km in a day', 77_712, 1, 'higher'],
  ['1,501 km in two days', 77_712, 2, undefined],
  ['3,000 km in a week', 79_211, 7, undefined],
  ['3,001 km in a week', 79_212, 7, 'higher'],
  ['the same number', 76_211, 1, undefined],
])('%s', (_, km, day, problem) => expect(readingProblem(last, { km, at: days(day) })).toBe(problem))

test('nothing is compared without a last reading, nor with one that is newer', () => {
  expect(readingProblem(null, { km: 5, at: MORNING })).toBeUndefined()
  expect(readingProblem(last, { km: 5, at: days(-1) })).toBeUndefined()
})

test('a last reading without a time is compared with the whole rise', () => {
  const undated = { km: 76_211, at: null }
  expect(readingProblem(undated, { km: 76_210, at: MORNING })).toBe('lower')
  expect(readingProblem(undated, { km: 79_211, at: MORNING })).toBeUndefined()
  expect(readingProblem(undated, { km: 79_212, at: MORNING })).toBe('higher')
})
