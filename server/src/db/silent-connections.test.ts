import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createApp } from '../app.ts'
import { type ForgetfulProxy, startForgetfulProxy } from '../testing/forgetful-proxy.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { openChangeFeed } from './change-feed.ts'
import { type Connection, type Database, openDatabase, openPool } from './database.ts'
import { isConnectionBroken, isDatabaseAway } from './database-away.ts'

const OFTEN = { silenceMs: 300, everyMs: 100 }

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

async function askOne(db: Database): Promise<number | undefined> {
  const { rows } = await sql<{ one: number }>`select 1 as one`.execute(db)
  return rows[0]?.one
}

async function openThrough(): Promise<{ proxy: ForgetfulProxy; connection: Connection }> {
  const { connection } = market.deps
  if ('connectionString' in connection) throw new Error('tests connect by fields')
  const proxy = await startForgetfulProxy(connection)
  onTestFinished(() => proxy.close())
  return { proxy, connection: { ...connection, host: '127.0.0.1', port: proxy.port } }
}

async function openPoolThrough() {
  const { proxy, connection } = await openThrough()
  const pool = openPool(connection, { max: 4, silence: OFTEN })
  onTestFinished(() => pool.end())
  return { proxy, connection, pool, db: openDatabase(pool) }
}

test('statements, a begin and a rollback on connections that the network forgot end, and others take their place', async () => {
  const { proxy, pool, db } = await openPoolThrough()
  const open = await Promise.all([1, 2, 3, 4].map(() => pool.connect()))
  for (const client of open) client.release()
  const isOpen = Promise.withResolvers<void>()
  const isForgotten = Promise.withResolvers<void>()
  const rolledBack = db.transaction().execute(async () => {
    isOpen.resolve()
    await isForgotten.promise
    throw new Error('taken back')
  })
  await isOpen.promise
  proxy.forget()
  isForgotten.resolve()
  const begun = db.transaction().execute((tx) => tx.selectFrom('cars').select('id').limit(1).execute())
  const asked = askOne(db)
  const ended = await Promise.allSettled([rolledBack, begun, asked])
  expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(ended.slice(1).map((each) => each.status === 'rejected' && isConnectionBroken(each.reason))).toEqual(
    [true, true],
  )
  // None of those that were idle is lent out any more.
  expect((await Promise.all([1, 2, 3, 4].map(() => askOne(db)))).length).toBe(4)
})

test('while nothing passes, a statement waits; once the network is back, it ends and the next one is answered', async () => {
  const { proxy, db } = await openPoolThrough()
  await askOne(db)
  proxy.forget()
  proxy.open(false)
  const before = proxy.connections()
  const asked = askOne(db).then(
    () => 'answered',
    () => 'ended',
  )
  // It has asked over new connections, in vain.
  await expect.poll(() => proxy.connections()).toBeGreaterThan(before + 1)
  proxy.open(true)
  expect(await asked).toBe('ended')
  expect(await askOne(db)).toBe(1)
})

test('where the server cannot be asked, a statement that is never answered ends all the same', async () => {
  const { proxy, connection } = await openThrough()
  const never = { silenceMs: 3_600_000, everyMs: 3_600_000 }
  const pool = openPool(connection, { max: 2, silence: never, answerWithinMs: 300 })
  onTestFinished(() => pool.end())
  const db = openDatabase(pool)
  await askOne(db)
  proxy.forget()
  proxy.open(false)
  const refusal: unknown = await askOne(db).catch((error: unknown) => error)
  expect(isDatabaseAway(refusal)).toBe(true)
  proxy.open(true)
  expect(await askOne(db)).toBe(1)
})

test('a long statement is not cut off', async () => {
  const { db } = await openPoolThrough()
  const { rows } = await sql<{ answer: number }>`select pg_sleep(2), 7 as answer`.execute(db)
  expect(rows[0]?.answer).toBe(7)
})

test('the program says that it is not ready without waiting for a database that answers nothing', async () => {
  const { proxy, db } = await openPoolThrough()
  const app = await createApp({ ...market.deps, db })
  onTestFinished(() => app.close())
  expect((await app.inject('/api/health/ready')).statusCode).toBe(200)
  proxy.forget()
  proxy.open(false)
  expect((await app.inject('/api/health/ready')).statusCode).toBe(503)
  proxy.open(true)
  await expect.poll(async () => (await app.inject('/api/health/ready')).statusCode).toBe(200)
})

test('a feed whose connection the network forgot is no longer trusted, and listens again', async () => {
  const { proxy, connection } = await openThrough()
  const pool = openPool(market.deps.connection, { max: 1 })
  onTestFinished(() => pool.end())
  const logger = pino({ level: 'silent' })
  const feed = await openChangeFeed({
    direct: connection,
    db: openDatabase(pool),
    logger,
    heartbeatMs: 200,
    answerMs: 500,
  })
  onTestFinished(feed.close)
  proxy.forget()
  proxy.open(false)
  await expect.poll(() => feed.isListening()).toBe(false)
  proxy.open(true)
  await expect.poll(() => feed.isListening()).toBe(true)
})
