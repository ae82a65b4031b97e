import { type Day, isDay, nairobiInstant } from '../calendar-day.ts'

/** Where a message tells its date and time, and which moment that is; null for a moment that does not exist. */
export type Moment = { from: number; until: number; at: Date | null }

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** `on 9/7/26 at 2:33 PM`, day first; `mnamo ... saa` in Swahili. */
const figures =
  /\b(?:on|mnamo|tarehe) (\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})\b(?: (?:at|saa) (\d{1,2}):(\d{2}) ?([AP]M)?)?/i
/** `on 9th Jul 2026 at 2:33 pm`, as the app writes. */
const words =
  /\bon (\d{1,2})(?:st|nd|rd|th) ([A-Z]{3})[A-Z]{0,6} (\d{4})\b(?: at (\d{1,2}):(\d{2}) ?([AP]M)?)?/i

/** Finds the date and time of a message, in Nairobi, a day's start where it tells no time; undefined without a date. */
export function readMoment(story: string): Moment | undefined {
  const match = figures.exec(story) ?? words.exec(story)
  if (!match) return undefined
  const [whole, date = '', month = '', year = '', hour = '0', minute = '00', half] = match
  const monthNumber = /\d/.test(month) ? Number(month) : MONTHS.indexOf(month.toLowerCase()) + 1
  const day = `${year.padStart(4, '20')}-${twoDigits(monthNumber)}-${twoDigits(Number(date))}`
  return {
    from: match.index,
    until: match.index + whole.length,
    at: instantOf(day, clockHour(hour, half), minute),
  }
}

/** The hour from 0; `NaN` when no clock shows it. */
function clockHour(text: string, half: string | undefined): number {
  const hour = Number(text)
  if (half === undefined) return hour <= 23 ? hour : Number.NaN
  if (hour < 1 || hour > 12) return Number.NaN
  return (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)
}

function instantOf(day: Day, hour: number, minute: string): Date | null {
  if (!isDay(day) || Number.isNaN(hour) || Number(minute) > 59) return null
  return nairobiInstant(day, `${twoDigits(hour)}:${minute}`)
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}
