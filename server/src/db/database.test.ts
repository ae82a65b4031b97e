import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { TEMPLATE_DATABASE } from '../testing/template-database.ts'
import { openDatabase, openPool, poolSize } from './database.ts'
import { plannedForItsValues } from './database-client.ts'

test.each([1, 2, 4, 5, 6, 8, 11])('%i processes leave connections over', (workers) => {
  expect(poolSize(workers)).toBeGreaterThanOrEqual(2)
  expect(workers * (poolSize(workers) + 5)).toBeLessThan(97)
})

test('a process alone pools as many as it can use', () => {
  expect(poolSize(1)).toBe(16)
})

test('a connection prepares what it is asked for once, and plans anew what is planned for its values', async () => {
  const db = openDatabase(openPool({ ...inject('postgres'), database: TEMPLATE_DATABASE }, { max: 1 }))
  onTestFinished(() => db.destroy())
  for (const number of [1, 2, 3]) {
    await sql`select ${number}::int as prepared`.execute(db)
    await sql`${plannedForItsValues} select ${number}::int as planned`.execute(db)
  }
  const { rows } = await sql<{
    statement: string
    times: number
  }>`select statement, generic_plans + custom_plans as times from pg_prepared_statements`.execute(db)
  expect(rows).toContainEqual({ statement: 'select $1::int as prepared', times: 3 })
  expect(rows.filter(({ statement }) => statement.includes('planned'))).toEqual([])
})
