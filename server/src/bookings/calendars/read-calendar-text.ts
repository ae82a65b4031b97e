import type { ImportProblem } from '@twende/contract/bookings/calendar-link-routes.ts'
import { nairobiInstant } from '@twende/contract/calendar-day.ts'
import ICAL from 'ical.js'

export type BusyPeriod = { from: Date; until: Date }
type Window = BusyPeriod
export type CalendarText =
  | { problem: ImportProblem }
  | { problem?: undefined; busy: BusyPeriod[]; unreadEntries: number }

const MAX_ENTRIES = 2_000
const MAX_PERIODS = 2_000
/** How many occurrences of all entries together are looked at, and over how many days, those before the window included. */
const MAX_STEPS = 50_000
const MAX_DAYS = 500_000
const DAY_MS = 86_400_000

/** An entry that is not read: it is counted, and staff is told. */
class UnreadEntry extends Error {}

/**
 * When a calendar (RFC 5545) says that its owner is busy within the window. Entries whose UID ends with `ownUids` came
 * from us. What a hostile calendar could make costly, such as a repetition each second, is not read.
 */
export function readCalendarText(text: string, window: Window, ownUids: string): CalendarText {
  const calendars = calendarsOf(text)
  if (!calendars) return { problem: 'not_a_calendar' }
  const entries = calendars.flatMap((calendar) => calendar.getAllSubcomponents('vevent'))
  if (entries.length > MAX_ENTRIES) return { problem: 'too_many_entries' }
  const busy: BusyPeriod[] = []
  const reading: Reading = { window, steps: 0, days: 0, replaced: new Set() }
  let unreadEntries = 0
  const attempt = (read: () => void) => {
    try {
      read()
    } catch {
      // The library throws errors of several kinds for what it cannot read.
      unreadEntries += 1
    }
  }
  for (const entry of entries) attempt(() => noteReplaced(entry, reading))
  for (const entry of entries) {
    if (isFree(entry) || uidOf(entry).endsWith(ownUids)) continue
    attempt(() => busy.push(...periodsOf(entry, reading)))
    if (busy.length > MAX_PERIODS) return { problem: 'too_many_entries' }
  }
  return { busy, unreadEntries }
}

function calendarsOf(text: string): ICAL.Component[] | undefined {
  try {
    const parsed: unknown = ICAL.parse(text)
    if (!Array.isArray(parsed)) return undefined
    // A text of several calendars is a list of lists.
    const calendars = (Array.isArray(parsed[0]) ? parsed : [parsed]).map((part) => new ICAL.Component(part))
    return calendars.length > 0 && calendars.every(({ name }) => name === 'vcalendar') ? calendars : undefined
  } catch {
    return undefined
  }
}

type Reading = {
  window: Window
  steps: number
  days: number
  /** Occurrences that an entry of their own replaces, by UID and instant. */
  replaced: Set<string>
}

const uidOf = (entry: ICAL.Component) => String(entry.getFirstPropertyValue('uid') ?? '')
const occurrenceKey = (entry: ICAL.Component, at: Date) => `${at.getTime()} ${uidOf(entry)}`

function noteReplaced(entry: ICAL.Component, { replaced }: Reading): void {
  const property = entry.getFirstProperty('recurrence-id')
  if (!property) return
  if (property.getFirstParameter('range')) throw new UnreadEntry('it changes all later occurrences')
  replaced.add(occurrenceKey(entry, instantOf(timeOf(property), property)))
}

function isFree(entry: ICAL.Component): boolean {
  const value = (name: string) => String(entry.getFirstPropertyValue(name) ?? '').toUpperCase()
  return value('status') === 'CANCELLED' || value('transp') === 'TRANSPARENT'
}

