import { getLocale, type Locale } from '@twende/messages/runtime'

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

/** As languages are written where the tag of the language alone would say another country's way. */
const COUNTRIES: Partial<Record<string, string>> = { en: 'en-GB', sw: 'sw-KE' }

/** The language of the page or the request, as `Intl` takes it. */
export function formatLocale(): string {
  return COUNTRIES[getLocale()] ?? getLocale()
}

/** A formatter in the language of the page or the request, made once for each language. */
export function localeFormat(options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  const made: Partial<Record<Locale, Intl.DateTimeFormat>> = {}
  return () => {
    const locale = getLocale()
    made[locale] ??= new Intl.DateTimeFormat(formatLocale(), options)
    return made[locale]
  }
}

const dayFormat = /* @__PURE__ */ localeFormat({
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** `10 Apr 2026`; in Swahili `10 Mei 2026`. */
export function showDay(day: Day): string {
  return dayFormat().format(new Date(`${day}T00:00:00Z`))
}

const instantFormat = /* @__PURE__ */ localeFormat({
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'Africa/Nairobi',
})

/** `10 Apr 2026, 10:00`, in Nairobi. */
export function showInstant(instant: string): string {
  return instantFormat().format(new Date(instant))
}

/** The day meant by `YYYY-MM-DD`, or the Nairobi day of an instant; undefined for anything else. */
export function readDay(text: string): Day | undefined {
  if (!isDay(text.slice(0, 10))) return undefined
  if (text.length === 10) return text
  const clock = /^T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?$/.exec(text.slice(10))
  if (!clock) return undefined
  // Without a zone the machine's own would be taken; a Kenyan clock is meant.
  const instant = new Date(clock[1] === undefined ? `${text}+03:00` : text)
  if (Number.isNaN(instant.getTime())) return undefined
  const day = nairobiDay(instant)
  return isDay(day) ? day : undefined
}
