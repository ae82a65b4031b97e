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
import { compiledForms, compiledQuery, type GivenParams, ownParams, type Params } from './compiled-query.ts'
import type { Db } from './database.ts'
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

type Filter = { id: string | undefined; since: Date | undefined; ids: string[] | undefined }

function filteredCars(of: Db, { id, since, ids }: GivenParams<Filter>) {
  const cars = of.selectFrom('cars').select('id')
  const ofId = id ? cars.where('id', '=', id) : cars
  const ofSince = since ? ofId.where('created_at', '>', since) : ofId
  return ids ? ofSince.where(sql<boolean>`id = any(${ids})`) : ofSince
}

test('a query with forms is built once for each set of values that are given', async () => {
  const { db, sent } = recordingDatabase()
  const build = vi.fn(filteredCars)
  const find = compiledForms(build)
  const since = new Date(1)
  await find(db, { id: 'a', since: undefined, ids: undefined })
  await find(db, { id: undefined, since, ids: [] })
  await find(db, { id: 'b', since: undefined, ids: undefined })
  await find(db, { id: undefined, since: undefined, ids: undefined })
  expect(build).toHaveBeenCalledTimes(3)
  expect(sent).toEqual([
    { sql: 'select "id" from "cars" where "id" = $1', parameters: ['a'] },
    { sql: 'select "id" from "cars" where "created_at" > $1 and id = any($2)', parameters: [since, []] },
    { sql: 'select "id" from "cars" where "id" = $1', parameters: ['b'] },
    { sql: 'select "id" from "cars"', parameters: [] },
  ])
})

test('a query with its own values as parameters has the text of its form', async () => {
  const { db, sent } = recordingDatabase()
  const values = { id: 'a', since: new Date(1), ids: undefined }
  await compiledForms(filteredCars)(db, values)
  await filteredCars(db, ownParams(values)).execute()
  expect(sent[1]).toEqual(sent[0])
})
