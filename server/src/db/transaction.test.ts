import { createServer, connect as open, type Server } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { dataFolder } from '../testing/data-folder.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { type Db, openDatabase, openPool, violatedConstraint } from './database.ts'
import { inTransaction, readSnapshot } from './transaction.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

/** A database that is reached through a relay, which may change each piece that is sent. */
async function openRelayed(onPiece: (piece: Buffer) => Buffer) {
  const { connection } = market.deps
  if ('connectionString' in connection) throw new Error('tests connect by fields')
  const { host, port } = connection
  const relay: Server = createServer((client) => {
    const server = host.startsWith('/') ? open(join(host, `.s.PGSQL.${port}`)) : open(port, host)
    client.on('data', (piece) => void server.write(onPiece(piece)))
    server.pipe(client)
    client.on('close', () => server.destroy())
    server.on('close', () => client.destroy())
    for (const socket of [client, server]) socket.on('error', () => {})
  })
  const folder = await dataFolder()
  await new Promise<void>((resolve) => relay.listen(join(folder, '.s.PGSQL.1'), resolve))
  const db = openDatabase(openPool({ ...connection, host: folder, port: 1 }, { max: 1 }))
  onTestFinished(async () => {
    await db.destroy()
    relay.close()
  })
  return db
}

const one = (db: Db) => sql<{ one: number }>`select 1 as one`.execute(db)
const names = async () =>
  (await market.db.selectFrom('scheduled_task_runs').select('name').execute()).map(({ name }) => name)
const write = (db: Db, name: string) =>
  sql`insert into scheduled_task_runs (name, started_at) values (${name}, now())`.execute(db)

test('a read after a lock sees what the lock waited for, thirty times', async () => {
  for (let round = 0; round < 30; round += 1) {
    const name = `locked ${round}`
    await write(market.db, name)
    const isLocked = Promise.withResolvers<void>()
    const isDone = Promise.withResolvers<void>()
    const lock = (tx: Db) => sql`select pg_advisory_xact_lock(4711)`.execute(tx)
    const holder = inTransaction(market.db, async (tx) => {
      await lock(tx)
      isLocked.resolve()
      await isDone.promise
      await tx.deleteFrom('scheduled_task_runs').where('name', '=', name).execute()
    })
    await isLocked.promise
    const reader = inTransaction(market.db, async (tx) => {
      await lock(tx)
      return tx.selectFrom('scheduled_task_runs').select('name').where('name', '=', name).execute()
    })
    isDone.resolve()
    const [seen] = await Promise.all([reader, holder])
    expect(seen).toEqual([])
  }
})

test('fails with the error of the statement that failed, and keeps nothing', async () => {
  const twice = inTransaction(market.db, async (tx) => {
    await write(tx, 'kept once')
    await write(tx, 'kept once')
  })
  expect(violatedConstraint(await twice.catch((error: unknown) => error))).toBe('scheduled_task_runs_pkey')
  expect(await names()).not.toContain('kept once')
})

test('all reads of a snapshot see the database as it was at the first of them', async () => {
  const seen = await readSnapshot(market.db, async (tx) => {
    const count = async () => (await tx.selectFrom('scheduled_task_runs').select('name').execute()).length
    const before = await count()
    await write(market.db, 'written during a snapshot')
    return [before, await count()]
  })
  expect(seen[1]).toBe(seen[0])
  expect(await names()).toContain('written during a snapshot')
})

test('no statement is sent once the work of a transaction has ended', async () => {
  const late = Promise.withResolvers<unknown>()
  await expect(
    inTransaction(market.db, async (tx) => {
      const first = one(tx)
      first.then(() => write(tx, 'written late').then(late.resolve, late.resolve))
      throw new Error('refused')
    }),
  ).rejects.toThrow('refused')
  expect(String(await late.promise)).toMatch(/ended/)
  expect(await names()).not.toContain('written late')
})

test('a transaction that could not begin writes nothing', async () => {
  let isRefused = true
  const refuse = (piece: Buffer) =>
    isRefused ? Buffer.from(piece.toString('latin1').replace('begin', 'bexin'), 'latin1') : piece
  const db = await openRelayed(refuse)
  const attempts = [
    inTransaction(db, (tx) => write(tx, 'first statement')),
    inTransaction(db, async (tx) => {
      await one(tx)
      await write(tx, 'second statement')
    }),
    inTransaction(db, async (tx) => {
      await one(tx)
    }),
  ]
  for (const ended of await Promise.allSettled(attempts)) expect(ended.status).toBe('rejected')
  isRefused = false
  await inTransaction(db, (tx) => write(tx, 'begun'))
  expect((await names()).filter((name) => name.includes('statement'))).toEqual([])
  expect(await names()).toContain('begun')
})
