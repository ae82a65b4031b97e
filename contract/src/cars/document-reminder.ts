import { addDays, type Day, nairobiDay, nairobiInstant } from '../calendar-day.ts'
import { isQuiet, QUIET_UNTIL } from '../notifications/quiet-hours.ts'

/** Staff is reminded so many days before the last day of a document. */
export const DOCUMENT_REMINDER_DAYS = [30, 14, 3] as const
export type DocumentReminderStep = (typeof DOCUMENT_REMINDER_DAYS)[number]

/**
 * The reminder of a document that is due at `now`: the newest of those whose time has come, in the morning of their day. None
 * in the night, none once the document has ended, none whose time had come before the document was entered.
 */
export function dueDocumentReminder(
  { validUntil, createdAt }: { validUntil: Day; createdAt: Date },
  now: Date,
): DocumentReminderStep | undefined {
  if (isQuiet(now) || nairobiDay(now) > validUntil) return undefined
  const step = DOCUMENT_REMINDER_DAYS.findLast((days) => reminderTime(validUntil, days) <= now)
  return step !== undefined && reminderTime(validUntil, step) > createdAt ? step : undefined
}

const reminderTime = (validUntil: Day, days: number) =>
  nairobiInstant(addDays(validUntil, -days), QUIET_UNTIL)
