import { addDays, nairobiDay, nairobiInstant } from '../calendar-day.ts'
import { isQuiet, QUIET_UNTIL } from '../notifications/quiet-hours.ts'

/** Hours before pickup and before return, and hours after a return that did not happen, at which people are reminded. */
const BEFORE_HOURS = [24, 2] as const
const OVERDUE_HOURS = [1, 6] as const
/** A car that is not back is reminded of again after each of so many hours, until its return is recorded. */
const STILL_OUT_HOURS = 24
/** Hours before pickup at which customers are asked for the papers of a driver that are missing. */
const PAPERS_HOURS = [48, 24] as const

/** What would be sent in the night after, but too late to be of use, is sent in the evening before. */
const EVENING = '20:00'
const SHORTEST_NOTICE_HOURS = 1

const HOUR_MS = 3_600_000

export type RentalReminder = { kind: 'pickup' | 'return' | 'overdue' | 'papers'; hours: number }

/** What reminders depend on: a confirmed booking waits for its pickup, an active one for its return. */
export type RemindedRental = { status: 'confirmed' | 'active'; startsAt: Date; endsAt: Date; createdAt: Date }

/**
 * The reminder that is due at `now`: the newest of those whose time has come, so that a late task sends one and not all.
 * None in the night, none before a pickup that is over, none whose time had come before the booking was made.
 */
export function dueReminder(rental: RemindedRental, now: Date): RentalReminder | undefined {
  return newestDue(rental, remindersOf(rental, now), now)
}

/** The same for papers of drivers, where none is approved and none waits for a check. */
export function duePapersReminder(rental: RemindedRental, now: Date): RentalReminder | undefined {
  const { status, startsAt } = rental
  if (status !== 'confirmed' || now >= startsAt) return undefined
  const reminders = PAPERS_HOURS.map((hours): RentalReminder => ({ kind: 'papers', hours }))
  return newestDue(rental, { event: startsAt, reminders }, now)
}

type Reminders = { event: Date; reminders: RentalReminder[] }

function newestDue({ createdAt }: RemindedRental, { event, reminders }: Reminders, now: Date) {
  if (isQuiet(now)) return undefined
  return reminders
    .map((reminder) => ({ reminder, at: reminderTime(event, reminder) }))
    .filter(({ at }) => at <= now && at > createdAt)
    .sort((a, b) => a.at.getTime() - b.at.getTime() || hoursTo(a.reminder) - hoursTo(b.reminder))
    .at(-1)?.reminder
}

/** When a reminder of an event is sent: so many hours before or after it, but not in the night. */
export function reminderTime(event: Date, reminder: RentalReminder): Date {
  const wanted = new Date(event.getTime() + hoursTo(reminder) * HOUR_MS)
  if (!isQuiet(wanted)) return wanted
  const evening = nairobiDay(new Date(wanted.getTime() - hourOf(QUIET_UNTIL) * HOUR_MS))
  const morning = nairobiInstant(addDays(evening, 1), QUIET_UNTIL)
  const isUseful =
    reminder.kind === 'overdue' || morning.getTime() + SHORTEST_NOTICE_HOURS * HOUR_MS <= event.getTime()
  return isUseful ? morning : nairobiInstant(evening, EVENING)
}

function remindersOf({ status, startsAt, endsAt }: RemindedRental, now: Date): Reminders {
  const before = (kind: 'pickup' | 'return') => BEFORE_HOURS.map((hours): RentalReminder => ({ kind, hours }))
  if (status === 'confirmed') return { event: startsAt, reminders: now < startsAt ? before('pickup') : [] }
  if (now < endsAt) return { event: endsAt, reminders: before('return') }
  const days = Math.floor((now.getTime() - endsAt.getTime()) / (STILL_OUT_HOURS * HOUR_MS))
  const hours = days === 0 ? OVERDUE_HOURS : [...OVERDUE_HOURS, days * STILL_OUT_HOURS]
  return { event: endsAt, reminders: hours.map((each): RentalReminder => ({ kind: 'overdue', hours: each })) }
}

/** Hours from the event to its reminder; negative before it. */
function hoursTo({ kind, hours }: RentalReminder): number {
  return kind === 'overdue' ? hours : -hours
}

/** Staff gets the list of the day's cars once in the morning; a program that was down until noon sends none. */
const MORNING_UNTIL = '12:00'

export function isMorning(instant: Date): boolean {
  return !isQuiet(instant) && instant < nairobiInstant(nairobiDay(instant), MORNING_UNTIL)
}

function hourOf(time: string): number {
  return Number(time.slice(0, 2))
}
