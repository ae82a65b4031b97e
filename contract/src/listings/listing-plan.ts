import { type Day, nairobiDay, nairobiInstant } from '../calendar-day.ts'

/** What a listing period costs, in whole shillings; specification, section 9. */
export const LISTING_PLANS = [
  { months: 1, price: 2_000, label: '1 month' },
  { months: 3, price: 4_500, label: '3 months' },
  { months: 6, price: 8_000, label: '6 months' },
  { months: 12, price: 10_000, label: '1 year' },
] as const
export type ListingPlan = (typeof LISTING_PLANS)[number]

/** What the amount field holds after a form was sent and cleared. */
export const AMOUNT_AFTER_RESET = 500
/** A seller is reminded this many days before the period ends. */
export const REMINDER_DAYS = [7, 3, 1] as const

/** The largest plan the amount pays for; undefined when it pays for none. */
export function planPaidBy(amount: number): ListingPlan | undefined {
  return LISTING_PLANS.findLast(({ price }) => price <= amount)
}

/** Months the amount pays for; 0 when it pays for none. */
export function monthsPaidBy(amount: number): number {
  return planPaidBy(amount)?.months ?? 0
}

/** The same day `months` later; where that month is shorter, its last day: 31 January + 1 is the last of February. */
export function addMonths(day: Day, months: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}

/** When a period of `months` that begins at `start` ends: the same Nairobi clock time, months later. */
export function periodEnd(start: Date, months: number): Date {
  const day = nairobiDay(start)
  const intoDay = start.getTime() - nairobiInstant(day, '00:00').getTime()
  return new Date(nairobiInstant(addMonths(day, months), '00:00').getTime() + intoDay)
}

/** When a renewed listing ends: months are added to the end of a running period, or to `now` when it is over. */
export function renewedEnd(currentEnd: Date, now: Date, months: number): Date {
  return periodEnd(currentEnd > now ? currentEnd : now, months)
}
