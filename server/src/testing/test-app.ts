import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Call, createCall } from '@twende/contract/http/call.ts'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { inject } from 'vitest'
import { createApp } from '../app.ts'
import type { Random } from '../basic-deps.ts'
import { readConfig } from '../config/config.ts'
import { type Connection, type Database, openDatabase, openPool } from '../db/database.ts'
import type { AppDeps } from '../deps.ts'
import { programUser } from '../embedded-postgres/embedded-postgres.ts'
import { createDeps } from '../start/open-market.ts'
import { startLogger } from '../start/start-logger.ts'
import { addPerson, type Person } from './people.ts'
import { TEMPLATE_DATABASE } from './template-database.ts'

export type MovableClock = {
  now(): Date
  set(at: Date): void
  advance(milliseconds: number): void
  /** Stands still while `work` runs, however long that takes. */
  standStill<Result>(work: () => Promise<Result>): Promise<Result>
}

export type TestMarket = {
  app: FastifyInstance
  deps: AppDeps
  db: AppDeps['db']
  /** Calls as people do: each signed-in person from a network of their own, visitors from one together. */
  call: Call
  /** Calls from one network, whoever calls. */
  callFrom(address: string): Call
  clock: MovableClock
  /** A person of any role, signed in; a plain user unless told otherwise. */
  signUp(given?: Parameters<typeof addPerson>[1]): Promise<Person>
  /** Works as the owner of the database, who may do what the application may not. */
  asOwner<Result>(work: (owner: Database) => Promise<Result>): Promise<Result>
  /** Every line the application logged. */
  logged: string[]
  close(): Promise<void>
}

type Options = { now?: Date; random?: Random; env?: Record<string, string> }

/** A slow machine is not a fault: only what hangs is ended. */
const LIMIT_MS = 600_000
const limits = {
  statement_timeout: LIMIT_MS,
  idle_in_transaction_session_timeout: LIMIT_MS,
  connectionTimeoutMillis: LIMIT_MS,
}

/** The real application on a database of its own, cloned from the migrated template. */
export async function openTestMarket(options: Options = {}): Promise<TestMarket> {
  const server = inject('postgres')
  const database = `test_${uuidv7().replaceAll('-', '')}`
  // Copies the files, which takes an eighth of the time of copying the pages through the write-ahead log.
  await asAdmin(`create database ${database} template ${TEMPLATE_DATABASE} strategy file_copy`)
  // The rights on a database itself are not cloned.
  await asAdmin(`revoke temporary, create on database ${database} from public`)
  const dataDir = await mkdtemp(join(tmpdir(), 'twende-test-'))
  const logged: string[] = []
  const logger = startLogger('info', { write: (line) => void logged.push(line) })
  const clock = movableClock(options.now ?? new Date())
  const config = readConfig({
    DATA_DIR: dataDir,
    TOKEN_SECRET: 'a secret of the tests, long enough to sign',
    ...options.env,
  })
  const { deps, close } = await createDeps({
    config,
    connection: { ...server, user: programUser, database, ...limits },
    logger,
    clock,
    ...(options.random && { random: options.random }),
  })
  const app = await createApp(deps)
  await app.ready()
  return {
    app,
    deps,
    db: deps.db,
    clock,
    signUp: (given) => addPerson(deps, given),
    logged,
    asOwner: (work) => asOwner({ ...server, database }, work),
    call: createCall(injectInto(app, networkOfToken)),
    callFrom: (address) => createCall(injectInto(app, () => address)),
    async close() {
      await app.close()
      await close()
      // Not by force: an autovacuum at work belongs to the superuser, and only the plain statement sends it away.
      await asAdmin(`drop database if exists ${database}`)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const networks = new Map<string, string>()

/** A network for each session; without one, that of the machine itself. */
export function networkOfToken(token: string | undefined): string {
  if (!token) return '127.0.0.1'
  const known = networks.get(token)
  if (known) return known
  const next = `10.${networks.size >> 16}.${(networks.size >> 8) & 255}.${networks.size & 255}`
  networks.set(token, next)
  return next
}

function injectInto(
  app: FastifyInstance,
  networkOf: (token: string | undefined) => string,
): Parameters<typeof createCall>[0] {
  return async ({ method, url, headers, body }) => {
    const request = {
      method: method as 'GET',
      url,
      headers,
      remoteAddress: networkOf(headers.token),
      ...(body === undefined ? {} : { payload: body }),
    }
    const response = await app.inject(request)
    const isJson = response.headers['content-type']?.toString().includes('json')
    return { status: response.statusCode, body: isJson ? response.json() : response.body || undefined }
  }
}

/** So much at most passes between two readings of a clock: a slow machine is not a late one. */
const MOST_BETWEEN_READINGS_MS = 5

/** A clock that a test moves; it runs on by itself, but never faster than it is read. */
export function movableClock(start: Date): MovableClock {
  let at = start.getTime()
  let readAt = performance.now()
  let stands = false
  const read = () => {
    const now = performance.now()
    if (!stands) at += Math.min(now - readAt, MOST_BETWEEN_READINGS_MS)
    readAt = now
    return at
  }
  return {
    now: () => new Date(read()),
    set: (to) => {
      readAt = performance.now()
      at = to.getTime()
    },
    advance: (milliseconds) => {
      at = read() + milliseconds
    },
    async standStill(work) {
      stands = true
      try {
        return await work()
      } finally {
        stands = false
      }
    },
  }
}

async function asOwner<Result>(
  connection: Connection,
  work: (owner: Database) => Promise<Result>,
): Promise<Result> {
  const owner = openDatabase(openPool(connection, { max: 1 }))
  return await work(owner).finally(() => owner.destroy())
}

async function asAdmin(statement: string) {
  const client = new pg.Client(inject('postgres'))
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
