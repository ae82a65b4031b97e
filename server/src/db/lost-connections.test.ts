import { sql } from 'kysely'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts'
import { dataFolderWithDatabase } from '../testing/data-folder.ts'
import { addCar } from '../testing/fleet.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { NotListeningError, openChangeFeed } from './change-feed.ts'
import { openDatabase, openPool } from './database.ts'
import { isConnectionBroken, isDatabaseAway } from './database-away.ts'

let market: TestMarket
/** A feed whose notifications stay in another database, so that LISTEN hears as little as behind a pooler; it waits ten seconds. */
let deaf: { opened: Promise<unknown>; pool: pg.Pool }
beforeAll(async () => {
  market = await openTestMarket()
  const pool = openPool({ ...inject('postgres'), database: 'postgres' }, { max: 1 })
  const direct = market.deps.connection
  const opened = openChangeFeed({ direct, db: openDatabase(pool), logger: pino({ level: 'silent' }) })
  opened.catch(() => {})
  deaf = { opened, pool }
})
afterAll(() => market.close())

const superuser = () => ({ ...inject('postgres'), user: 'postgres', database: 'postgres' })

/** Ends connections to the market's database from another database, as a server that shuts down does. */
async function terminate(which = 'true'): Promise<number> {
  const client = new pg.Client(superuser())
  await client.connect()
  try {
    const { rows } = await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'twende' and datname = $1 and ${which}`,
      [databaseOf(market)],
    )
    return rows.length
  } finally {
    await client.end()
  }
}

function databaseOf({ deps: { connection } }: TestMarket): string {
  if ('connectionString' in connection) throw new Error('tests connect by fields')
  return connection.database
}

const waiting = "wait_event_type = 'Lock' and query not like '%pg_stat_activity%'"

/** Waits until this many statements wait for a lock; asked from another database, because the market's pool is in use. */
async function untilWaiting(count: number): Promise<void> {
  const client = new pg.Client(superuser())
  await client.connect()
  const ask = () =>
    client.query(`select from pg_stat_activity where datname = $1 and ${waiting}`, [databaseOf(market)])
  await expect.poll(async () => (await ask()).rows.length).toBe(count)
  await client.end()
}

const register = (email: string) =>
  market.app.inject({
    method: 'POST',
    url: '/api/user/register',
    payload: { name: 'Amina', email, password: 'Lamu-Dhow-77' },
  })

test('a connection that breaks between two statements of a transaction ends the transaction, not the process', async () => {
  const broken = market.db.transaction().execute(async (tx) => {
    await sql`select 1`.execute(tx)
    expect(await terminate()).toBeGreaterThan(0)
    // The error arrives while no statement runs.
    await new Promise((resolve) => setTimeout(resolve, 100))
    await sql`select 1`.execute(tx)
  })
  const error = await broken.catch((caught: unknown) => caught)
  expect(isDatabaseAway(error)).toBe(true)
  await expect(sql`select 1`.execute(market.db)).resolves.toBeDefined()
})

test('idle connections that broke are replaced', async () => {
  await Promise.all([1, 2, 3].map(() => sql`select pg_sleep(0.05)`.execute(market.db)))
  expect(await terminate()).toBeGreaterThanOrEqual(3)
  const replies = await Promise.all([1, 2, 3, 4].map(() => market.app.inject('/api/health/ready')))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
})

test('a read whose connection breaks is answered from another one, a write is answered 503 with a time to repeat it', async () => {
  const carId = await addCar(market.db, { name: 'Toyota Axio' })
  const isLocked = Promise.withResolvers<void>()
  const isDone = Promise.withResolvers<void>()
  const locked = market.asOwner((owner) =>
    owner.transaction().execute(async (tx) => {
      await sql`lock table cars, accounts in access exclusive mode`.execute(tx)
      isLocked.resolve()
      await isDone.promise
    }),
  )
  await isLocked.promise
  const read = market.app.inject({ url: `/api/car/get/${carId}` })
  const write = register('written@example.test')
  await untilWaiting(2)
  expect(await terminate(waiting)).toBe(2)
  isDone.resolve()
  await locked
  expect((await read).statusCode).toBe(200)
  const answer = await write
  expect([answer.statusCode, answer.json().code]).toEqual([503, 'unavailable'])
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
})

test('a server that became read-only is answered 503, and left as soon as the address leads to a primary', async () => {
  const setReadOnly = (on: boolean) =>
    market.asOwner((owner) =>
      sql
        .raw(`alter database ${databaseOf(market)} set default_transaction_read_only = ${on ? 'on' : 'off'}`)
        .execute(owner),
    )
  await setReadOnly(true)
  await terminate()
  const refused = await register('first@example.test')
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '2'])
  await market.asOwner(async (owner) => {
    await owner.transaction().execute(async (tx) => {
      await sql`set transaction read write`.execute(tx)
      await sql.raw(`alter database ${databaseOf(market)} reset default_transaction_read_only`).execute(tx)
    })
  })
  expect((await register('second@example.test')).statusCode).toBe(200)
})

test('after a crash of the server under open transactions the same pool works again', async () => {
  const quiet = { info() {}, warn() {}, error() {} }
  const postgres = await startEmbeddedPostgres({
    dataDir: await dataFolderWithDatabase(),
    logger: quiet,
    forTests: true,
  })
  onTestFinished(() => postgres.stop())
  const pool = openPool(postgres.connection)
  const lent = await Promise.all([1, 2, 3].map(() => pool.connect()))
  for (const client of lent) await client.query('begin')
  process.kill(postgres.pid() ?? 0, 'SIGKILL')
  for (const client of lent) {
    await expect.poll(() => client.query('select 1').catch(isConnectionBroken)).toBe(true)
    client.release()
  }
  await expect.poll(() => pool.query('select 1').then(({ rowCount }) => rowCount, isDatabaseAway)).toBe(1)
  await pool.end()
})

describe('what a pooler or a network answers', () => {
  const databaseError = (code: string, message: string, routine?: string) =>
    Object.assign(new pg.DatabaseError(message, message.length, 'error'), { code, routine })
  const systemError = (code: string) => Object.assign(new Error(code), { code, syscall: 'connect' })

  test.each([
    databaseError('57P01', 'terminating connection due to administrator command', 'ProcessInterrupts'),
    databaseError('57P03', 'the database system is starting up', 'ProcessStartupPacket'),
    databaseError('25006', 'cannot execute INSERT in a read-only transaction', 'PreventCommandIfReadOnly'),
    databaseError('08P01', 'query_wait_timeout'),
    databaseError('08P01', 'server login has been failing, try again later (server_login_retry)'),
    databaseError('08P01', 'server conn crashed?'),
    systemError('EHOSTUNREACH'),
    systemError('ETIMEDOUT'),
    new AggregateError([systemError('ECONNREFUSED'), systemError('ECONNREFUSED')]),
    new Error('Client has encountered a connection error and is not queryable'),
  ])('$message: the database is away', (error) => {
    expect(isDatabaseAway(error)).toBe(true)
  })

  test.each([
    databaseError('08P01', 'invalid message format', 'pq_getmsgend'),
    databaseError('23505', 'duplicate key', '_bt_check_unique'),
    new Error('something else'),
  ])('$message: an error of the program', (error) => {
    expect(isDatabaseAway(error)).toBe(false)
    expect(isConnectionBroken(error)).toBe(false)
  })

  test('only what broke is repeated, not what waited too long', () => {
    expect(isConnectionBroken(databaseError('08P01', 'server conn crashed?'))).toBe(true)
    expect(isConnectionBroken(databaseError('08P01', 'query_wait_timeout'))).toBe(false)
    expect(isConnectionBroken(new Error('timeout exceeded when trying to connect'))).toBe(false)
  })
})

test('a feed to which no notification arrives is refused, as behind a pooler in transaction mode', async () => {
  await expect(deaf.opened).rejects.toThrow(NotListeningError)
  await deaf.pool.end()
})
