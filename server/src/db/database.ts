import {
  Kysely,
  type PostgresCursor,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
  type Transaction,
} from 'kysely'
import pg from 'pg'
import { isConnectionBroken, isReadOnly, isUnanswered } from './database-away.ts'
import { DatabaseClient } from './database-client.ts'
import { type SilenceLimits, watchSilence } from './silent-connections.ts'
import type { Tables } from './tables.ts'

/** PostgreSQL accepts 100 connections by default and reserves three of them. */
export const DEFAULT_CONNECTIONS = 90

/** Connections of a process outside its pool: those of the job queue, two that listen, and that of the search index. */
const CONNECTIONS_OUTSIDE_POOL = 5

const MAX_POOL = 16

const MIN_POOL = 2

export type Database = Kysely<Tables>
/** The database or an open transaction on it. */
export type Db = Kysely<Tables> | Transaction<Tables>

export type Connection =
  | { connectionString: string }
  | {
      host: string
      port: number
      user: string
      database: string
      password?: string
      /** How long a statement may take, a transaction may idle, and a request may wait for a connection, in milliseconds. */
      statement_timeout?: number
      idle_in_transaction_session_timeout?: number
      connectionTimeoutMillis?: number
    }

/** Of a pool: how many connections it has at most, and when one that is silent is asked about. */
type PoolSettings = {
  max?: number
  silence?: SilenceLimits
  /** After how long a statement that is not answered ends on our side, with its connection; without it never. */
  answerWithinMs?: number
}

/** More than any statement of the running program may take: renaming a place has two minutes (`catalog-store.ts`). */
const ANSWER_WITHIN_MS = 130_000

/** When a statement of the running program ends that no answer comes to, where the server cannot be asked about it. */
export function answerWithinMs(connection: Connection): number {
  const allowed = 'statement_timeout' in connection ? (connection.statement_timeout ?? 0) : 0
  return Math.max(ANSWER_WITHIN_MS, allowed + 10_000)
}

const INT8 = 20
const DATE = 1082
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (oid === INT8) return Number
    // A Date would shift days with the process's time zone.
    if (oid === DATE) return (text: string) => text
    return pg.types.getTypeParser(oid, format)
  },
}

/**
 * Opens a pool. Unless the connection says otherwise, a statement may take 15 s, a transaction may idle 30 s, and a request may
 * wait 5 s for a connection. A connection that the network forgot is thrown away.
 */
export function openPool(connection: Connection, options: PoolSettings = {}): pg.Pool {
  const pool = new pg.Pool({
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 30_000,
    connectionTimeoutMillis: 5_000,
    ...connection,
    types,
    Client: DatabaseClient,
    max: options.max ?? 16,
    ...(options.answerWithinMs !== undefined && { query_timeout: options.answerWithinMs }),
    keepAlive: true,
    application_name: 'twende',
  })
  // The pool replaces a broken connection; without a listener, its error would end the process. The pool itself listens to
  // idle connections only, not to one that breaks between two statements of a transaction.
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
  watchSilence(pool, connection, options.silence)
  return pool
}

export function openDatabase(pool: pg.Pool): Database {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: lendTo(pool) }) })
}

/** The pool as Kysely asks for it. */
function lendTo(pool: pg.Pool): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      if (!(client instanceof DatabaseClient)) throw new TypeError('the pool was not made by openPool')
      return new LentClient(client)
    },
  }
}

const BEGINS = /^(begin|start transaction)\b/
const ENDS: ReadonlySet<string> = new Set(['commit', 'rollback'])

/**
 * A connection while it is lent: it prepares its statements, and goes out of the pool where it is of no more use. Lent for a
 * transaction, it refuses every statement after the end of that: nobody waited for it, and it would run by itself.
 */
class LentClient implements PostgresPoolClient {
  private readonly client: DatabaseClient & pg.PoolClient
  private isUseless = false
  private isForTransaction: boolean | undefined
  private hasEnded = false

  constructor(client: DatabaseClient & pg.PoolClient) {
    this.client = client
  }

  query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
  query(statement: unknown, values: readonly unknown[] = []): unknown {
    if (typeof statement !== 'string') throw new TypeError('rows are not read by a cursor')
    if (this.hasEnded) return Promise.reject(new Error('the transaction has ended'))
    this.isForTransaction ??= BEGINS.test(statement)
    this.hasEnded = this.isForTransaction && ENDS.has(statement)
    return this.client.send(statement, values).catch((error: unknown) => {
      // The server closes it, has become a standby, or answers no more: the next statement needs another connection.
      this.isUseless ||= isConnectionBroken(error) || isReadOnly(error) || isUnanswered(error)
      throw error
    })
  }

  release(destroy = false): void {
    this.hasEnded = true
    this.client.release(destroy || this.isUseless)
  }
}

const EXCLUSION_VIOLATION = '23P01'
const UNIQUE_VIOLATION = '23505'

/** The name of the unique or exclusion constraint that a write violated; undefined for other errors. */
export function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined
  return error.code === EXCLUSION_VIOLATION || error.code === UNIQUE_VIOLATION ? error.constraint : undefined
}

/** The pool size of each of `workers` processes, so that together they stay within this number of connections. */
export function poolSize(workers: number, connections = DEFAULT_CONNECTIONS): number {
  return Math.max(MIN_POOL, Math.min(MAX_POOL, Math.floor(connections / workers) - CONNECTIONS_OUTSIDE_POOL))
}
