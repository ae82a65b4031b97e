import { type Day, daysBetween } from '../calendar-day.ts'

/** How often a car is serviced: every so many kilometres, every so many months, or whichever comes first. */
export type ServiceInterval = { everyKm: number | null; everyMonths: number | null }
export type LastService = { km: number; day: Day }

/** A service is shown as due soon when so little is left. */
export const SERVICE_SOON_KM = 500
export const SERVICE_SOON_DAYS = 14

export type NextService = {
  /** What the odometer shows when it is due, and how far that is; null without an interval in kilometres. */
  km: number | null
  kmLeft: number | null
  /** On which day it is due, and how many days are left; null without an interval in months. */
  day: Day | null
  daysLeft: number | null
  stage: 'due' | 'soon' | 'later'
}

/** When a car is serviced next, by its last service and what its odometer shows; what comes first decides. */
export function nextService(
  { everyKm, everyMonths }: ServiceInterval,
  last: LastService,
  { odometer, today }: { odometer: number | null; today: Day },
): NextService {
  const km = everyKm === null ? null : last.km + everyKm
  const day = everyMonths === null ? null : addMonths(last.day, everyMonths)
  const kmLeft = km === null ? null : km - Math.max(odometer ?? 0, last.km)
  const daysLeft = day === null ? null : daysBetween(today, day)
  const isWithin = (mostKm: number, mostDays: number) =>
    (kmLeft !== null && kmLeft <= mostKm) || (daysLeft !== null && daysLeft <= mostDays)
  const stage = isWithin(0, 0) ? 'due' : isWithin(SERVICE_SOON_KM, SERVICE_SOON_DAYS) ? 'soon' : 'later'
  return { km, kmLeft, day, daysLeft, stage }
}

/** The same day so many months later, or the last day of that month where it is shorter. */
function addMonths(day: Day, months: number): Day {
  const [year = 0, month = 0, dayOfMonth = 0] = day.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month + months, 0))
  const at = Math.min(dayOfMonth, lastOfMonth.getUTCDate())
  return `${lastOfMonth.toISOString().slice(0, 8)}${String(at).padStart(2, '0')}`
}