function periodsOf(entry: ICAL.Component, reading: Reading): BusyPeriod[] {
  const property = entry.getFirstProperty('dtstart')
  if (!property) throw new UnreadEntry('it has no start')
  const start = timeOf(property)
  const from = instantOf(start, property)
  const length = lengthOf(entry, start, from)
  if (length <= 0) return []
  const { window, replaced } = reading
  return startsOf(entry, { property, start, from, length }, reading)
    .filter((at) => entry.hasProperty('recurrence-id') || !replaced.has(occurrenceKey(entry, at)))
    .map((at) => ({ from: at, until: new Date(at.getTime() + length) }))
    .filter((period) => period.until > window.from && period.from < window.until)
}

/** In milliseconds. An entry of days without an end takes one day, one with a time takes none. */
function lengthOf(entry: ICAL.Component, start: ICAL.Time, from: Date): number {
  const end = entry.getFirstProperty('dtend')
  if (end) return instantOf(timeOf(end), end).getTime() - from.getTime()
  const duration = entry.getFirstPropertyValue('duration')
  if (duration instanceof ICAL.Duration) return duration.toSeconds() * 1000
  return start.isDate ? DAY_MS : 0
}

type First = { property: ICAL.Property; start: ICAL.Time; from: Date; length: number }

/** The starts of every occurrence that may reach into the window. */
function startsOf(entry: ICAL.Component, first: First, reading: Reading): Date[] {
  const starts = new Map([[first.from.getTime(), first.from]])
  if (entry.hasProperty('recurrence-id')) return [first.from]
  for (const rule of entry.getAllProperties('rrule'))
    for (const at of occurrences(rule.getFirstValue(), first, reading)) starts.set(at.getTime(), at)
  for (const property of entry.getAllProperties('rdate'))
    for (const value of property.getValues()) {
      if (!(value instanceof ICAL.Time)) throw new UnreadEntry('it repeats for periods')
      const at = instantOf(value, property)
      starts.set(at.getTime(), at)
    }
  for (const property of entry.getAllProperties('exdate'))
    for (const value of property.getValues())
      if (value instanceof ICAL.Time) starts.delete(instantOf(value, property).getTime())
  return [...starts.values()]
}

function occurrences(rule: unknown, { property, start, from, length }: First, reading: Reading): Date[] {
  if (!(rule instanceof ICAL.Recur) || !isSimple(rule)) throw new UnreadEntry('it repeats in another way')
  // Compared here: the library compares wall clocks of different zones where the file does not describe them.
  const last = rule.until ? lastInstant(rule.until, property) : undefined
  rule.until = null
  const starts: Date[] = []
  if (from >= reading.window.until) return starts
  const iterator = rule.iterator(start)
  let before = wallClock(start)
  for (let next = iterator.next(); next; next = iterator.next()) {
    const wall = wallClock(next)
    reading.steps += 1
    reading.days += (wall - before) / DAY_MS
    before = wall
    if (reading.steps > MAX_STEPS || reading.days > MAX_DAYS) throw new UnreadEntry('it repeats too long')
    if (wall > reading.window.until.getTime() + DAY_MS) break
    if (wall + length < reading.window.from.getTime() - DAY_MS) continue
    const at = instantOf(next, property)
    if (last && at > last) break
    starts.push(at)
  }
  return starts
}

/** A repetition that ends on a day includes that day. */
function lastInstant(until: ICAL.Time, property: ICAL.Property): Date {
  return new Date(instantOf(until, property).getTime() + (until.isDate ? DAY_MS - 1 : 0))
}

/** The parts that a rule may have, by what it repeats by, and the form of their values. */
const SIMPLE_RULES: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  DAILY: {},
  WEEKLY: { BYDAY: /^(?:MO|TU|WE|TH|FR|SA|SU)$/ },
  MONTHLY: { BYDAY: /^(?:[1-4]|-1)(?:MO|TU|WE|TH|FR|SA|SU)$/, BYMONTHDAY: /^(?:[1-9]|[12]\d|3[01])$/ },
  YEARLY: {},
}
const MOST_PARTS = 7
const LONGEST_INTERVAL = 366

