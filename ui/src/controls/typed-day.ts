import { type Day, isDay } from '@twende/contract/calendar-day.ts'

/** Months in English and Swahili: name `n` belongs to month `n / 2`, rounded down. */
const monthNames =
  'january januari february februari march machi april aprili may mei june juni july julai august agosti september septemba october oktoba november novemba december desemba'.split(
    ' ',
  )

/**
 * The day that a person typed: `22/11/2026`, `22-11-26`, `22.11.`, `22112026`, `22 Nov 2026`, `Nov 22` or `2026-11-22`.
 * Without a year, the next such day is meant, or the last one before `max` where the next one is later than that.
 */
export function readTypedDay(text: string, today: Day, max: Day = '9999'): Day | undefined {
  const typed = text.trim().toLowerCase()
  if (isDay(typed)) return typed
  const parts = typed.replace(/^(\d\d)(\d\d)(\d{4})$/, '$1 $2 $3').split(/[\s/.,-]+/)
  const [first = '', second = '', year = '', ...rest] = parts.filter(Boolean)
  const isDayFirst = /^\d/.test(first)
  const date = /^(\d\d?)(?:st|nd|rd|th)?$/.exec(isDayFirst ? first : second)?.[1]
  const month = readMonth(isDayFirst ? second : first)
  if (!date || !month || rest.length > 0 || !/^(|\d\d|[12]\d{3})$/.test(year)) return undefined
  const dayIn = (inYear: string | number) => `${inYear}-${twoDigits(month)}-${twoDigits(date)}`
  if (year) {
    const day = dayIn(year.length === 2 ? `20${year}` : year)
    return isDay(day) ? day : undefined
  }
  // Eight years can lie between two leap days.
  const years = Array.from({ length: 9 }, (_, n) => n)
  const next = years
    .map((n) => dayIn(Number(today.slice(0, 4)) + n))
    .find((day) => isDay(day) && day >= today)
  if (!next || next <= max) return next
  return years.map((n) => dayIn(Number(max.slice(0, 4)) - n)).find((day) => isDay(day) && day <= max)
}

/** The number of a month, from a number or from the first three or more letters of its name; 0 for no month. */
function readMonth(text: string): number {
  if (/^\d\d?$/.test(text)) return Number(text)
  return text.length < 3 ? 0 : (monthNames.findIndex((name) => name.startsWith(text)) >> 1) + 1
}

function twoDigits(number: string | number): string {
  return String(number).padStart(2, '0')
}
