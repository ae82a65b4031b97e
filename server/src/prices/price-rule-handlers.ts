import { m } from '@twende/messages'
import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../deps.ts'
import { serve } from '../http/serve.ts'
import { readCalendarPrices } from './read-calendar-prices.ts'
import { listPriceRules, readPriceRule } from './read-price-rules.ts'
import { addPriceRule, removePriceRule, updatePriceRule } from './save-price-rule.ts'

/** What staff reads and admins change of the prices of rentals. */
export function priceRuleHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'GET /api/admin/price-rules', async ({ query }) => ({
    success: true,
    ...(await listPriceRules(deps, query)),
  }))
  serve(app, deps, 'POST /api/admin/price-rules', async ({ body, idempotency }) =>
    answer(deps, await addPriceRule(deps, body, idempotency), m.answer_price_rule_added()),
  )
  serve(app, deps, 'POST /api/admin/price-rule/:ruleId/update', async ({ params, body }) => {
    await updatePriceRule(deps, params.ruleId, body)
    return answer(deps, params.ruleId, m.answer_price_rule_changed())
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

async function answer(deps: AppDeps, ruleId: string, message: string) {
  deps.changeFeed.changed('cars')
  return { success: true as const, message, data: await readPriceRule(deps.db, ruleId) }
}
