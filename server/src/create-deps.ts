import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { type Connection, openDatabase, openPool } from './db/database.ts'
import { type AppDeps, type Clock, type Random, systemClock } from './deps.ts'
import { attemptLimits, noLimits } from './http/attempt-limits.ts'

type Given = { config: Config; connection: Connection; logger: Logger; clock?: Clock; random?: Random }

/** Builds what the application is made of; `close` gives back what it opened. */
export async function createDeps(given: Given): Promise<{ deps: AppDeps; close(): Promise<void> }> {
  const { config, connection, logger, clock = systemClock, random = Math.random } = given
  const pool = openPool(connection)
  pool.on('error', (error) => logger.warn({ err: error }, 'an idle database connection broke'))
  const db = openDatabase(pool)
  const deps: AppDeps = {
    config,
    connection,
    logger,
    db,
    clock,
    random,
    identify: async () => undefined,
    countAttempt: config.rateLimit ? attemptLimits(db, clock) : noLimits,
  }
  return { deps, close: () => db.destroy() }
}
