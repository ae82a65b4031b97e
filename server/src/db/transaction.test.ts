import { createServer, connect as open, type Server } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { dataFolder } from '../testing/data-folder.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { type Db, openDatabase, openPool, violatedConstraint } from './database.ts'
import { inTransaction, onOneConnection, readTogether, sendTogether } from './transaction.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

/** A database that is reached through a relay, which tells each piece that is sent and may change it. */
async function openRelayed(onPiece: (piece: Buffer) => Buffer = (piece) => piece) {
  const { connection } = market.deps
  if ('connectionString' in connection) throw new Error('tests connect by fields')
  const { host, port } = connection
  const pieces: string[] = []
  const relay: Server = createServer((client) => {
    const server = host.startsWith('/') ? open(join(host, `.s.PGSQL.${port}`)) : open(port, host)
    client.on('data', (piece) => {
      pieces.push(piece.toString('latin1'))
      server.write(onPiece(piece))
    })
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
  return { db, pieces }
}

const one = (db: Db) => sql<{ one: number }>`select 1 as one`.execute(db)
const names = async () =>
  (await market.db.selectFrom('scheduled_task_runs').select('name').execute()).map(({ name }) => name)
const write = (db: Db, name: string) =>
  sql`insert into scheduled_task_runs (name, started_at) values (${name}, now())`.execute(db)

test('what is started together is sent in one piece, with the beginning of its transaction', async () => {
  const { db, pieces } = await openRelayed()
  await one(db)
  pieces.length = 0
  const found = await inTransaction(db, async (tx) => {
    const [first, , third] = await sendTogether([one(tx), write(tx, 'sent together'), one(tx)])
    await one(tx)
    return [first.rows, third.rows]
  })
  expect(found).toEqual([[{ one: 1 }], [{ one: 1 }]])
  expect(await names()).toContain('sent together')
  // What may write waits for the beginning, and what follows it does too.
  expect(pieces.map((piece) => [...piece.matchAll(/begin|insert|commit/g)].join())).toEqual([
    'begin',
    'insert',
    '',
    'commit',
  ])
  pieces.length = 0
  await readTogether(db, async (tx) => sendTogether([one(tx), one(tx)]))
  await onOneConnection(db, async (lent) => sendTogether([one(lent), one(lent), one(lent)]))
  expect(pieces).toHaveLength(3)
})

test('a read that is sent together with a lock sees what the lock waited for, thirty times', async () => {
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
    const reader = inTransaction(market.db, (tx) =>
      sendTogether([
        lock(tx),
        tx.selectFrom('scheduled_task_runs').select('name').where('name', '=', name).execute(),
      ]),
    )
    isDone.resolve()
    const [[, seen]] = await Promise.all([reader, holder])
    expect(seen).toEqual([])
  }
})

test('fails with the first error that says why, and keeps nothing', async () => {
  const twice = inTransaction(market.db, (tx) =>
    sendTogether([write(tx, 'kept once'), write(tx, 'kept once').catch(rethrowLater), one(tx)]),
  )
  expect(violatedConstraint(await twice.catch((error: unknown) => error))).toBe('scheduled_task_runs_pkey')
  const followed = inTransaction(market.db, (tx) =>
    sendTogether([
      one(tx).then(() => one(tx)),
      write(tx, 'kept once'),
      write(tx, 'kept once').catch(rethrowLater),
    ]),
  )
  expect(violatedConstraint(await followed.catch((error: unknown) => error))).toBe('scheduled_task_runs_pkey')
  expect(await names()).not.toContain('kept once')
})

/** As a store that makes another error of it: takes longer than the errors of the statements after it. */
async function rethrowLater(error: unknown): Promise<never> {
  await new Promise((resolve) => setTimeout(resolve, 5))
  throw error
}

test('no statement is sent once the work of a transaction has ended', async () => {
  const late = Promise.withResolvers<unknown>()
  await expect(
    inTransaction(market.db, async (tx) => {
      const first = one(tx)
      first.then(() => write(tx, 'written late').then(late.resolve, late.resolve))
      throw new Error('refused')
    }),
  ).rejects.toThrow('refused')
  expect(String(await late.promise)).toMatch(/given back|rolled back/)
  expect(await names()).not.toContain('written late')
})

test('a transaction that could not begin writes nothing, and its connection is used no more', async () => {
  let isRefused = true
  const refuse = (piece: Buffer) =>
    isRefused ? Buffer.from(piece.toString('latin1').replace('begin', 'bexin'), 'latin1') : piece
  const { db } = await openRelayed(refuse)
  const attempts = [
    inTransaction(db, (tx) => write(tx, 'first statement')),
    inTransaction(db, async (tx) => {
      await one(tx)
      await write(tx, 'second statement')
    }),
    inTransaction(db, (tx) => sendTogether([one(tx), write(tx, 'sent with a read')])),
    inTransaction(db, async (tx) => {
      await one(tx)
    }),
  ]
  for (const ended of await Promise.allSettled(attempts)) expect(ended.status).toBe('rejected')
  isRefused = false
  await inTransaction(db, (tx) => write(tx, 'on a new connection'))
  expect((await names()).filter((name) => name.includes('statement') || name.includes('with a'))).toEqual([])
  expect(await names()).toContain('on a new connection')
})
