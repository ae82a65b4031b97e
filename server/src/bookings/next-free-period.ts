import {
  isRentable,
  occupiedSpan,
  type RentalPeriod,
  spansOverlap,
} from '@twende/contract/bookings/rental-period.ts'
import { BOOKING_HORIZON_DAYS } from '@twende/contract/business-constants.ts'
import { addDays, daysBetween } from '@twende/contract/calendar-day.ts'

type Span = { from: Date; until: Date }
export type Days = { startDate: string; endDate: string }

export function isFree(period: RentalPeriod, taken: readonly Span[]): boolean {
  const span = occupiedSpan(period)
  return !taken.some((other) => spansOverlap(span, other))
}

/** The first later period of the same length and times that fits between the taken spans; null when none can be booked. */
export function nextFreePeriod(period: RentalPeriod, taken: readonly Span[], now: Date): Days | null {
  const length = daysBetween(period.startDate, period.endDate)
  for (let later = 1; later <= BOOKING_HORIZON_DAYS; later += 1) {
    const startDate = addDays(period.startDate, later)
    const days = { startDate, endDate: addDays(startDate, length) }
    const shifted = { ...period, ...days }
    if (!isRentable(shifted, now)) return null
    if (isFree(shifted, taken)) return days
  }
  return null
}
