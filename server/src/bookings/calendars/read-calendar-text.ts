import { nairobiInstant } from '@twende/contract/calendar-day.ts'
import ICAL from 'ical.js'
import { type CalendarEntry, entriesOf } from './calendar-entries.ts'
import type { UnreadProblem } from './fetch-calendar.ts'
import { daysOfRule, isReadRule, looseRule } from './recurrence.ts'
import { ianaZone, statedOffset } from './windows-zones.ts'

export type BusyPeriod = { from: Date; until: Date }
type Window = BusyPeriod
export type CalendarText =
  | { problem: UnreadProblem }
  | { problem?: 'cut_off' | undefined; busy: BusyPeriod[]; unreadEntries: number; unreadNames: string[] }

/** So many entries that could not be read are named. */
const MOST_NAMES = 10

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
  const found = entriesOf(text)
  if (!found) return { problem: 'not_a_calendar' }
  const { entries, isCutOff } = found
  if (entries.length > MAX_ENTRIES) return { problem: 'too_many_entries' }
  const busy: BusyPeriod[] = []
  const reading: Reading = { window, steps: 0, days: 0, replaced: new Set() }
  const unread = new Set<CalendarEntry>()
  const attempt = (entry: CalendarEntry, read: () => void) => {
    try {
      read()
    } catch {
      // The library throws errors of several kinds for what it cannot read.
      unread.add(entry)
    }
  }
  for (const entry of entries) {
    const { component } = entry
    if (component) attempt(entry, () => noteReplaced(component, reading))
  }
  for (const entry of entries) {
    const { component } = entry
    if (!component) unread.add(entry)
    else if (!unread.has(entry) && !isFree(component) && !uidOf(component).endsWith(ownUids))
      attempt(entry, () => busy.push(...periodsOf(component, reading)))
    if (unread.has(entry)) busy.push(...wholeDaysOf(entry, reading))
    if (busy.length > MAX_PERIODS) return { problem: 'too_many_entries' }
  }
  const unreadNames = [...unread].map(({ name }) => name).slice(0, MOST_NAMES)
  return { ...(isCutOff && { problem: 'cut_off' }), busy, unreadEntries: unread.size, unreadNames }
}

/**
 * The days of an entry that could not be read, and those on which it repeats, as far as it says when it is; the clock may
 * be another one.
 */
function wholeDaysOf({ component, start: bare, rule }: CalendarEntry, reading: Reading): BusyPeriod[] {
  const { window } = reading
  const entry = component ?? bare
  try {
    const property = entry?.getFirstProperty('dtstart')
    if (!entry || !property || isFree(entry)) return []
    const start = timeOf(property)
    const end = entry.getFirstProperty('dtend')
    const first = wallClock(start)
    const last = end ? endOf(end, first) : first + Math.max(lengthOf(entry, start, new Date(first)), 0)
    const from = midnight(first)
    const until = midnight(Math.max(last - 1, first) + DAY_MS)
    const length = until.getTime() - from.getTime()
    if (length > 366 * DAY_MS) return []
    const starts = [
      from.getTime(),
      ...repeatedDays(rule, first, reading).map((day) => midnight(day).getTime()),
    ]
    return joined(starts, length).filter((period) => period.until > window.from && period.from < window.until)
  } catch {
    return []
  }
}

/** The days on which an entry that could not be read repeats, as far as its rule can be read. */
function repeatedDays(written: string, first: number, reading: Reading): number[] {
  const rule = written === '' ? undefined : looseRule(written)
  if (!rule) return []
  const day = Math.floor(first / DAY_MS) * DAY_MS
  const last = rule.until ? wallClock(rule.until) : Number.POSITIVE_INFINITY
  const end = Math.min(last, reading.window.until.getTime() + DAY_MS)
  const days: number[] = []
  let count = 0
  for (const next of daysOfRule(rule, day, end)) {
    reading.steps += 1
    count += 1
    if (reading.steps > MAX_STEPS || next > end || (rule.count && count > rule.count)) break
    if (next >= reading.window.from.getTime() - 366 * DAY_MS) days.push(next)
  }
  return days
}

/** Periods of this length; those that touch are one. */
function joined(starts: readonly number[], length: number): BusyPeriod[] {
  const periods: BusyPeriod[] = []
  for (const start of [...new Set(starts)].sort((one, other) => one - other)) {
    const before = periods.at(-1)
    const until = new Date(start + length)
    if (before && start <= before.until.getTime()) before.until = until
    else periods.push({ from: new Date(start), until })
  }
  return periods
}

/** When an entry ends; an end that cannot be read is on the day of its start. */
function endOf(property: ICAL.Property, start: number): number {
  try {
    return wallClock(timeOf(property)) || start
  } catch {
    return start
  }
}

const midnight = (wall: number) => nairobiInstant(new Date(wall).toISOString().slice(0, 10), '00:00')

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
  return (
    value('status') === 'CANCELLED' ||
    value('transp') === 'TRANSPARENT' ||
    value('x-microsoft-cdo-busystatus') === 'FREE'
  )
}

