import * as z from 'zod/mini'
import { defineRoutes } from '../http/route.ts'
import { DayInput, Id, pageQuery, pageReply, SeenAt } from '../text.ts'
import { PRICE_RULE_EFFECTS, PRICE_RULE_KINDS, PriceRule, PriceRuleInput } from './price-rule.ts'

const RuleId = z.object({ ruleId: Id })
const One = z.object({ success: z.literal(true), message: z.string(), data: PriceRule })

/** What a day costs by the rules in force. */
export const CalendarPrice = z.object({
  day: z.string(),
  price: z.int(),
  insurance: z.int(),
  /** Every rule that is for the day, in the order in which they act; of a discount and a shortest rental, by the pickup. */
  rules: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(PRICE_RULE_KINDS),
      value: z.int(),
      effect: z.enum(PRICE_RULE_EFFECTS),
      fromDays: z.nullable(z.int()),
      /** False where another rule replaces it. */
      acts: z.boolean(),
    }),
  ),
  fewestDays: z.int(),
})
export type CalendarPrice = z.output<typeof CalendarPrice>

/** Staff's side of the prices of rentals. */
export const priceRuleRoutes = defineRoutes({
  'GET /api/admin/price-rules': {
    summary: 'The price rules, newest first',
    access: 'staff',
    personalData: false,
    query: pageQuery({ kind: z.optional(z.enum(PRICE_RULE_KINDS)) }, 50),
    reply: pageReply(PriceRule, {}),
    errors: [],
  },
  'POST /api/admin/price-rules': {
    summary: 'Add a price rule; bookings that were made keep their prices',
    access: 'admin',
    fresh: true,
    idempotent: true,
    body: PriceRuleInput,
    reply: One,
    errors: ['car_not_found', 'category_unknown', 'idempotency_conflict'],
  },
  'POST /api/admin/price-rule/:ruleId/update': {
    summary: 'Change a price rule; bookings that were made keep their prices',
    access: 'admin',
    fresh: true,
    params: RuleId,
    body: z.object({ rule: PriceRuleInput, updatedAt: SeenAt }),
    reply: One,
    errors: ['not_found', 'changed_meanwhile', 'car_not_found', 'category_unknown'],
  },
  'POST /api/admin/price-rule/:ruleId/remove': {
    summary: 'Remove a price rule; bookings that were made keep their prices',
    access: 'admin',
    fresh: true,
    params: RuleId,
    reply: z.object({ success: z.literal(true), message: z.string() }),
    errors: ['not_found'],
  },
  'GET /api/admin/car/:carId/prices': {
    summary: 'What each day of a month costs for a car, by the rules in force',
    access: 'staff',
    personalData: false,
    params: z.object({ carId: Id }),
    query: z.object({ from: DayInput }),
    reply: z.object({ success: z.literal(true), data: z.array(CalendarPrice), pricePerDay: z.int() }),
    errors: ['car_not_found'],
  },
})
