import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { requireEncryption } from '../config/require-encryption.ts'
import { SettingError } from '../config/setting.ts'
import { type Connection, type Database, openDatabase, openPool } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { grantProgramRights, roleOf, withoutOwnership } from '../db/program-role.ts'
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts'
import { prepareJobs } from '../jobs/job-queue.ts'
import { refuseInterruptedRestore } from '../maintenance/interrupted-restore.ts'
import { logSecurityEvent } from '../ops/security-log.ts'
import { checkPooler, explainPooler, waitForDatabase } from './check-database.ts'

/** `connection` is for the running program: its role reads and writes rows, and owns nothing. */
export type PreparedDatabase = {
  connection: Connection
  /** Reaches the same database without a connection pooler, if DATABASE_DIRECT_URL is set. */
  direct?: Connection | undefined
  owner: Connection
  stop(): Promise<void>
}

type Reached = {
  owner: Connection
  program: Connection | undefined
  direct?: Connection
  stop(): Promise<void>
}

/** Starts the embedded database unless `DATABASE_URL` names another, and migrates it. */
export async function prepareDatabase(
  config: Config,
  logger: Logger,
  onFatal: (error: Error) => void,
): Promise<PreparedDatabase> {
  await requireEncryption(config)
  const reached = await reach(config, logger, onFatal)
  try {
    if (config.database.kind === 'url') await checkDatabase(reached, logger)
    const connection = await bringUpToDate(reached, logger)
    return { connection, direct: reached.direct, owner: reached.owner, stop: reached.stop }
  } catch (error) {
    await reached.stop()
    const sentence = config.database.kind === 'url' ? explainPooler(error) : undefined
    throw sentence === undefined ? error : new SettingError(sentence)
  }
}

async function checkDatabase({ owner, program = owner, direct }: Reached, logger: Logger): Promise<void> {
  if (direct) await waitForDatabase('DATABASE_DIRECT_URL', direct, logger)
  await waitForDatabase('DATABASE_URL', program, logger)
  if (owner !== program) await waitForDatabase('DATABASE_OWNER_URL', owner, logger)
  await checkPooler(program, logger)
}

/** Works as the owner of the database, brought up to date; embedded, no program may run on the data folder. */
export async function asOwner<Result>(
  config: Config,
  logger: Logger,
  work: (owner: Database) => Promise<Result>,
): Promise<Result> {
  const prepared = await prepareDatabase(config, logger, () => {})
  const owner = openDatabase(openPool(prepared.owner, { max: 1 }))
  try {
    return await work(owner)
  } finally {
    await owner.destroy()
    await prepared.stop()
  }
}

/** Its own connections are closed before anybody stops the database: else their loss would hide why a migration failed. */
async function bringUpToDate({ owner, program }: Reached, logger: Logger): Promise<Connection> {
  const db = openDatabase(openPool(owner, { max: 1 }))
  try {
    const applied = await migrate(db)
    if (applied.length > 0) logger.info({ applied }, 'database migrated')
    await prepareJobs(owner, logger)
    return await restrict(db, { owner, program }, logger)
  } finally {
    await db.destroy()
  }
}

/** Answers the connection of a role that owns nothing or, where there is none, the owner's, with a warning. */
async function restrict(
  db: Database,
  { owner, program }: Pick<Reached, 'owner' | 'program'>,
  logger: Logger,
): Promise<Connection> {
  const connection = program ?? (await asAnotherRole(db, owner)) ?? owner
  const { role, isOwner } = await roleOf(connection)
  if (!isOwner) {
    await grantProgramRights(db, role)
  } else {
    logger.warn(
      'The program runs as the owner of its database. Set DATABASE_OWNER_URL, and give DATABASE_URL a user who owns nothing.',
    )
  }
  if (isOwner || !program) logSecurityEvent(logger, 'setting_warning', { setting: 'DATABASE_OWNER_URL' })
  return connection
}

async function asAnotherRole(db: Database, owner: Connection): Promise<Connection | undefined> {
  if (!('connectionString' in owner)) return undefined
  const connectionString = await withoutOwnership(db, owner.connectionString)
  return connectionString === undefined ? undefined : { connectionString }
}

async function reach(
  { database, dataDir, archive }: Config,
  logger: Logger,
  onFatal: (error: Error) => void,
): Promise<Reached> {
  if (database.kind === 'url') {
    const { url, ownerUrl, directUrl } = database
    const owner = { connectionString: ownerUrl ?? directUrl ?? url }
    // A pooler does not pass on the start option that `withoutOwnership` adds to an address.
    const isProgramUrl = ownerUrl !== undefined || directUrl !== undefined
    return {
      owner,
      program: isProgramUrl ? { connectionString: url } : undefined,
      ...(directUrl === undefined ? {} : { direct: { connectionString: directUrl } }),
      stop: async () => {},
    }
  }
  await refuseInterruptedRestore(dataDir)
  const postgres = await startEmbeddedPostgres({ dataDir, logger, onFatal, archive: archive?.folder })
  return { owner: postgres.connection, program: postgres.programConnection, stop: () => postgres.stop() }
}
