import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { SettingError } from '../config/setting.ts'
import { type Connection, openPool } from '../db/database.ts'
import { isDatabaseAway, isFromPooler } from '../db/database-away.ts'

/** Longer than a fail-over usually takes. */
const PATIENCE_MS = 30_000

/** Waits while the database starts or fails over; refuses one that stays away or is read-only, in a sentence. */
export async function waitForDatabase(
  setting: string,
  connection: Connection,
  logger: Logger,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const latest = Date.now() + patienceMs
  for (let tried = 1; ; tried += 1) {
    const problem = await findProblem(setting, connection)
    if (problem === undefined) return
    if (Date.now() >= latest) throw new SettingError(problem)
    if (tried === 1) logger.warn(`${problem} Trying again for ${Math.round(patienceMs / 1000)} seconds.`)
    await sleep(Math.min(500, patienceMs))
  }
}

async function findProblem(setting: string, connection: Connection): Promise<string | undefined> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000, query_timeout: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ off: boolean }>(
      "select pg_is_in_recovery() or current_setting('default_transaction_read_only')::bool as off",
    )
    return rows[0]?.off
      ? `The database at ${setting} is read-only, as a standby is: name the primary, or an address that always leads to it.`
      : undefined
  } catch (error) {
    if (isDatabaseAway(error)) return `The database at ${setting} cannot be reached: ${messageOf(error)}.`
    if (error instanceof pg.DatabaseError)
      throw new SettingError(`The database at ${setting} refuses the connection: ${error.message}.`)
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

/** Refuses a connection pooler that cannot work, in a sentence that says what to set. */
export async function checkPooler(connection: Connection, logger: Logger): Promise<void> {
  const pool = openPool(connection, { max: 2 })
  const opened: pg.PoolClient[] = []
  try {
    // Two clients at once, because a pooler then lends both the same connection of the server, one after the other.
    for (let n = 0; n < 2; n += 1) opened.push(await pool.connect())
    for (const client of opened) {
      await client.query('begin')
      await client.query('commit')
      await client.query({ name: 'twende_start', text: 'select $1::int', values: [1] })
    }
    const limits = await opened[0]?.query<{ statement_timeout: string }>('show statement_timeout')
    if (limits?.rows[0]?.statement_timeout === '0') logger.warn(NO_LIMITS)
  } finally {
    for (const client of opened) client.release(true)
    await pool.end()
  }
}

const NO_LIMITS =
  'The connection pooler at DATABASE_URL drops the limits of statements: set them for its user by "alter role … set statement_timeout = \'15s\'" and "alter role … set idle_in_transaction_session_timeout = \'30s\'".'

const DUPLICATE_STATEMENT = '42P05'
const UNKNOWN_STATEMENT = '26000'

/** Says in a sentence what to change in a pooler that answered with this error; undefined for errors of another kind. */
export function explainPooler(error: unknown): string | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined
  if (error.code === DUPLICATE_STATEMENT || error.code === UNKNOWN_STATEMENT)
    return 'The connection pooler at DATABASE_URL loses prepared statements: it must be PgBouncer 1.21 or newer with max_prepared_statements above 0, or have pool_mode = session.'
  if (!isFromPooler(error)) return undefined
  if (error.message.includes('statement pooling mode'))
    return 'The connection pooler at DATABASE_URL is in statement mode, in which there are no transactions: set pool_mode = transaction or session.'
  if (error.message.includes('unsupported startup parameter'))
    return `The connection pooler at DATABASE_URL refuses the connection (${error.message}): set ignore_startup_parameters = extra_float_digits,statement_timeout,idle_in_transaction_session_timeout in it, and DATABASE_OWNER_URL and DATABASE_DIRECT_URL to addresses without the pooler.`
  return `The connection pooler at DATABASE_URL refuses the connection: ${error.message}.`
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}
