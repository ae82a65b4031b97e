import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addDays,
  daysBetween,
  isDay,
  nairobiDay,
  nairobiInstant,
  readDay,
  showDay,
  showInstant,
} from './calendar-day.ts'
import { DayInput, RecordedDay, TimeOfDay } from './text.ts'

const anyDay = fc.integer({ min: 0, max: 30_000 }).map((days) => addDays('1990-01-01', days))
const anyHour = fc.integer({ min: 0, max: 23 }).map((hour) => `${String(hour).padStart(2, '0')}:00`)

const zones = [
  ['UTC', 0],
  ['Africa/Nairobi', -180],
  ['America/Los_Angeles', 420],
] as const

describe.each(zones)('with the machine in %s', (zone, offset) => {
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
    ['2026-04-09T20:59:59.999Z', '2026-04-09'],
    ['2026-04-09T21:00:00Z', '2026-04-10'],
    ['2026-04-10T00:00:00Z', '2026-04-10'],
    ['2026-12-31T21:00:00Z', '2027-01-01'],
  ])('the instant %s falls on %s in Nairobi', (instant, day) => {
    expect(nairobiDay(new Date(instant))).toBe(day)
    expect(readDay(instant)).toBe(day)
  })

  test('every hour of a Nairobi day lies in that day', () => {
    fc.assert(
      fc.property(anyDay, anyHour, (day, time) => {
        expect(nairobiDay(nairobiInstant(day, time))).toBe(day)
      }),
    )
  })

  test('days added can be counted again', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -2_000, max: 2_000 }), (day, days) => {
        expect(daysBetween(day, addDays(day, days))).toBe(days)
      }),
    )
  })

  test.each([
    ['2026-04-10', '2026-04-10'],
    ['2028-02-29', '2028-02-29'],
    ['2026-04-10T00:30', '2026-04-10'],
    ['2026-04-10T23:30:00', '2026-04-10'],
    ['2026-04-10T23:30:00+03:00', '2026-04-10'],
    ['2026-04-10T23:30:00-08:00', '2026-04-11'],
    ['2026-02-30', undefined],
    ['2026-02-29', undefined],
    ['2026-02-30T10:00:00Z', undefined],
    ['2026-13-01', undefined],
    ['2026-4-1', undefined],
    ['10/04/2026', undefined],
    ['2026-04-10T25:00:00Z', undefined],
    ['2026-04-10 10:00', undefined],
    ['9999-12-31T23:00:00Z', undefined],
    ['tomorrow', undefined],
    ['', undefined],
  ])('%j is read as %j', (text, day) => {
    expect(readDay(text)).toBe(day)
    expect(DayInput.safeParse(text).data).toBe(day)
  })

  test.each([
    ['0001-01-01', true],
    ['0000-01-01', false],
    ['9999-12-31', true],
  ])('a day has a year that exists: %s', (day, isTaken) => {
    expect(DayInput.safeParse(day).success).toBe(isTaken)
  })

  test.each([
    ['2000-01-01', true],
    ['2100-12-31', true],
    ['1999-12-31', false],
    ['2101-01-01', false],
    ['0000-01-01', false],
    ['9999-12-31', false],
  ])('a day is recorded from 2000 to 2100: %s', (day, isTaken) => {
    expect(RecordedDay.safeParse(day).success).toBe(isTaken)
  })

  test('no text at all makes the reader fail or invent a day', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        const day = readDay(text)
        expect(day === undefined || isDay(day)).toBe(true)
      }),
    )
  })

  test('times are whole hours', () => {
    expect(TimeOfDay.safeParse('23:00').success).toBe(true)
    for (const time of ['24:00', '9:00', '09:30', '']) expect(TimeOfDay.safeParse(time).success).toBe(false)
  })

  test('days and instants are shown as Kenyans write them', () => {
    expect(showDay('2026-04-10')).toBe('10 Apr 2026')
    expect(showInstant('2026-04-09T21:30:00Z')).toBe('10 Apr 2026, 00:30')
  })
})
