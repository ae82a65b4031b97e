import {
  BOOKING_HORIZON_DAYS,
  HOURLY_TIMES,
  LONGEST_RENTAL_DAYS,
  TURNAROUND_HOURS,
} from '../business-constants.ts'
import { addDays, type Day, daysBetween, nairobiDay, nairobiInstant } from '../calendar-day.ts'

/** Chosen days and times of a rental, on Nairobi's calendar and clock. */
export type RentalPeriod = { startDate: Day; endDate: Day; pickupTime: string; dropoffTime: string }

/** Days charged: the difference of the dates, at least 1 (specification, section 5). */
export function rentalDays(startDate: Day, endDate: Day): number {
  return Math.max(1, Math.ceil(daysBetween(startDate, endDate)))
}

/** The first day one may return a car picked up on `startDate`; today while nothing is chosen. */
export function earliestReturn(startDate: Day | undefined, today: Day): Day {
  return startDate ? addDays(startDate, 1) : today
}

/** The hours of a day at which a pickup is not over. */
export function pickupHours(day: Day, now: Date): readonly string[] {
  return HOURLY_TIMES.filter((time) => nairobiInstant(day, time) >= now)
}

/** The first day on which a car can still be picked up: tomorrow in the last hour of today. */
export function firstPickupDay(now: Date): Day {
  const today = nairobiDay(now)
  return pickupHours(today, now).length > 0 ? today : addDays(today, 1)
}

/** Moves a pickup of today that is over to the next full hour; returns any other period unchanged. */
export function fromNextHour<Period extends Pick<RentalPeriod, 'startDate' | 'pickupTime'>>(
  period: Period,
  now: Date,
): Period {
  const { startDate, pickupTime } = period
  if (startDate !== nairobiDay(now) || nairobiInstant(startDate, pickupTime) >= now) return period
  const [next = pickupTime] = pickupHours(startDate, now)
  return { ...period, pickupTime: next }
}

/** Whether the period may be asked for at `now`: from this hour on, dropoff at least a day later, within the horizon. */
export function isRentable(
  { startDate, endDate, pickupTime, dropoffTime }: RentalPeriod,
  now: Date,
): boolean {
  const today = nairobiDay(now)
  if (startDate < today || startDate > addDays(today, BOOKING_HORIZON_DAYS)) return false
  const days = daysBetween(startDate, endDate)
  if (days < 1 || days > LONGEST_RENTAL_DAYS) return false
  if (nairobiInstant(startDate, pickupTime) < now) return false
  return nairobiInstant(startDate, pickupTime) < nairobiInstant(endDate, dropoffTime)
}

/** The span a rental keeps its car: pickup to dropoff plus the turnaround, `[from, until)`. */
export function occupiedSpan(period: RentalPeriod): { from: Date; until: Date } {
  const dropoff = nairobiInstant(period.endDate, period.dropoffTime)
  return {
    from: nairobiInstant(period.startDate, period.pickupTime),
    until: new Date(dropoff.getTime() + TURNAROUND_HOURS * 3_600_000),
  }
}

/** The last day on which a rental keeps its car: the turnaround may reach past midnight. */
export function lastOccupiedDay({
  endDate,
  dropoffTime,
}: Pick<RentalPeriod, 'endDate' | 'dropoffTime'>): Day {
  return nairobiDay(
    new Date(nairobiInstant(endDate, dropoffTime).getTime() + TURNAROUND_HOURS * 3_600_000 - 1),
  )
}

/** Whether two half-open spans share a moment. */
export function spansOverlap(a: { from: Date; until: Date }, b: { from: Date; until: Date }): boolean {
  return a.from < b.until && b.from < a.until
}
