import { nairobiDay, nairobiInstant } from '../calendar-day.ts'

/** Full years after the one in which money came: so long the tax law wants the whole record of it, and the privacy page says so. */
const YEARS_KEPT = 5

/** From when on records of money still say who paid. */
export function payersKnownSince(now: Date): Date {
  const year = Number(nairobiDay(now).slice(0, 4)) - YEARS_KEPT
  return nairobiInstant(`${year}-01-01`, '00:00')
}
