import { addDays, nairobiInstant } from '@twende/contract/calendar-day.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { busyDays } from './busy-days.ts'

const span = (from: string, until: string) => ({
  from: new Date(`${from}:00+03:00`).toISOString(),
  until: new Date(`${until}:00+03:00`).toISOString(),
})

test('days between pickup and return are taken, the outer two only for some hours', () => {
  const { taken, partly } = busyDays([span('2026-04-10T10:00', '2026-04-13T12:00')])
  expect([...taken]).toEqual(['2026-04-11', '2026-04-12'])
  expect([...partly]).toEqual(['2026-04-10', '2026-04-13'])
})

test('a span that ends at midnight leaves the next day alone', () => {
  const { taken, partly } = busyDays([span('2026-04-10T00:00', '2026-04-11T00:00')])
  expect([...taken]).toEqual(['2026-04-10'])
  expect([...partly]).toEqual([])
})

test('a day taken by one span is not also partly taken by another', () => {
  const { taken, partly } = busyDays([
    span('2026-04-10T00:00', '2026-04-12T00:00'),
    span('2026-04-11T05:00', '2026-04-11T06:00'),
  ])
  expect(taken.has('2026-04-11')).toBe(true)
  expect(partly.has('2026-04-11')).toBe(false)
})

test('an hour is taken exactly when its day is marked', () => {
  const hours = fc.integer({ min: 0, max: 24 * 40 })
  fc.assert(
    fc.property(hours, fc.integer({ min: 1, max: 24 * 20 }), hours, (start, length, probe) => {
      const first = nairobiInstant('2026-04-01', '00:00').getTime()
      const from = first + start * 3_600_000
      const until = from + length * 3_600_000
      const { taken, partly } = busyDays([
        { from: new Date(from).toISOString(), until: new Date(until).toISOString() },
      ])
      const at = first + probe * 3_600_000
      const day = addDays('2026-04-01', Math.floor(probe / 24))
      const inside = at >= from && at < until
      if (inside) expect(taken.has(day) || partly.has(day)).toBe(true)
      if (taken.has(day)) expect(inside).toBe(true)
    }),
  )
})
