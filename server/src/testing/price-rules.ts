import type { PriceRule, PriceRuleInput } from '@twende/contract/prices/price-rule.ts'
import type { Person } from './people.ts'
import type { TestMarket } from './test-app.ts'

/** A fifth more on every day, for the whole fleet; a test states only the fields it depends on. */
export const priceRule: PriceRuleInput = {
  name: 'High season',
  kind: 'day_percent',
  value: 120,
  effect: 'replace',
  fromDays: null,
  carId: null,
  category: null,
  firstDay: null,
  lastDay: null,
  weekdays: [1, 2, 3, 4, 5, 6, 7],
}

/** Adds a price rule through the API, as the admin that is given or as a new one. */
export async function addPriceRule(
  market: Pick<TestMarket, 'call' | 'signUp'>,
  fields: Partial<PriceRuleInput> = {},
  admin?: Person,
): Promise<PriceRule> {
  const by = admin ?? (await market.signUp({ role: 'admin' }))
  const { data } = await market.call('POST /api/admin/price-rules', { body: { ...priceRule, ...fields } }, by)
  return data
}
