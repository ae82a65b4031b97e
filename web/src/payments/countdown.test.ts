import { expect, test } from 'vitest'
import { showSeconds } from './countdown.tsx'

test.each([
  [0, '0:00'],
  [9, '0:09'],
  [899, '14:59'],
  [3599, '59:59'],
  [3600, '1 h'],
  [7140, '1 h 59 min'],
  [7200, '2 h'],
])('%d seconds are shown as %s', (seconds, shown) => {
  expect(showSeconds(seconds)).toBe(shown)
})
