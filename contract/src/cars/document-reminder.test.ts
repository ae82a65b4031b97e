import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, nairobiDay, nairobiInstant } from '../calendar-day.ts'
import { DOCUMENT_REMINDER_DAYS, dueDocumentReminder } from './document-reminder.ts'

const END = '2026-06-30'
const at = (daysBefore: number, time: string) => nairobiInstant(addDays(END, -daysBefore), time)
const early = { validUntil: END, createdAt: at(300, '12:00') }

test.each([
  [31, '12:00', undefined],
  [30, '06:59', undefined],
  [30, '07:00', 30],
  [30, '20:59', 30],
  [30, '21:00', undefined],
  [15, '12:00', 30],
  [14, '07:00', 14],
  [4, '12:00', 14],
  [3, '07:00', 3],
  [0, '20:59', 3],
  [-1, '12:00', undefined],
] as const)('%i days before the end at %s, the reminder of step %s is due', (days, time, step) => {
  expect(dueDocumentReminder(early, at(days, time))).toBe(step)
})

test('of a document that was entered late, the steps that were over are not reminded of', () => {
  const late = { validUntil: END, createdAt: at(10, '09:00') }
  expect(dueDocumentReminder(late, at(10, '10:00'))).toBeUndefined()
  expect(dueDocumentReminder(late, at(3, '10:00'))).toBe(3)
})

test('whatever is due is due by day, before the end, after its time, and is the newest', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -40 * 24 * 60, max: 3 * 24 * 60 }),
      fc.integer({ min: 0, max: 60 }),
      (minutes, enteredDaysBefore) => {
        const now = new Date(at(0, '00:00').getTime() + minutes * 60_000)
        const createdAt = at(enteredDaysBefore, '12:00')
        const step = dueDocumentReminder({ validUntil: END, createdAt }, now)
        const hour = Number(now.toISOString().slice(11, 13)) + 3
        const isDay = hour >= 7 && hour < 21
        const passed = DOCUMENT_REMINDER_DAYS.filter((days) => at(days, '07:00') <= now)
        const newest = passed.at(-1)
        const isWanted =
          isDay && nairobiDay(now) <= END && newest !== undefined && at(newest, '07:00') > createdAt
        expect(step).toBe(isWanted ? newest : undefined)
      },
    ),
  )
})
