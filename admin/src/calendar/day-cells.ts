import type { CalendarSpan } from '@twende/contract/bookings/admin-booking.ts'
import { addDays, type Day, nairobiDay, nairobiInstant } from '@twende/contract/calendar-day.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A span as it lies on the days that are shown: where it begins within its first cell, and how long, in days. */
export type LaidSpan = { span: CalendarSpan; left: number; width: number }
export type DayCell = { day: Day; starts: LaidSpan[]; touching: CalendarSpan[] }

/** The days of a car, each with what begins on it and what touches it. */
export function cellsOf(spans: readonly CalendarSpan[], fromDay: Day, days: number): DayCell[] {
  const cells = Array.from({ length: days }, (_, at): DayCell => {
    return { day: addDays(fromDay, at), starts: [], touching: [] }
  })
  const from = nairobiInstant(fromDay, '00:00').getTime()
  for (const span of spans) {
    const start = Math.max(0, (Date.parse(span.startsAt) - from) / DAY_MS)
    const end = Math.min(days, (Date.parse(span.endsAt) - from) / DAY_MS)
    if (end <= start) continue
    const first = Math.floor(start)
    cells[first]?.starts.push({ span, left: start - first, width: end - start })
    for (const cell of cells.slice(first, Math.ceil(end))) cell.touching.push(span)
  }
  return cells
}

export type Days = { first: Day; last: Day }
export type Stretch = { startDate: Day; startTime: string; endDate: Day; endTime: string }

const FIRST_HOUR = 8
const LAST_HOUR = 18

/**
 * The hours of the chosen days that look free: after what ends on the first day, before what begins on the last. One
 * day chosen means until the next.
 */
export function freeStretch(spans: readonly CalendarSpan[], { first, last }: Days, now: Date): Stretch {
  const dayStart = nairobiInstant(first, '00:00').getTime()
  const endDate = last > first ? last : addDays(first, 1)
  const endDayStart = nairobiInstant(endDate, '00:00').getTime()
  const before = spans
    .map(({ occupiedUntil }) => Date.parse(occupiedUntil))
    .filter((until) => until > dayStart && until < dayStart + DAY_MS)
  const earliest = Math.max(dayStart + FIRST_HOUR * HOUR_MS, now.getTime(), ...before)
  const startsAt = Math.min(Math.ceil(earliest / HOUR_MS) * HOUR_MS, dayStart + 23 * HOUR_MS)
  const after = spans
    .map(({ startsAt: begins }) => Date.parse(begins))
    .filter((begins) => begins > startsAt && begins >= endDayStart && begins < endDayStart + DAY_MS)
  const latest = Math.min(endDayStart + LAST_HOUR * HOUR_MS, ...after.map((begins) => begins - 2 * HOUR_MS))
  const endsAt = Math.max(Math.floor(latest / HOUR_MS) * HOUR_MS, endDayStart)
  return {
    startDate: first,
    startTime: timeOf(startsAt),
    endDate,
    endTime: timeOf(endsAt),
  }
}

function timeOf(instant: number): string {
  const day = nairobiDay(new Date(instant))
  const hour = Math.floor((instant - nairobiInstant(day, '00:00').getTime()) / HOUR_MS)
  return `${String(hour).padStart(2, '0')}:00`
}

/** Both ends of a choice, whichever was made first. */
export function inOrder(one: Day, other: Day): Days {
  return one <= other ? { first: one, last: other } : { first: other, last: one }
}
