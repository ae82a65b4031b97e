import { addDays } from '@twende/contract/calendar-day.ts'
import { overwriteGetLocale } from '@twende/messages/runtime'
import { afterEach, expect, test } from 'vitest'
import { weekdayName } from './format-time.ts'

afterEach(() => overwriteGetLocale(() => 'en'))

test.each([
  ['en', ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']],
  ['sw', ['tatu', 'nne', 'tano', 'Alha', 'Ijum', 'mosi', 'pili']],
] as const)('the short names of the days fit into a column: %s', (locale, names) => {
  overwriteGetLocale(() => locale)
  expect(names.map((_, at) => weekdayName(addDays('2026-11-23', at)))).toEqual(names)
})
