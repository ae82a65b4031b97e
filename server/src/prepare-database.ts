import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { type Connection, openDatabase, openPool } from './db/database.ts'
import { startEmbeddedPostgres } from './db/embedded-postgres.ts'
import { migrate } from './db/migrate.ts'

export type PreparedDatabase = { connection: Connection; stop(): Promise<void> }

/** Starts the embedded database unless `DATABASE_URL` names another, and migrates it. */
export async function prepareDatabase(
  config: Config,
  logger: Logger,
  onFatal: (error: Error) => void,
): Promise<PreparedDatabase> {
  const prepared = await reach(config, logger, onFatal)
  try {
    await bringUpToDate(prepared.connection, logger)
  } catch (error) {
    await prepared.stop()
    throw error
  }
  return prepared
}

/** Its own connection is closed before anybody stops the database: else its loss would hide why a migration failed. */
async function bringUpToDate(connection: Connection, logger: Logger): Promise<void> {
  const db = openDatabase(openPool(connection, { max: 1 }))
  try {
    const applied = await migrate(db)
    if (applied.length > 0) logger.info({ applied }, 'database migrated')
  } finally {
    await db.destroy()
  }
}

async function reach(
  config: Config,
  logger: Logger,
  onFatal: (error: Error) => void,
): Promise<PreparedDatabase> {
  if (config.database.kind === 'url') {
    return { connection: { connectionString: config.database.url }, stop: async () => {} }
  }
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, logger, onFatal })
  return { connection: postgres.connection, stop: () => postgres.stop() }
}
