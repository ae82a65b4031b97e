import type { Socket } from 'node:net'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { beginStatement, errorType } from '../tracing/tracing.ts'
import { isConnectionBroken, isReadOnly } from './database-away.ts'
import { type SilenceLimits, type WaitingClient, watchSilence } from './silent-connections.ts'
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

const MAX_NAMED_STATEMENTS = 500
const statementNames = new Map<string, string>()

const PLANNED_FOR_ITS_VALUES = '/* planned for its values */'

/**
 * Marks a statement that is planned anew for its values, such as a search. A prepared statement would get one generic plan
 * after five executions, which took eight times as long for a rare word.
 */
export const plannedForItsValues = sql.raw(PLANNED_FOR_ITS_VALUES)

/** `begin`, `commit` and the like gain nothing from being prepared. */
const IS_SELECT = /^\s*select\s/i

const BEGINS = /^(begin|start transaction)\b/

/** Prepares statements, so that the server plans each text once per connection; about twice as fast. */
class NamedClient extends pg.Client implements WaitingClient {
  isWaiting = false
  /** Until the answer to `begin` has come. */
  private begun: Promise<void> | undefined
  private waitsForBegin = false

  constructor(config?: pg.ClientConfig) {
    super(config)
    this.on('drain', () => {
      this.isWaiting = false
    })
  }

  // @ts-expect-error: the overloads of pg cannot be repeated here; the arguments are passed on unchanged.
  override query(text: unknown, values?: unknown, callback?: unknown): unknown {
    const span = beginStatement(text)
    const sent =
      typeof text === 'string' && BEGINS.test(text) && !callback
        ? this.begin(text)
        : this.sendWhenBegun(text, values, callback)
    if (sent instanceof Promise) sent.catch((error: unknown) => this.endIfUseless(error))
    if (span && sent instanceof Promise)
      sent.then(
        () => span.end(),
        (error: unknown) => span.end(errorType(error)),
      )
    return sent
  }

  /**
   * Begins a transaction without waiting for the answer, which saves a round trip: it comes with that to the first
   * statement. Should it be an error, nothing more is sent on this connection.
   */
  private begin(text: string): Promise<object> {
    const begun = (this.send(text, [], undefined) as Promise<unknown>).then(() => {
      this.begun = undefined
      this.waitsForBegin = false
    })
    begun.catch(() => this.end().catch(() => {}))
    this.begun = begun
    return Promise.resolve({ rows: [], rowCount: null, command: 'BEGIN' })
  }

  /** A statement that may write waits until the transaction has begun, and what is sent after it does too. */
  private sendWhenBegun(text: unknown, values: unknown, callback: unknown): unknown {
    if (!this.begun) return this.send(text, values, callback)
    this.waitsForBegin ||= typeof text !== 'string' || !IS_SELECT.test(text)
    if (!this.waitsForBegin) return this.send(text, values, callback)
    return this.begun.then(() => this.send(text, values, callback))
  }

  /** What is sent until the microtasks that run now have ended is sent in one piece: each piece wakes the server once. */
  private sendInOnePiece() {
    const { stream } = (this as unknown as { connection: { stream: Socket } }).connection
    if (stream.writableCorked > 0) return
    stream.cork()
    process.nextTick(() => stream.uncork())
  }

  /**
   * Ends a connection that the server closes, so that the pool does not lend it out once more, and one to a server that
   * became a standby, so that the pool opens one to the new primary.
   */
  private endIfUseless(error: unknown) {
    if (isConnectionBroken(error) || isReadOnly(error)) this.end().catch(() => {})
  }

  private send(text: unknown, values: unknown, callback: unknown): unknown {
    this.sendInOnePiece()
    this.isWaiting = true
    const send = super.query.bind(this) as (...given: unknown[]) => unknown
    if (typeof text !== 'string' || !Array.isArray(values)) return send(text, values, callback)
    if (values.length === 0 && !IS_SELECT.test(text)) return send(text, values, callback)
    if (text.trimStart().startsWith(PLANNED_FOR_ITS_VALUES)) return send({ text, values }, callback)
    let name = statementNames.get(text)
    if (!name && statementNames.size < MAX_NAMED_STATEMENTS) {
      name = `t${statementNames.size}`
      statementNames.set(text, name)
    }
    return send(name ? { name, text, values } : { text, values }, callback)
  }
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
    Client: NamedClient as unknown as typeof pg.Client,
    max: options.max ?? 16,
    ...(options.answerWithinMs !== undefined && { query_timeout: options.answerWithinMs }),
    keepAlive: true,
    pipeline: true,
    application_name: 'twende',
  } as pg.PoolConfig)
  // The pool replaces a broken connection; without a listener, its error would end the process. The pool itself listens to
  // idle connections only, not to one that breaks between two statements of a transaction.
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
  watchSilence(pool, connection, options.silence)
  return pool
}

export function openDatabase(pool: pg.Pool): Database {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
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
