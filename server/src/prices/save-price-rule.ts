import type { PriceRuleInput } from '@twende/contract/prices/price-rule.ts'
import { v7 as uuidv7 } from 'uuid'
import { isCarOfFleet } from '../cars/read-cars.ts'
import type { Db } from '../db/database.ts'
import { findSelectableCategoryId } from '../db/selectable-catalog-items.ts'
import { inTransaction, nextUpdatedAt } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import type { Idempotency } from '../http/idempotency.ts'
import { changePriceRule, deletePriceRule, insertPriceRule, lockPriceRule } from './price-rule-store.ts'

type SaveDeps = Pick<AppDeps, 'db' | 'clock'>

/** Adds a price rule; answers its id. Bookings that were made keep their prices. */
export async function addPriceRule(
  { clock }: SaveDeps,
  rule: PriceRuleInput,
  idempotency: Idempotency,
): Promise<string> {
  return idempotency.transaction(async (tx) => {
    const now = clock.now()
    const id = uuidv7()
    const columns = await columnsOf(tx, rule)
    await insertPriceRule(tx, { id, ...columns, created_at: now, updated_at: now })
    return id
  })
}

/** Changes a price rule as staff saw it. */
export async function updatePriceRule(
  { db, clock }: SaveDeps,
  ruleId: string,
  { rule, updatedAt }: { rule: PriceRuleInput; updatedAt: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const stored = await lockPriceRule(tx, ruleId)
    if (!stored) throw new AppError('not_found')
    if (updatedAt !== stored.updated_at.toISOString()) throw new AppError('changed_meanwhile')
    const columns = await columnsOf(tx, rule, stored.category_id)
    await changePriceRule(tx, ruleId, {
      ...columns,
      updated_at: nextUpdatedAt(stored.updated_at, clock.now()),
    })
  })
}

export async function removePriceRule({ db }: SaveDeps, ruleId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await deletePriceRule(tx, ruleId))) throw new AppError('not_found')
  })
}

async function columnsOf(tx: Db, rule: PriceRuleInput, currentCategory?: string | null) {
  const { name, kind, value, carId, category } = rule
  if (carId !== null && !(await isCarOfFleet(tx, carId))) throw new AppError('car_not_found')
  const categoryId =
    category === null
      ? null
      : await findSelectableCategoryId(tx, {
          kind: 'vehicle',
          name: category,
          currentId: currentCategory ?? undefined,
        })
  if (categoryId === undefined) throw new AppError('category_unknown')
  return {
    name,
    kind,
    value,
    effect: rule.effect,
    from_days: rule.fromDays,
    car_id: carId,
    category_id: categoryId,
    first_day: rule.firstDay,
    last_day: rule.lastDay,
    weekdays: [...new Set(rule.weekdays)].sort((a, b) => a - b),
  }
}
