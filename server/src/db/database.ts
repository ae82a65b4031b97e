import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

/** PostgreSQL takes a hundred connections unless told otherwise, and keeps three of them for itself. */
const SHARED_BY_ALL = 90

/** What a process opens beside its pool: the job queue's own, and the two that listen. */
const BESIDE_POOL = 6

const MOST = 16

const FEWEST = 2

export type Database = Kysely<Tables>
/** The database or an open transaction on it. */
export type Db = Kysely<Tables> | Transaction<Tables>

export type Connection =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string; password?: string }

const INT8 = 20
const DATE = 1082
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (oid === INT8) return Number
    // Days stay days: a Date would shift them with the process's time zone.
    if (oid === DATE) return (text: string) => text
    return pg.types.getTypeParser(oid, format)
  },
}

const MAX_NAMED_STATEMENTS = 500
const statementNames = new Map<string, string>()

const PLANNED_FOR_ITS_VALUES = '/* planned for its values */'

/**
 * Begins a statement whose best plan depends on what is asked: a search. A named one would get a single plan for all
 * values after five times, which for a rare word took eight times as long.
 */
export const plannedForItsValues = sql.raw(PLANNED_FOR_ITS_VALUES)

/** Names prepared statements, so that the server plans each text once a connection; about twice as fast. */
class NamedClient extends pg.Client {
  // @ts-expect-error: pg's own overloads cannot be restated; the call is passed on as it came.
  override query(text: unknown, values?: unknown, callback?: unknown): unknown {
    const send = super.query.bind(this) as (...given: unknown[]) => unknown
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0)
      return send(text, values, callback)
    if (text.trimStart().startsWith(PLANNED_FOR_ITS_VALUES)) return send({ text, values }, callback)
    let name = statementNames.get(text)
    if (!name && statementNames.size < MAX_NAMED_STATEMENTS) {
      name = `t${statementNames.size}`
      statementNames.set(text, name)
    }
    return send(name ? { name, text, values } : { text, values }, callback)
  }
}

/** Opens a pool; a statement may take 15 s at most, a transaction may idle 30 s. */
export function openPool(connection: Connection, options: { max?: number } = {}): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    types,
    Client: NamedClient as unknown as typeof pg.Client,
    max: options.max ?? 16,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 30_000,
    connectionTimeoutMillis: 5_000,
    application_name: 'twende',
  } as pg.PoolConfig)
  // One that breaks while nobody uses it is replaced; unheard, it would end the process.
  pool.on('error', () => {})
  return pool
}

export function openDatabase(pool: pg.Pool): Database {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

const EXCLUSION_VIOLATION = '23P01'
const UNIQUE_VIOLATION = '23505'

/** The name of the constraint that refused a write, or undefined if the error is something else. */
export function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined
  return error.code === EXCLUSION_VIOLATION || error.code === UNIQUE_VIOLATION ? error.constraint : undefined
}

/** How many connections each of so many processes may pool, so that together they do not run the server out of them. */
export function poolSize(workers: number): number {
  return Math.max(FEWEST, Math.min(MOST, Math.floor(SHARED_BY_ALL / workers) - BESIDE_POOL))
}
