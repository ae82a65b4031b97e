import { sql } from 'kysely'
import { expect } from 'vitest'
import type { AppDeps } from '../deps.ts'

type Connected = Pick<AppDeps, 'db' | 'connections'>

/** How often transactions of these applications waited in a circle. Each of their backends is told to report its figures now. */
export async function countDeadlocks(applications: readonly [Connected, ...Connected[]]): Promise<number> {
  for (const application of applications) await reportFigures(application)
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(applications[0].db)
  return rows[0]?.deadlocks ?? -1
}

async function reportFigures({ db, connections }: Connected): Promise<void> {
  const count = connections.totalCount
  expect(count).toBeGreaterThan(0)
  const all = Promise.withResolvers<void>()
  let held = 0
  const report = () =>
    db.connection().execute(async (one) => {
      held += 1
      // All are held before the first is given back, so that none reports twice for another.
      if (held === count) all.resolve()
      await all.promise
      await sql`select pg_stat_force_next_flush()`.execute(one)
    })
  await Promise.all(Array.from({ length: count }, report))
}
