import { priceOfDay } from '@twende/contract/bookings/rental-price.ts'
import { addDays, type Day, daysBetween } from '@twende/contract/calendar-day.ts'
import type { CalendarPrice } from '@twende/contract/prices/price-rule-routes.ts'
import { byPrecedence, rulesOfDay } from '@twende/contract/prices/rules-in-force.ts'
import { m } from '@twende/messages'
import type { FastifyInstance } from 'fastify'
import { carToShow } from '../cars/read-cars.ts'
import type { AppDeps } from '../deps.ts'
import { serve } from '../http/serve.ts'
import {
  listExtras,
  listPriceRules,
  offeredExtras,
  priceRulesOf,
  readExtra,
  readPriceRule,
} from './read-prices.ts'
import { addExtra, removeExtra, updateExtra } from './save-extra.ts'
import { addPriceRule, removePriceRule, updatePriceRule } from './save-price-rule.ts'

/** What staff reads and admins change of the prices of rentals. */
export function priceRuleHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'GET /api/admin/price-rules', async ({ query }) => ({
    success: true,
    ...(await listPriceRules(deps, query)),
  }))
  serve(app, deps, 'POST /api/admin/price-rules', async ({ body, idempotency }) =>
    changedRule(deps, await addPriceRule(deps, body, idempotency), m.answer_price_rule_added()),
  )
  serve(app, deps, 'POST /api/admin/price-rule/:ruleId/update', async ({ params, body }) => {
    await updatePriceRule(deps, params.ruleId, body)
    return changedRule(deps, params.ruleId, m.answer_price_rule_changed())
  })
  serve(app, deps, 'POST /api/admin/price-rule/:ruleId/remove', async ({ params }) => {
    await removePriceRule(deps, params.ruleId)
    deps.changeFeed.changed('cars')
    return { success: true, message: m.answer_price_rule_removed() }
  })
  serve(app, deps, 'GET /api/admin/car/:carId/prices', async ({ params, query }) => ({
    success: true,
    ...(await readCalendarPrices(deps, params.carId, query.from)),
  }))
}

async function changedRule(deps: AppDeps, ruleId: string, message: string) {
  deps.changeFeed.changed('cars')
  return { success: true as const, message, data: await readPriceRule(deps.db, ruleId) }
}

/** The price list of the extras: what everybody and staff read, and what admins change. */
export function extraHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'GET /api/extras', async () => ({ success: true, data: await offeredExtras(deps.db) }))
  serve(app, deps, 'GET /api/admin/extras', async ({ query }) => ({
    success: true,
    ...(await listExtras(deps, query)),
  }))
  serve(app, deps, 'POST /api/admin/extras', async ({ body, idempotency }) =>
    changedExtra(deps, await addExtra(deps, body, idempotency), m.answer_extra_added()),
  )
  serve(app, deps, 'POST /api/admin/extra/:extraId/update', async ({ params, body }) => {
    await updateExtra(deps, params.extraId, body)
    return changedExtra(deps, params.extraId, m.answer_extra_changed())
  })
  serve(app, deps, 'POST /api/admin/extra/:extraId/remove', async ({ params }) => {
    await removeExtra(deps, params.extraId)
    return { success: true, message: m.answer_extra_removed() }
  })
}

async function changedExtra(deps: AppDeps, extraId: string, message: string) {
  return { success: true as const, message, data: await readExtra(deps.db, extraId) }
}

/** What each day of the month of `from` costs for a car, by the rules in force. */
async function readCalendarPrices(
  { db, config }: Pick<AppDeps, 'db' | 'config'>,
  carId: string,
  from: Day,
): Promise<{ data: CalendarPrice[]; pricePerDay: number }> {
  const car = await carToShow(db, carId, config.publicUrl)
  const sorted = byPrecedence(await priceRulesOf(db, { carId, category: car.category }))
  const first = `${from.slice(0, 7)}-01`
  const next = `${addDays(first, 31).slice(0, 7)}-01`
  const data = Array.from({ length: daysBetween(first, next) }, (_, later) => {
    const day = addDays(first, later)
    const { price, insurance, fewestDays } = priceOfDay(car.price, day, sorted)
    return { day, price, insurance, fewestDays, rules: rulesOfDay(sorted, day) }
  })
  return { data, pricePerDay: car.price }
}
