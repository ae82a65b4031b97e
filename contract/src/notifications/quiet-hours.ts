import { nairobiDay, nairobiInstant } from '../calendar-day.ts'

/** Nobody is reminded between these hours of the Nairobi night. */
export const QUIET_FROM = '21:00'
export const QUIET_UNTIL = '07:00'

export function isQuiet(instant: Date): boolean {
  const day = nairobiDay(instant)
  return instant < nairobiInstant(day, QUIET_UNTIL) || instant >= nairobiInstant(day, QUIET_FROM)
}
