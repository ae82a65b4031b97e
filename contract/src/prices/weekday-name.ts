import { localeFormat } from '../calendar-day.ts'

const weekdayFormat = /* @__PURE__ */ localeFormat({ weekday: 'short', timeZone: 'UTC' })

/** The short name of a day of the week; Monday is 1. */
export function weekdayName(weekday: number): string {
  // 1 January 2024 was a Monday.
  return weekdayFormat().format(new Date(Date.UTC(2024, 0, weekday)))
}