function periodsOf(entry: ICAL.Component, reading: Reading): BusyPeriod[] {
  const property = entry.getFirstProperty('dtstart')
  if (!property) throw new UnreadEntry('it has no start')
  const start = timeOf(property)
  const from = instantOf(start, property)
  const length = lengthOf(entry, start, from)
  if (length < 0) throw new UnreadEntry('it ends before its start')
  if (length === 0) return []
  const { window, replaced } = reading
  return startsOf(entry, { property, start, from, length }, reading)
    .filter((at) => entry.hasProperty('recurrence-id') || !replaced.has(occurrenceKey(entry, at)))
    .map((at) => clipped({ from: at.getTime(), until: at.getTime() + length }, window))
    .filter((period) => period.until > window.from && period.from < window.until)
}

/**
 * Without what is further away than the year before the window and the year after it: the database has no such instants. The
 * years are whole, so that a period stays the same from one reading to the next.
 */
function clipped({ from, until }: { from: number; until: number }, window: Window): BusyPeriod {
  const earliest = Date.UTC(window.from.getUTCFullYear() - 1, 0, 1)
  const latest = Date.UTC(window.until.getUTCFullYear() + 2, 0, 1)
  return { from: new Date(Math.max(from, earliest)), until: new Date(Math.min(until, latest)) }
}

/** In milliseconds. An entry of days without an end, or that ends on itself, takes one day; one with a time takes none. */
function lengthOf(entry: ICAL.Component, start: ICAL.Time, from: Date): number {
  const end = entry.getFirstProperty('dtend')
  const duration = entry.getFirstPropertyValue('duration')
  const length = end
    ? instantOf(timeOf(end), end).getTime() - from.getTime()
    : duration instanceof ICAL.Duration
      ? duration.toSeconds() * 1000
      : 0
  return length === 0 && start.isDate ? DAY_MS : length
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
  if (!(rule instanceof ICAL.Recur) || !isReadRule(rule)) throw new UnreadEntry('it repeats in another way')
  // Compared here: the library compares wall clocks of different zones where the file does not describe them.
  const last = rule.until ? lastInstant(rule.until, property) : undefined
  const starts: Date[] = []
  if (from >= reading.window.until) return starts
  const day = Date.UTC(start.year, start.month - 1, start.day)
  const clock = wallClock(start) - day
  let before = day
  // The first occurrence counts, also where the rule does not name its day.
  let count = 0
  for (const next of daysOfRule(rule, day, reading.window.until.getTime() + DAY_MS)) {
    reading.steps += 1
    if (reading.steps > MAX_STEPS || reading.days > MAX_DAYS) throw new UnreadEntry('it repeats too long')
    if (count === 0 && next > day) count = 1
    reading.days += (next - before) / DAY_MS
    before = next
    if (next > reading.window.until.getTime() + DAY_MS || (rule.count && count >= rule.count)) break
    count += 1
    if (next + clock + length < reading.window.from.getTime() - DAY_MS) continue
    const at = instantOf(start, property, next + clock)
    if (last && at > last) break
    starts.push(at)
  }
  return starts
}

/** A repetition that ends on a day includes that day. */
function lastInstant(until: ICAL.Time, property: ICAL.Property): Date {
  return new Date(instantOf(until, property).getTime() + (until.isDate ? DAY_MS - 1 : 0))
}

function timeOf(property: ICAL.Property): ICAL.Time {
  const value = property.getFirstValue()
  if (!(value instanceof ICAL.Time)) throw new UnreadEntry('it has no time')
  if (!SUCH_A_TIME.test(String(property.jCal[3]))) throw new UnreadEntry('there is no such time')
  return value
}

/** The library reads a month 99 as eight years later. The 31st of a short month may be meant as the day after its last. */
const SUCH_A_TIME = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:T(?:[01]\d|2[0-4]):[0-5]\d|$)/

/** The instant of a time as its property means it: days and times without a zone are those of Nairobi. */
function instantOf(time: ICAL.Time, property: ICAL.Property, wall = wallClock(time)): Date {
  if (Number.isNaN(wall)) throw new UnreadEntry('it has no time')
  if (time.zone === ICAL.Timezone.utcTimezone) return new Date(wall)
  const zone = time.isDate ? undefined : property.getFirstParameter('tzid')?.trim()
  if (!zone) return nairobiInstant(new Date(wall).toISOString().slice(0, 10), timeText(wall))
  const format = zoneFormat(zone)
  if (format) return new Date(wall - offset(format, wall - offset(format, wall)))
  const described = property.parent?.getTimeZoneByID(zone)
  if (described && isSimpleZone(described)) {
    const at = ICAL.Time.fromData({ ...fieldsOf(wall), isDate: false })
    return new Date(wall - described.utcOffset(at) * 1000)
  }
  const meant = zoneFormat(ianaZone(zone) ?? '')
  if (meant) return new Date(wall - offset(meant, wall - offset(meant, wall)))
  const stated = statedOffset(zone)
  if (stated !== undefined) return new Date(wall - stated)
  throw new UnreadEntry('its zone is not known')
}

/** What the clock shows, as if it were UTC. */
function wallClock({ year, month, day, hour, minute, second }: ICAL.Time): number {
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

function fieldsOf(wall: number) {
  const at = new Date(wall)
  return {
    year: at.getUTCFullYear(),
    month: at.getUTCMonth() + 1,
    day: at.getUTCDate(),
    hour: at.getUTCHours(),
    minute: at.getUTCMinutes(),
    second: at.getUTCSeconds(),
  }
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
