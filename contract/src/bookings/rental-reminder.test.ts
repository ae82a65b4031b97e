import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nairobiInstant } from '../calendar-day.ts'
import {
  duePapersReminder,
  dueReminder,
  isMorning,
  type RemindedRental,
  reminderTime,
} from './rental-reminder.ts'

const at = (day: string, time: string) => nairobiInstant(`2026-03-${day}`, time)

function rental(given: Partial<RemindedRental> = {}): RemindedRental {
  const startsAt = at('10', '09:00')
  return { status: 'confirmed', startsAt, endsAt: at('12', '18:00'), createdAt: at('01', '12:00'), ...given }
}

describe('a pickup at 09:00', () => {
  test.each([
    ['09', '08:59', undefined],
    ['09', '09:00', 24],
    ['09', '20:59', 24],
    // Two hours before are at 07:00, when the night is over.
    ['10', '06:59', undefined],
    ['10', '07:00', 2],
    ['10', '08:59', 2],
    ['10', '09:00', undefined],
  ])('on the %sth at %s: %s hours before', (day, time, hours) => {
    expect(dueReminder(rental(), at(day, time))?.hours).toBe(hours)
  })
})

test.each([
  ['08:00', 2, '10', '07:00'],
  // The morning would leave less than an hour.
  ['07:59', 2, '09', '20:00'],
  ['01:00', 2, '09', '20:00'],
  ['23:30', 2, '10', '20:00'],
  ['22:59', 2, '10', '20:59'],
  ['23:30', 24, '10', '07:00'],
  ['06:00', 24, '09', '07:00'],
])('a pickup on the 10th at %s is announced %i hours before: on the %sth at %s', (time, hours, day, sent) => {
  expect(reminderTime(at('10', time), { kind: 'pickup', hours })).toEqual(at(day, sent))
})

test.each([
  ['12', '17:59', { kind: 'return', hours: 2 }],
  ['12', '18:30', undefined],
  ['12', '19:00', { kind: 'overdue', hours: 1 }],
  ['12', '21:00', undefined],
  // Six hours after are at midnight.
  ['13', '06:59', undefined],
  ['13', '07:00', { kind: 'overdue', hours: 6 }],
])('a car that is due back on the 12th at 18:00, on the %sth at %s: %o', (day, time, reminder) => {
  expect(dueReminder(rental({ status: 'active' }), at(day, time))).toEqual(reminder)
})

test.each([
  ['08', '08:59', undefined],
  ['08', '09:00', 48],
  ['09', '08:59', 48],
  ['09', '09:00', 24],
  ['09', '21:00', undefined],
  ['10', '08:59', 24],
  ['10', '09:00', undefined],
])(
  'papers that are missing for a pickup on the 10th at 09:00, on the %sth at %s: %s hours before',
  (day, time, hours) => {
    expect(duePapersReminder(rental(), at(day, time))?.hours).toBe(hours)
  },
)

test('papers of a car that is out are missed by nobody', () => {
  expect(duePapersReminder(rental({ status: 'active' }), at('09', '10:00'))).toBeUndefined()
})

test.each([
  ['06:59', false],
  ['07:00', true],
  ['11:59', true],
  ['12:00', false],
  ['22:00', false],
])('at %s it is morning: %s', (time, expected) => {
  expect(isMorning(at('10', time))).toBe(expected)
})

test('a booking made after the time of a reminder is not reminded of what its confirmation has just said', () => {
  const late = rental({ createdAt: at('09', '15:00') })
  expect(dueReminder(late, at('09', '16:00'))).toBeUndefined()
  expect(dueReminder(late, at('10', '07:30'))).toEqual({ kind: 'pickup', hours: 2 })
})

test('no reminder leaves in the night or after the event, and each comes at most a day and eleven hours early', () => {
  const minute = 60_000
  const hour = 60 * minute
  const someMinute = fc.integer({ min: 0, max: 10 * 24 * 60 }).map((minutes) => minutes * minute)
  let sent = 0
  fc.assert(
    fc.property(someMinute, someMinute, fc.constantFrom('confirmed', 'active'), (start, passed, status) => {
      const startsAt = new Date(at('01', '00:00').getTime() + start)
      const endsAt = new Date(startsAt.getTime() + 48 * hour)
      const event = status === 'confirmed' ? startsAt : endsAt
      const now = new Date(event.getTime() - 2 * 24 * hour + passed)
      const reminder = dueReminder({ status, startsAt, endsAt, createdAt: new Date(0) }, now)
      if (!reminder) return
      sent += 1
      const hourOfDay = new Date(now.getTime() + 3 * hour).getUTCHours()
      expect(hourOfDay).toBeGreaterThanOrEqual(7)
      expect(hourOfDay).toBeLessThan(21)
      expect(now < event).toBe(reminder.kind !== 'overdue')
      if (reminder.kind !== 'overdue') expect(event.getTime() - now.getTime()).toBeLessThanOrEqual(35 * hour)
    }),
    { numRuns: 2_000 },
  )
  expect(sent).toBeGreaterThan(200)
})
