import ICAL from 'ical.js'

/** How a rule repeats, by days: which days of a month, of a year or of a week. */
type Parts = {
  months: readonly number[]
  monthDays: readonly number[]
  weekdays: readonly { position: number; weekday: number }[]
  positions: readonly number[]
}

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']
const LONGEST_INTERVAL = 366
const MOST_VALUES = 31
const DAY_MS = 86_400_000

/** The parts that are read, and the values that they may have. */
const FORMS: Record<string, RegExp> = {
  BYMONTH: /^(?:[1-9]|1[0-2])$/,
  BYMONTHDAY: /^-?(?:[1-9]|[12]\d|3[01])$/,
  BYDAY: /^[+-]?\d{0,2}(?:SU|MO|TU|WE|TH|FR|SA)$/,
  BYSETPOS: /^-?[1-9]\d{0,2}$/,
}
const ALLOWED: Record<string, readonly string[]> = {
  DAILY: ['BYMONTH', 'BYMONTHDAY', 'BYDAY'],
  WEEKLY: ['BYMONTH', 'BYDAY'],
  MONTHLY: ['BYMONTH', 'BYMONTHDAY', 'BYDAY', 'BYSETPOS'],
  YEARLY: ['BYMONTH', 'BYMONTHDAY', 'BYDAY', 'BYSETPOS'],
}

/** Whether a rule repeats by days in a way that is read; one that repeats within a day is not. */
export function isReadRule({ freq, interval, parts }: ICAL.Recur): boolean {
  const allowed = Object.hasOwn(ALLOWED, freq) ? ALLOWED[freq] : undefined
  if (!allowed || !(interval >= 1 && interval <= LONGEST_INTERVAL)) return false
  return Object.entries(parts as Record<string, unknown[]>).every(
    ([name, values]) =>
      allowed.includes(name) &&
      values.length <= MOST_VALUES &&
      values.every((value) => FORMS[name]?.test(String(value))) &&
      (name !== 'BYDAY' ||
        freq === 'MONTHLY' ||
        freq === 'YEARLY' ||
        values.every((value) => !/\d/.test(String(value)))),
  )
}

/**
 * As much of a rule as can be read, for an entry that is read no further: what repeats within a day repeats each day, and
 * what narrows the days in a way that is not read narrows nothing. Undefined where it does not say how often it repeats.
 */
export function looseRule(written: string): ICAL.Recur | undefined {
  const parts = new Map(
    written
      .toUpperCase()
      .split(';')
      .map((part) => part.split('=', 2).map((text) => text.trim()) as [string, string]),
  )
  const said = parts.get('FREQ') ?? ''
  const freq = /^(?:SECOND|MINUTE|HOUR)LY$/.test(said) ? 'DAILY' : said
  const allowed = Object.hasOwn(ALLOWED, freq) ? ALLOWED[freq] : undefined
  if (!allowed) return undefined
  const kept = allowed.flatMap((name) => {
    const values = (parts.get(name) ?? '').split(',').filter((value) => FORMS[name]?.test(value))
    return values.length > 0 ? [`${name}=${values.slice(0, MOST_VALUES).join(',')}`] : []
  })
  const interval = parts.get('INTERVAL') ?? '1'
  if (!/^[1-9]\d{0,2}$/.test(interval)) return undefined
  const until = /^\d{8}/.exec(parts.get('UNTIL') ?? '')?.[0]
  const count = /^[1-9]\d{0,4}$/.exec(parts.get('COUNT') ?? '')?.[0]
  try {
    const rule = ICAL.Recur.fromString(
      [
        `FREQ=${freq}`,
        `INTERVAL=${freq === said ? interval : 1}`,
        ...kept,
        ...(until ? [`UNTIL=${until}`] : count ? [`COUNT=${count}`] : []),
      ].join(';'),
    )
    return isReadRule(rule) ? rule : undefined
  } catch {
    return undefined
  }
}

/** The days on which a rule repeats, as midnights in UTC, from its first day until the end of the window. */
export function* daysOfRule(rule: ICAL.Recur, first: number, until: number): Generator<number> {
  const parts = partsOf(rule)
  const start = new Date(first)
  for (let turn = 0; ; turn += 1) {
    const at = turn * rule.interval
    // Some rules never name a day, such as 30 February.
    if (beginOfTurn(rule, start, at) > until) return
    for (const day of daysOfTurn(rule, parts, { start, turn: at })) if (day >= first) yield day
  }
}

function partsOf({ parts }: ICAL.Recur): Parts {
  const given = parts as Record<string, (string | number)[] | undefined>
  const numbers = (name: string) => (given[name] ?? []).map(Number)
  return {
    months: numbers('BYMONTH'),
    monthDays: numbers('BYMONTHDAY'),
    weekdays: (given.BYDAY ?? []).map((value) => ({
      position: Number(String(value).slice(0, -2) || 0),
      weekday: WEEKDAYS.indexOf(String(value).slice(-2)),
    })),
    positions: numbers('BYSETPOS'),
  }
}

