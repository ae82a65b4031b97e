import * as z from 'zod/mini'

/** Nairobi keeps UTC+3 all year round. */
const NAIROBI_OFFSET_MS = 3 * 3_600_000
const DAY_MS = 86_400_000

/** A Nairobi calendar day, `YYYY-MM-DD`. */
export type Day = string

/** The Nairobi day of an instant. */
export function nairobiDay(instant: Date): Day {
  return new Date(instant.getTime() + NAIROBI_OFFSET_MS).toISOString().slice(0, 10)
}

/** The instant at which a Nairobi wall clock shows `time` (`HH:MM`) on `day`. */
export function nairobiInstant(day: Day, time: string): Date {
  return new Date(`${day}T${time}:00+03:00`)
}

export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** Days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS)
}

/** Whether the text is a day that exists: `2026-02-30` is not. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

const shown = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** `10 Apr 2026`. */
export function showDay(day: Day): string {
  return shown.format(new Date(`${day}T00:00:00Z`))
}

const shownInstant = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Africa/Nairobi',
})

/** `10 Apr 2026, 10:00`, in Nairobi. */
export function showInstant(instant: string): string {
  return shownInstant.format(new Date(instant))
}

/** A day as sent: `YYYY-MM-DD`, or an instant, which means its Nairobi day. */
export const DayInput = z.pipe(
  z.string('Please choose a date').check(z.trim(), z.maxLength(40)),
  z.transform((text, context) => {
    if (isDay(text)) return text
    const instant = /^\d{4}-\d{2}-\d{2}T/.test(text) ? new Date(text) : new Date(Number.NaN)
    if (!Number.isNaN(instant.getTime())) return nairobiDay(instant)
    context.issues.push({ code: 'custom', message: 'Please choose a valid date', input: text })
    return z.NEVER
  }),
)

/** A time of day on the hour, `00:00` to `23:00`. */
export const TimeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):00$/, 'Please choose a time on the hour'))
