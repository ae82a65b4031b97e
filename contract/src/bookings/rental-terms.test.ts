import { expect, test } from 'vitest'
import { endOfWorkingDays } from './rental-terms.ts'

test.each([
  ['a Wednesday', '2026-04-01T09:00:00+03:00', 2, '2026-04-03T21:00:00.000Z'],
  ['a Friday', '2026-04-03T18:00:00+03:00', 2, '2026-04-07T21:00:00.000Z'],
  ['a Saturday', '2026-04-04T18:00:00+03:00', 1, '2026-04-06T21:00:00.000Z'],
  ['late on a Sunday in Nairobi', '2026-04-05T23:59:00+03:00', 1, '2026-04-06T21:00:00.000Z'],
])('working days after %s end with the last of them', (_, from, days, end) => {
  expect(endOfWorkingDays(new Date(from), days).toISOString()).toBe(end)
})
