import { m } from '@twende/messages'
import { type Day, nairobiDay, nairobiInstant } from '../calendar-day.ts'
import { listText } from '../list-text.ts'
import { showKsh } from '../money.ts'

const DAY_MS = 86_400_000

/** A listing period and what it costs, in whole shillings. */
export type ListingPlan = { months: number; price: number }
/** A price list, from the shortest and cheapest plan on. */
export type ListingPlans = readonly [ListingPlan, ...ListingPlan[]]

/** What the amount field holds after a form was sent and cleared. */
export const AMOUNT_AFTER_RESET = 500
/** A seller is reminded this many days before the period ends. */
export const REMINDER_DAYS = [7, 3, 1] as const

/** `1 month`, `3 months`, `1 year`. */
export function planLabel(months: number): string {
  return months === 12 ? m.listing_plan_year() : m.listing_plan_months({ months })
}

/** The largest plan the amount pays for; undefined when it pays for none. */
export function planPaidBy(amount: number, plans: ListingPlans): ListingPlan | undefined {
  return plans.findLast(({ price }) => price <= amount)
}

/** Months the amount pays for; 0 when it pays for none. */
export function monthsPaidBy(amount: number, plans: ListingPlans): number {
  return planPaidBy(amount, plans)?.months ?? 0
}

/** A time that was paid for: whole months of a plan, and days for what was paid beyond its price. */
export type PaidTime = { months: number; days: number }

/** What the amount pays for: its largest plan, and days of that plan for the rest. A part of a day counts as a day. */
export function timePaidBy(amount: number, plans: ListingPlans): PaidTime {
  const plan = planPaidBy(amount, plans)
  if (!plan) return { months: 0, days: 0 }
  const { months, price } = plan
  return { months, days: Math.ceil(((amount - price) * daysOf(months)) / price) }
}

/** How many days months have on average, so that a year has 365. */
function daysOf(months: number): number {
  return Math.round((months * 365) / 12)
}

/** `1 month`, `3 months and 11 days`. */
export function paidTimeLabel({ months, days }: PaidTime): string {
  const parts = [
    ...(months > 0 ? [planLabel(months)] : []),
    ...(days > 0 ? [m.common_day_count({ count: days })] : []),
  ]
  return listText(parts, 'conjunction')
}

export function isPlanPrice(amount: number | undefined, plans: ListingPlans): boolean {
  return plans.some(({ price }) => price === amount)
}

/** The price list that gives the payer the most time for the amount, or else the one with the least missing. */
export function bestPlans(
  amount: number,
  [first, ...others]: readonly [ListingPlans, ...ListingPlans[]],
): ListingPlans {
  return others.reduce<ListingPlans>((best, plans) => {
    const [time, bestTime] = [timePaidBy(amount, plans), timePaidBy(amount, best)]
    const more = time.months - bestTime.months || time.days - bestTime.days
    const cheaper = more === 0 && plans[0].price < best[0].price
    return more > 0 || cheaper ? plans : best
  }, first)
}

/** The price list in a sentence: `1 month for Ksh 2,000, 3 months for Ksh 4,500 or 1 year for Ksh 10,000`. */
export function plansInWords(plans: ListingPlans): string {
  const offers = plans.map(({ months, price }) =>
    m.listing_plan_for_price({ plan: planLabel(months), price: showKsh(price) }),
  )
  return listText(offers, 'disjunction')
}

/** Why an amount buys nothing; empty when it buys a plan. */
export function whatIsMissing(amount: number, plans: ListingPlans): string {
  if (monthsPaidBy(amount, plans) > 0) return ''
  const [{ months, price }] = plans
  return m.listing_plan_amount_missing({
    amount: showKsh(amount),
    price: showKsh(price),
    plan: planLabel(months),
    rest: showKsh(price - amount),
  })
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

/** When a period of this time that begins at `start` ends: its months first, then its days. */
export function endOfPaidTime(start: Date, { months, days }: PaidTime): Date {
  return new Date(periodEnd(start, months).getTime() + days * DAY_MS)
}

/** When a renewed listing ends: the time is added to the end of a running period, or to `now` when it is over. */
export function renewedEnd(currentEnd: Date, now: Date, time: PaidTime): Date {
  return endOfPaidTime(currentEnd > now ? currentEnd : now, time)
}
