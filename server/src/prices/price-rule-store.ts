import type { PriceRuleKind } from '@twende/contract/prices/price-rule.ts'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { compiledQuery } from '../db/compiled-query.ts'
import type { Db } from '../db/database.ts'
import { type FoundPage, findPage, inOrderOf, type PageRange } from '../db/list-page.ts'
import type { Tables } from '../db/tables.ts'
import { extrasInOrder } from './extra-store.ts'

type StoredRule = Selectable<Tables['price_rules']>
export type PriceRuleRow = StoredRule & { car_name: string | null; category: string | null }

/** Every rule that is in force for some car. */
export async function findPriceRules(db: Db): Promise<PriceRuleRow[]> {
  return selectRules(db).execute()
}

/** All extras and every rule that is in force, in one statement; the times of rows are text here. */
export async function findPricesInForce(db: Db) {
  const [prices] = await pricesInForce(db, {})
  if (!prices) throw new Error('a statement without a table has one row')
  return prices
}

const pricesInForce = compiledQuery((db) =>
  db.selectNoFrom([
    jsonArrayFrom(extrasInOrder(db)).as('extras'),
    jsonArrayFrom(selectRules(db)).as('rules'),
  ]),
)

export async function findPriceRulePage(
  db: Db,
  { kind, ...range }: PageRange & { kind?: PriceRuleKind | undefined },
): Promise<FoundPage> {
  return findPage(db, {
    from: sql`price_rules`,
    where: kind ? sql`kind = ${kind}` : sql`true`,
    order: sql`created_at desc, id desc`,
    ...range,
  })
}

/** The rules of these ids, in their order. */
export async function findPriceRulesByIds(db: Db, ids: readonly string[]): Promise<PriceRuleRow[]> {
  if (ids.length === 0) return []
  return inOrderOf(
    ids,
    await selectRules(db)
      .where('price_rules.id', 'in', [...ids])
      .execute(),
  )
}

export async function insertPriceRule(tx: Db, rule: Insertable<Tables['price_rules']>): Promise<void> {
  await tx.insertInto('price_rules').values(rule).execute()
}

/** Makes changes of a rule wait for each other. */
export async function lockPriceRule(tx: Db, ruleId: string): Promise<StoredRule | undefined> {
  return tx.selectFrom('price_rules').selectAll().where('id', '=', ruleId).forUpdate().executeTakeFirst()
}

export async function changePriceRule(
  tx: Db,
  ruleId: string,
  change: Updateable<Tables['price_rules']>,
): Promise<void> {
  await tx.updateTable('price_rules').set(change).where('id', '=', ruleId).execute()
}

/** Takes a rule away; false when there is none. */
export async function deletePriceRule(tx: Db, ruleId: string): Promise<boolean> {
  const gone = await tx.deleteFrom('price_rules').where('id', '=', ruleId).returning('id').executeTakeFirst()
  return gone !== undefined
}

function selectRules(db: Db) {
  return db
    .selectFrom('price_rules')
    .leftJoin('cars', 'cars.id', 'price_rules.car_id')
    .leftJoin('categories', 'categories.id', 'price_rules.category_id')
    .selectAll('price_rules')
    .select(['cars.name as car_name', 'categories.name as category'])
}
