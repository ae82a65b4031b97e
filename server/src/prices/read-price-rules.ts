import { PRICE_RULE_KINDS, type PriceRule, type PriceRuleKind } from '@twende/contract/prices/price-rule.ts'
import { rulesOfCar } from '@twende/contract/prices/rules-in-force.ts'
import type { Pagination } from '@twende/contract/text.ts'
import type { Db } from '../db/database.ts'
import { readPage } from '../db/list-page.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import {
  findPriceRulePage,
  findPriceRules,
  findPriceRulesByIds,
  type PriceRuleRow,
} from './price-rule-store.ts'

const PAGE_SIZE = 24

/** Every price rule that is in force. */
export async function allPriceRules(db: Db): Promise<PriceRule[]> {
  return (await findPriceRules(db)).map(toPriceRule)
}

/** The price rules in force for one car. */
export async function priceRulesOf(db: Db, car: { carId: string; category: string }): Promise<PriceRule[]> {
  return rulesOfCar(await allPriceRules(db), car)
}

type RuleSearch = { kind?: PriceRuleKind | undefined; page?: number | undefined; limit?: number | undefined }

/** One page of the price rules, newest first. */
export async function listPriceRules(
  { db }: Pick<AppDeps, 'db'>,
  search: RuleSearch,
): Promise<{ data: PriceRule[]; pagination: Pagination }> {
  return readPage(search, {
    size: PAGE_SIZE,
    find: (range) => findPriceRulePage(db, { kind: search.kind, ...range }),
    read: async (ids) => (await findPriceRulesByIds(db, ids)).map(toPriceRule),
  })
}

export async function readPriceRule(db: Db, ruleId: string): Promise<PriceRule> {
  const [row] = await findPriceRulesByIds(db, [ruleId])
  if (!row) throw new AppError('not_found')
  return toPriceRule(row)
}

/** A row, or what JSON makes of one. */
type ReadRow = Omit<PriceRuleRow, 'created_at' | 'updated_at'> &
  Record<'created_at' | 'updated_at', Date | string>

export function toPriceRule(row: ReadRow): PriceRule {
  const kind = PRICE_RULE_KINDS.find((known) => known === row.kind)
  if (!kind) throw new Error(`price rule ${row.id}: ${row.kind} is no kind`)
  return {
    _id: row.id,
    name: row.name,
    kind,
    value: row.value,
    fromDays: row.from_days,
    carId: row.car_id,
    carName: row.car_name,
    category: row.category,
    firstDay: row.first_day,
    lastDay: row.last_day,
    weekdays: row.weekdays,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  }
}