function isSimple({ freq, interval, parts }: ICAL.Recur): boolean {
  const allowed = Object.hasOwn(SIMPLE_RULES, freq) ? SIMPLE_RULES[freq] : undefined
  if (!allowed || !(interval >= 1 && interval <= LONGEST_INTERVAL)) return false
  const given = Object.entries(parts as Record<string, unknown[]>)
  // A day of the month and of the week together may never come.
  if (freq === 'MONTHLY' && given.length > 1) return false
  return given.every(
    ([name, values]) =>
      values.length <= MOST_PARTS && values.every((value) => allowed[name]?.test(String(value))),
  )
}

function timeOf(property: ICAL.Property): ICAL.Time {
  const value = property.getFirstValue()
  if (value instanceof ICAL.Time) return value
  throw new UnreadEntry('it has no time')
}

/** The instant of a time as its property means it: days and times without a zone are those of Nairobi. */
function instantOf(time: ICAL.Time, property: ICAL.Property): Date {
  const wall = wallClock(time)
  if (Number.isNaN(wall)) throw new UnreadEntry('it has no time')
  if (time.zone === ICAL.Timezone.utcTimezone) return new Date(wall)
  const zone = time.isDate ? undefined : property.getFirstParameter('tzid')
  if (!zone) return nairobiInstant(new Date(wall).toISOString().slice(0, 10), timeText(wall))
  const format = zoneFormat(zone)
  if (format) return new Date(wall - offset(format, wall - offset(format, wall)))
  const described = property.parent?.getTimeZoneByID(zone)
  if (described && isSimpleZone(described)) return new Date(wall - described.utcOffset(time) * 1000)
  throw new UnreadEntry('its zone is not known')
}

/** What the clock shows, as if it were UTC. */
function wallClock({ year, month, day, hour, minute, second }: ICAL.Time): number {
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

const timeText = (wall: number) => new Date(wall).toISOString().slice(11, 16)

/** Zones of other names than those of the IANA are read from their description, if it changes once or twice a year. */
function isSimpleZone({ component }: ICAL.Timezone): boolean {
  const changes = ['standard', 'daylight'].flatMap((name) => component.getAllSubcomponents(name))
  return (
    changes.length <= 20 &&
    changes.every((change) => {
      if (change.hasProperty('rdate')) return false
      const rules = change.getAllProperties('rrule')
      return rules.every((property) => {
        const rule = property.getFirstValue()
        return rule instanceof ICAL.Recur && changesYearly(rule)
      })
    })
  )
}

function changesYearly({ freq, interval, parts }: ICAL.Recur): boolean {
  const { BYMONTH = [], BYDAY = [], ...others } = parts as Record<string, unknown[]>
  const isOneDay =
    BYMONTH.length === 1 && BYDAY.length === 1 && /^(?:[1-4]|-1)[A-Z]{2}$/.test(String(BYDAY[0]))
  return freq === 'YEARLY' && interval === 1 && isOneDay && Object.keys(others).length === 0
}

const zoneFormats = new Map<string, Intl.DateTimeFormat | undefined>()

/** Undefined for a name that the IANA does not know. */
function zoneFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  if (!/^[A-Z][\w+-]*(?:\/[\w+-]+){0,2}$/i.test(timeZone) || timeZone.length > 50) return undefined
  if (!zoneFormats.has(timeZone) && zoneFormats.size < 1_000) {
    try {
      zoneFormats.set(
        timeZone,
        new Intl.DateTimeFormat('en-US', {
          timeZone,
          hourCycle: 'h23',
          year: 'numeric',
          month: 'numeric',
          day: 'numeric',
          hour: 'numeric',
          minute: 'numeric',
          second: 'numeric',
        }),
      )
    } catch {
      zoneFormats.set(timeZone, undefined)
    }
  }
  return zoneFormats.get(timeZone)
}

/** How far the clocks of a zone are ahead of UTC at an instant, in milliseconds. */
function offset(format: Intl.DateTimeFormat, instant: number): number {
  const part = Object.fromEntries(
    format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000
}
