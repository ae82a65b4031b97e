import { m } from '@twende/messages'
import * as z from 'zod/mini'
import { Id, line, RecordedDay } from '../text.ts'

/**
 * What a rule decides: the price of a day in shillings or in percent of the car's price, the discount of a long rental
 * in percent, the fewest days of a rental, the insurance of a day in shillings.
 */
export const PRICE_RULE_KINDS = [
  'day_price',
  'day_percent',
  'length_discount',
  'minimum_days',
  'insurance',
] as const
export type PriceRuleKind = (typeof PRICE_RULE_KINDS)[number]

/** Whether a price in percent replaces those of other rules of the day, or multiplies what they make. */
export const PRICE_RULE_EFFECTS = ['replace', 'multiply'] as const
export type PriceRuleEffect = (typeof PRICE_RULE_EFFECTS)[number]

/** The lowest and the highest value of each kind; the constraint `price_rule_value_is_in_range` has the same numbers. */
export const PRICE_RULE_VALUES: Record<PriceRuleKind, { least: number; most: number }> = {
  day_price: { least: 1, most: 1_000_000 },
  day_percent: { least: 1, most: 300 },
  length_discount: { least: 1, most: 90 },
  minimum_days: { least: 2, most: 60 },
  insurance: { least: 1, most: 100_000 },
}

/** From how many days a discount may begin. */
export const DISCOUNT_FROM_DAYS = { least: 2, most: 365 } as const

/** Days of the week, Monday first, as ISO 8601 numbers them. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const

const whole = (least: number, most: number) => {
  const error = () => m.validation_between({ least, most })
  return z.int({ error }).check(z.gte(least, { error }), z.lte(most, { error }))
}

const fields = {
  name: line(60, m.validation_price_rule_name),
  kind: z.enum(PRICE_RULE_KINDS, { error: m.validation_price_rule_kind }),
  /** Shillings, percent or days, by its kind. */
  value: z.int({ error: m.validation_price_rule_value }),
  /** Of a price in percent; every other kind replaces. */
  effect: z._default(z.enum(PRICE_RULE_EFFECTS), 'replace'),
  /** Of a discount: from how many days of rent on. */
  fromDays: z.nullable(whole(DISCOUNT_FROM_DAYS.least, DISCOUNT_FROM_DAYS.most)),
  /** For one car, or for one category; for the whole fleet when both are null. */
  carId: z.nullable(Id),
  category: z.nullable(line(60)),
  /** First and last day on which the rule applies; null: every day. */
  firstDay: z.nullable(RecordedDay),
  lastDay: z.nullable(RecordedDay),
  /** The days of the week for which it is. */
  weekdays: z
    .array(z.int().check(z.gte(1), z.lte(7)))
    .check(z.minLength(1, { error: m.validation_weekday_missing }), z.maxLength(7)),
}

/** A price rule as an admin writes it. */
export const PriceRuleInput = z.object(fields).check(({ value: rule, issues }) => {
  const problem = (path: string, message: string) =>
    issues.push({ code: 'custom', message, path: [path], input: rule })
  const { least, most } = PRICE_RULE_VALUES[rule.kind]
  if (rule.value < least || rule.value > most) problem('value', m.validation_between({ least, most }))
  if ((rule.kind === 'length_discount') !== (rule.fromDays !== null)) {
    problem('fromDays', m.validation_between(DISCOUNT_FROM_DAYS))
  }
  if (rule.effect === 'multiply' && rule.kind !== 'day_percent')
    problem('effect', m.validation_price_rule_effect())
  if (rule.carId !== null && rule.category !== null) problem('category', m.validation_price_rule_scope())
  if ((rule.firstDay === null) !== (rule.lastDay === null)) {
    problem(rule.firstDay === null ? 'firstDay' : 'lastDay', m.validation_date_missing())
  }
  if (rule.firstDay !== null && rule.lastDay !== null && rule.lastDay < rule.firstDay) {
    problem('lastDay', m.validation_last_day_earlier())
  }
})
export type PriceRuleInput = z.output<typeof PriceRuleInput>

/** A price rule that is in force. */
export const PriceRule = z.object({
  ...fields,
  _id: z.string(),
  value: z.int(),
  /** The name of its car, which may have changed; null for a rule of a category or of the fleet. */
  carName: z.nullable(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type PriceRule = z.output<typeof PriceRule>
