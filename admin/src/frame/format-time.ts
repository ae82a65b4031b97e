import { type Day, formatLocale } from '@twende/contract/calendar-day.ts'
import { m } from '@twende/messages'
import { serverNow } from '@twende/ui/api/server-clock.ts'

const steps = [
  { seconds: 86_400, ago: m.admin_common_days_ago },
  { seconds: 3_600, ago: m.admin_common_hours_ago },
  { seconds: 60, ago: m.admin_common_minutes_ago },
] as const

const formats = new Map<string, Intl.DateTimeFormat>()

/** A day in the language of the app, with the parts that are asked for. */
export function formatDay(day: Day, parts: Intl.DateTimeFormatOptions): string {
  const locale = formatLocale()
  const key = locale + JSON.stringify(parts)
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...parts, timeZone: 'UTC' })
  formats.set(key, format)
  return format.format(new Date(`${day}T00:00:00Z`))
}

/** `Mon`, or `Monday`. Swahili has no short names; a column has room for four letters. */
export function weekdayName(day: Day, width: 'short' | 'long' = 'short'): string {
  const name = formatDay(day, { weekday: width })
  return width === 'long' ? name : name.replace(/^Juma/, '').slice(0, 4)
}

/** How long ago something was, in one unit: `3 days ago`. */
export function timeAgo(instant: string, now = serverNow()): string {
  const seconds = (now.getTime() - Date.parse(instant)) / 1000
  const step = steps.find((candidate) => seconds >= candidate.seconds)
  return step ? step.ago({ count: Math.floor(seconds / step.seconds) }) : m.admin_common_just_now()
}
