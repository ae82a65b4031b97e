import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import { expect, test, vi } from 'vitest'
import { compiledQuery, type Params } from './compiled-query.ts'
import type { Tables } from './tables.ts'

/** A database that records what it is sent. */
function recordingDatabase() {
  const sent: Pick<CompiledQuery, 'sql' | 'parameters'>[] = []
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => {
      sent.push({ sql: query.sql, parameters: query.parameters })
    },
  })
  return { db, sent }
}

test('a query is built once and sent with the values of each call, in the order of its text', async () => {
  const { db, sent } = recordingDatabase()
  const build = vi.fn((of: typeof db, params: Params<{ id: string; ids: string[]; now: Date }>) =>
    of
      .selectFrom('cars')
      .select('id')
      .where('created_at', '<', params.now)
      .where(sql<boolean>`id = any(${params.ids})`)
      .where('name', '=', 'a name of the text')
      .where('id', '<>', params.id)
      .where('created_at', '>', params.now),
  )
  const find = compiledQuery(build)
  const [first, second] = [new Date(1), new Date(2)]
  await find(db, { id: 'a', ids: ['b', 'c'], now: first })
  await find(db, { id: 'd', ids: [], now: second })
  expect(build).toHaveBeenCalledTimes(1)
  expect(sent.map(({ parameters }) => parameters)).toEqual([
    [first, ['b', 'c'], 'a name of the text', 'a', first],
    [second, [], 'a name of the text', 'd', second],
  ])
  expect(sent[0]?.sql).toBe(sent[1]?.sql)
  expect(sent[0]?.sql).toContain('"id" <> $4')
})
