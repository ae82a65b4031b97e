import { addDays, type Day } from '../calendar-day.ts'
import type { PriceRule } from '../prices/price-rule.ts'
import { byPrecedence, coversDay, ruleForDay } from '../prices/rules-in-force.ts'
import { rentalDays } from './rental-period.ts'

/** What one day of a rental costs, in whole shillings. */
export type DailyPrice = { price: number; insurance: number }

/** The price of a rental as it is shown, in whole shillings. */
export type ShownPrice = {
  /** The car's own price of a day, to which no rule was applied. */
  pricePerDay: number
  totalDays: number
  /** The sum of the days' prices. */
  totalAmount: number
  /** The sum of the days' insurance; 0 unless a rule sets one (specification, section 9). */
  insuranceCost: number
  /** What a long rental costs less; 0 unless a rule sets one. */
  discount: number
  finalAmount: number
  /** Each day of the rental, from the pickup day on. */
  dailyPrices: DailyPrice[]
  /** The discount in percent of `totalAmount`. */
  discountPercent: number
}

/** The same, and how it came about. */
export type RentalPrice = ShownPrice & {
  /** The names of the rules that made the price of each day; null where the car's own price holds. */
  dailyRules: (string | null)[]
  /** The name of the rule of the discount. */
  discountRule: string | null
  /** The fewest days for which the car can be had then. */
  fewestDays: number
}

/**
 * The price of a rental period: the price of each charged day and the insurance of each day by the rules of the car,
 * less the discount for its length. Without rules it is days × the car's price a day. The discount is that of the highest
 * number of days reached, by the rules for the pickup day, rounded down to whole shillings.
 */
export function rentalPrice(
  pricePerDay: number,
  startDate: Day,
  endDate: Day,
  rules: readonly PriceRule[] = [],
): RentalPrice {
  const sorted = byPrecedence(rules)
  const days = Array.from({ length: rentalDays(startDate, endDate) }, (_, later) =>
    priceOfDay(pricePerDay, addDays(startDate, later), sorted),
  )
  const discount = discountOf(sorted, startDate, days.length)
  return {
    ...sumOf(
      pricePerDay,
      days.map(({ price, insurance }) => ({ price, insurance })),
      discount?.value ?? 0,
    ),
    dailyRules: days.map(({ rule }) => rule),
    discountRule: discount?.name ?? null,
    fewestDays: Math.max(1, ...days.map(({ fewestDays }) => fewestDays)),
  }
}

/** Whether the rules of the car allow a rental with as few days; `rentalPrice` gives how many days they ask for. */
export function isLongEnough(startDate: Day, endDate: Day, rules: readonly PriceRule[]): boolean {
  const sorted = byPrecedence(rules.filter(({ kind }) => kind === 'minimum_days'))
  if (sorted.length === 0) return true
  const days = rentalDays(startDate, endDate)
  return Array.from({ length: days }, (_, later) => addDays(startDate, later)).every(
    (day) => days >= fewestDaysOn(day, sorted),
  )
}

/** What one day costs by the rules of the car, which are sorted by precedence. */
export function priceOfDay(pricePerDay: number, day: Day, sorted: readonly PriceRule[]) {
  const { rate, multiplying } = ratesOfDay(sorted, day)
  const acting = [...(rate ? [rate] : []), ...multiplying]
  return {
    price: multiplied(rate ? rateOf(pricePerDay, rate) : pricePerDay, multiplying),
    insurance: ruleForDay(sorted, ['insurance'], day)?.value ?? 0,
    rule: acting.length === 0 ? null : acting.map(({ name }) => name).join(' × '),
    fewestDays: fewestDaysOn(day, sorted),
  }
}

/** The rule that replaces the price of a day, the first that is for it, and all that multiply what it makes. */
export function ratesOfDay<Rule extends PriceRule>(sorted: readonly Rule[], day: Day) {
  const rate = ruleForDay(
    sorted.filter(({ effect }) => effect === 'replace'),
    ['day_price', 'day_percent'],
    day,
  )
  const multiplying = sorted.filter((rule) => rule.effect === 'multiply' && coversDay(rule, day))
  return { rate, multiplying }
}

/** A price in percent of percent, rounded once. */
function multiplied(price: number, rules: readonly PriceRule[]): number {
  if (rules.length === 0) return price
  return Math.max(1, Math.round(rules.reduce((made, { value }) => (made * value) / 100, price)))
}

function fewestDaysOn(day: Day, sorted: readonly PriceRule[]): number {
  return ruleForDay(sorted, ['minimum_days'], day)?.value ?? 1
}

function rateOf(pricePerDay: number, { kind, value }: PriceRule): number {
  return kind === 'day_price' ? value : Math.max(1, Math.round((pricePerDay * value) / 100))
}

/** The rule of the discount that a rental of this length has; the rules are sorted by precedence. */
export function discountOf(sorted: readonly PriceRule[], startDate: Day, totalDays: number) {
  const [longest] = sorted
    .filter((rule) => rule.kind === 'length_discount' && coversDay(rule, startDate))
    .filter(({ fromDays }) => fromDays !== null && fromDays <= totalDays)
    .sort((a, b) => (b.fromDays ?? 0) - (a.fromDays ?? 0))
  return longest
}

/** The price of these days, less a discount in percent that is rounded down to whole shillings. */
export function sumOf(pricePerDay: number, dailyPrices: DailyPrice[], discountPercent: number): ShownPrice {
  const totalAmount = dailyPrices.reduce((sum, { price }) => sum + price, 0)
  const insuranceCost = dailyPrices.reduce((sum, { insurance }) => sum + insurance, 0)
  const discount = Math.floor((totalAmount * discountPercent) / 100)
  return {
    pricePerDay,
    totalDays: dailyPrices.length,
    totalAmount,
    insuranceCost,
    discount,
    finalAmount: totalAmount + insuranceCost - discount,
    dailyPrices,
    discountPercent,
  }
}

/** How many days have each price, in the order of the days: `2 days × Ksh 4,500`, `1 day × Ksh 6,000`. */
export function daysByPrice(dailyPrices: readonly DailyPrice[]): { price: number; days: number }[] {
  const counts = new Map<number, number>()
  for (const { price } of dailyPrices) counts.set(price, (counts.get(price) ?? 0) + 1)
  return [...counts].map(([price, days]) => ({ price, days }))
}
