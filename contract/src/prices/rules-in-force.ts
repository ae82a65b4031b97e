import { type Day, daysBetween } from '../calendar-day.ts'
import type { PriceRule, PriceRuleEffect, PriceRuleKind } from './price-rule.ts'

/** For which cars and days a rule is, and when it was made. */
type RuleScope = Pick<
  PriceRule,
  '_id' | 'carId' | 'category' | 'firstDay' | 'lastDay' | 'weekdays' | 'createdAt'
>

/** The rules that are for this car: its own, those of its category and those of the fleet. */
export function rulesOfCar<Rule extends RuleScope>(
  rules: readonly Rule[],
  car: { carId: string; category: string },
): Rule[] {
  return rules.filter(({ carId, category }) =>
    carId !== null ? carId === car.carId : category === null || category === car.category,
  )
}

/**
 * Sorts rules so that of several for one day the first decides: the one for fewer days of the calendar (an event before
 * a season before always), then the one for fewer cars (a car, a category, the fleet), then the one for fewer days of the
 * week, then the newest.
 */
export function byPrecedence<Rule extends RuleScope>(rules: readonly Rule[]): Rule[] {
  return [...rules].sort(
    (a, b) =>
      rangeDays(a) - rangeDays(b) ||
      carsRank(a) - carsRank(b) ||
      a.weekdays.length - b.weekdays.length ||
      newer(a, b),
  )
}

/** More days than any range has: a rule without dates. */
const ALWAYS = 10_000_000

function rangeDays({ firstDay, lastDay }: RuleScope): number {
  return firstDay === null || lastDay === null ? ALWAYS : daysBetween(firstDay, lastDay)
}

function carsRank({ carId, category }: RuleScope): number {
  if (carId !== null) return 0
  return category === null ? 2 : 1
}

function newer(a: RuleScope, b: RuleScope): number {
  const [first, second] = [`${a.createdAt} ${a._id}`, `${b.createdAt} ${b._id}`]
  if (first === second) return 0
  return first > second ? -1 : 1
}

/** The day of the week as ISO 8601 numbers it: Monday is 1, Sunday 7. */
export function weekdayOf(day: Day): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7
}

/** Whether the rule is for the day. */
export function coversDay({ firstDay, lastDay, weekdays }: RuleScope, day: Day): boolean {
  if (firstDay !== null && day < firstDay) return false
  if (lastDay !== null && day > lastDay) return false
  return weekdays.includes(weekdayOf(day))
}

/** The first rule of one of the kinds that is for the day; `sorted` comes from `byPrecedence`. */
export function ruleForDay<Rule extends RuleScope & { kind: PriceRuleKind }>(
  sorted: readonly Rule[],
  kinds: readonly PriceRuleKind[],
  day: Day,
): Rule | undefined {
  return sorted.find((rule) => kinds.includes(rule.kind) && coversDay(rule, day))
}

type KindOfRule = { kind: PriceRuleKind; effect: PriceRuleEffect; fromDays: number | null }

/** What rules decide together: of each, the first in precedence acts; all that multiply act besides. */
const decidedTogether = ({ kind, effect, fromDays }: KindOfRule): string => {
  if (kind === 'length_discount') return `discount from ${String(fromDays)} days`
  if (kind === 'day_price' || kind === 'day_percent') return effect === 'multiply' ? 'multiply' : 'price'
  return kind
}

/** Every rule that is for the day, those that act first; `sorted` comes from `byPrecedence`. */
export function rulesOfDay<Rule extends RuleScope & KindOfRule & { name: string; value: number }>(
  sorted: readonly Rule[],
  day: Day,
) {
  const decided = new Set<string>()
  const rules = sorted
    .filter((rule) => coversDay(rule, day))
    .map((rule) => {
      const what = decidedTogether(rule)
      const acts = what === 'multiply' || !decided.has(what)
      decided.add(what)
      const { name, kind, value, effect, fromDays } = rule
      return { name, kind, value, effect, fromDays, acts }
    })
  return rules.toSorted((one, other) => Number(other.acts) - Number(one.acts))
}
