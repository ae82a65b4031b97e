import type { RouteKey } from '@twende/contract/routes.ts'
import { sql } from 'kysely'
import type { Database, Db } from '../db/database.ts'
import { findUsedKey, type IdempotencyKey } from '../http/idempotency-store.ts'

const LOCK = 4_217_306_511

export type DemoMarket = { started_at: Date; finished_at: Date | null }

/** Runs `work` unless another process is running it. */
export async function withSeedLock(db: Database, work: () => Promise<void>): Promise<void> {
  await db.connection().execute(async (connection) => {
    const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_lock(${LOCK}) as mine`.execute(
      connection,
    )
    if (!rows[0]?.mine) return
    try {
      await work()
    } finally {
      await sql`select pg_advisory_unlock(${LOCK})`.execute(connection)
    }
  })
}

export async function findDemoMarket(db: Db): Promise<DemoMarket | undefined> {
  return db.selectFrom('demo_market').select(['started_at', 'finished_at']).executeTakeFirst()
}

/** Whether the market has no cars and no catalog; accounts may exist. */
export async function isEmptyMarket(db: Db): Promise<boolean> {
  const { rows } = await sql<{ empty: boolean }>`
    select not exists (select from cars) and not exists (select from categories)
      and not exists (select from locations) and not exists (select from services) as empty
  `.execute(db)
  return rows[0]?.empty ?? false
}

export async function insertDemoMarket(db: Db, at: Date): Promise<void> {
  await db.insertInto('demo_market').values({ started_at: at }).execute()
}

/** Records which rows belong to the demo, so that they can be removed again. */
export async function insertDemoRows(
  tx: Db,
  subject: 'accounts' | 'cars' | 'products',
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await tx
    .insertInto('demo_rows')
    .values(ids.map((id) => ({ subject, id })))
    .execute()
}

export async function markDemoMarketFinished(db: Db, at: Date): Promise<void> {
  await db.updateTable('demo_market').set({ finished_at: at }).execute()
}

/** Ids of cars by their names and of accounts by their emails. */
export async function findCarAndAccountIds(
  db: Db,
): Promise<{ cars: Map<string, string>; people: Map<string, string> }> {
  const cars = await db.selectFrom('cars').select(['id', 'name']).execute()
  const people = await db.selectFrom('accounts').select(['id', 'email']).execute()
  return {
    cars: new Map(cars.map(({ id, name }) => [name, id])),
    people: new Map(people.map(({ id, email }) => [email, id])),
  }
}

export async function hasBlock(db: Db, carId: string): Promise<boolean> {
  const row = await db.selectFrom('car_blocks').select('id').where('car_id', '=', carId).executeTakeFirst()
  return row !== undefined
}

/** Ids of the products by their names. */
export async function productsByName(db: Db): Promise<Map<string, string>> {
  const rows = await db.selectFrom('products').select(['id', 'name']).execute()
  return new Map(rows.map(({ id, name }) => [name, id]))
}

/** The key of one thing of the demo: it is made once, however often an interrupted seeding is begun again. */
export function demoKey(route: RouteKey, accountId: string, key: string): IdempotencyKey {
  return { accountId, route, key, requestHash: key }
}

export async function isMade(db: Db, key: IdempotencyKey): Promise<boolean> {
  return (await findUsedKey(db, key)) !== undefined
}

/** A refund of a payable that is not sent yet. */
export async function findDueRefund(
  db: Db,
  payableId: string,
): Promise<{ id: string; amount: number } | undefined> {
  return db
    .selectFrom('refunds')
    .select(['id', 'amount'])
    .where('payable_id', '=', payableId)
    .where('status', '=', 'due')
    .executeTakeFirst()
}