/** No day of a turn is before it; a week may begin six days earlier than the first occurrence. */
function beginOfTurn({ freq }: ICAL.Recur, start: Date, turn: number): number {
  if (freq === 'DAILY') return start.getTime() + turn * DAY_MS
  if (freq === 'WEEKLY') return start.getTime() + (turn * 7 - 6) * DAY_MS
  const year = start.getUTCFullYear()
  return freq === 'MONTHLY' ? Date.UTC(year, start.getUTCMonth() + turn, 1) : Date.UTC(year + turn, 0, 1)
}

type Turn = { start: Date; turn: number }

/** The days of one day, week, month or year, in order. */
function daysOfTurn(rule: ICAL.Recur, parts: Parts, { start, turn }: Turn): number[] {
  const year = start.getUTCFullYear()
  const month = start.getUTCMonth()
  const first = start.getTime()
  switch (rule.freq) {
    case 'DAILY':
      return [first + turn * DAY_MS].filter((day) => matches(day, parts))
    case 'WEEKLY': {
      const weekStart = ((rule.wkst as number | undefined) ?? 2) - 1
      const monday = first - ((start.getUTCDay() - weekStart + 7) % 7) * DAY_MS + turn * 7 * DAY_MS
      const own =
        parts.weekdays.length > 0
          ? parts
          : { ...parts, weekdays: [{ position: 0, weekday: start.getUTCDay() }] }
      return daysFrom(monday, 7).filter((day) => matches(day, own))
    }
    case 'MONTHLY': {
      const from = Date.UTC(year, month + turn, 1)
      return chosen(daysOfMonths([from], parts, start), parts)
    }
    default: {
      const inYear = (at: number) => Date.UTC(year + turn, at, 1)
      const months =
        parts.months.length > 0 ? parts.months.map((one) => one - 1).toSorted((a, b) => a - b) : undefined
      if (!months && parts.monthDays.length === 0 && parts.weekdays.length === 0) {
        return daysOfMonths([inYear(month)], parts, start)
      }
      if (months || parts.monthDays.length > 0) {
        const all = months ?? Array.from({ length: 12 }, (_, at) => at)
        return chosen(daysOfMonths(all.map(inYear), parts, start), parts)
      }
      return chosen(onWeekdays(daysFrom(inYear(0), (inYear(12) - inYear(0)) / DAY_MS), parts.weekdays), parts)
    }
  }
}

/** The days of months that match; without a choice of days, the day of the first occurrence. */
function daysOfMonths(months: readonly number[], parts: Parts, start: Date): number[] {
  return months.flatMap((from) => {
    const at = new Date(from)
    if (parts.months.length > 0 && !parts.months.includes(at.getUTCMonth() + 1)) return []
    const length = (Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1) - from) / DAY_MS
    const days = daysFrom(from, length)
    const byDay = parts.weekdays.length > 0 ? onWeekdays(days, parts.weekdays) : days
    if (parts.monthDays.length === 0 && parts.weekdays.length > 0) return byDay
    const wanted = parts.monthDays.length > 0 ? parts.monthDays : [start.getUTCDate()]
    const onDates = wanted.map((day) => from + ((day > 0 ? day : length + day + 1) - 1) * DAY_MS)
    return byDay.filter((day) => onDates.includes(day))
  })
}

function onWeekdays(days: readonly number[], weekdays: Parts['weekdays']): number[] {
  const found = weekdays.flatMap(({ position, weekday }) => {
    const all = days.filter((day) => new Date(day).getUTCDay() === weekday)
    if (position === 0) return all
    return [all.at(position > 0 ? position - 1 : position)].filter((day) => day !== undefined)
  })
  return [...new Set(found)].toSorted((a, b) => a - b)
}

function chosen(days: readonly number[], { positions }: Parts): number[] {
  if (positions.length === 0) return [...days]
  return days.filter((_, at) => positions.includes(at + 1) || positions.includes(at - days.length))
}

function matches(day: number, { months, monthDays, weekdays }: Parts): boolean {
  const at = new Date(day)
  const length = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()
  const dates = [at.getUTCDate(), at.getUTCDate() - length - 1]
  return (
    (months.length === 0 || months.includes(at.getUTCMonth() + 1)) &&
    (monthDays.length === 0 || dates.some((date) => monthDays.includes(date))) &&
    (weekdays.length === 0 || weekdays.some(({ weekday }) => weekday === at.getUTCDay()))
  )
}

const daysFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, at) => first + at * DAY_MS)
