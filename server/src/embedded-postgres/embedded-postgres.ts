import { realpath } from 'node:fs/promises'
import { Client } from 'pg'
import { ensureDataDir } from '../config/folders.ts'
import { ownDataDir } from './owner-lock.ts'
import { type PostgresAddress, postgresAddress, postgresPassword, removeAddress } from './postgres-address.ts'
import { postgresBinaries } from './postgres-binaries.ts'
import { clusterPath, prepareCluster } from './postgres-cluster.ts'
import { PostgresSupervisor, type SupervisorLogger } from './postgres-supervisor.ts'
import { postgresUser } from './postgres-user.ts'
import { archiveSettings, prepareWalFolder } from './wal-archive.ts'

/** The owner of the database and its tables; migrations run as this user. */
export const appUser = 'twende'

/** The user of the running program: reads and writes rows, owns nothing. */
export const programUser = 'twende_program'

export const appDatabase = 'twende'

export type PostgresConnection = {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
  readonly password?: string
}

export type EmbeddedPostgres = {
  /** The connection of the owner, for migrations and maintenance. Stays valid when the server is restarted. */
  readonly connection: PostgresConnection
  /** The connection of the running program, which owns nothing. */
  readonly programConnection: PostgresConnection
  /** Stops the server and releases the data folder. Close the pool first: open transactions are aborted. */
  stop(): Promise<void>
  /** The server's process id; undefined while it is down. */
  pid(): number | undefined
}

export type EmbeddedPostgresOptions = {
  readonly dataDir: string
  readonly logger: SupervisorLogger
  /** Called when the server died and could not be restarted. */
  readonly onFatal?: (error: Error) => void
  /** The folder in which the write-ahead log is archived for recovery to a moment. */
  readonly archive?: string | undefined
  /** Turns off durability for speed, for a temporary folder. */
  readonly forTests?: boolean
  /** How many milliseconds to wait for another process to release the folder. */
  readonly patience?: number
}

/** Starts PostgreSQL on the data folder, which is created at the first start, and keeps it running until `stop`. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  await ensureDataDir(options.dataDir)
  const dataDir = await realpath(options.dataDir)
  const disown = await ownDataDir(dataDir, options.patience ?? 15_000)
  try {
    return await startOwned(dataDir, disown, options)
  } catch (error) {
    disown()
    throw error
  }
}

async function startOwned(
  dataDir: string,
  disown: () => void,
  { logger, onFatal, archive, forTests = false }: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const user = await postgresUser(clusterPath(dataDir))
  if (archive !== undefined) await prepareWalFolder(archive, user)
  const binaries = await postgresBinaries(user)
  const { password, file: passwordFile } = await postgresPassword(dataDir)
  const cluster = await prepareCluster({ dataDir, binaries, user, passwordFile, forTests, logger })
  const address = await postgresAddress(cluster, user, password)
  const settings = archive === undefined ? {} : archiveSettings(archive)
  const supervisor = new PostgresSupervisor({ binaries, cluster, address, settings, user, logger, onFatal })
  const stop = async () => {
    await supervisor.stop()
    await removeAddress(address)
    disown()
  }
  try {
    await supervisor.start()
    await ensureAppDatabase(address, forTests)
  } catch (error) {
    await stop()
    throw error
  }
  const connection = { ...address, user: appUser, database: appDatabase }
  const programConnection = { ...connection, user: programUser }
  return { connection, programConnection, stop, pid: () => supervisor.pid }
}

/** Creates the users and the database; the owner gets no more rights than on a hosted database. */
export async function ensureAppDatabase(
  address: PostgresAddress,
  mayCreateDatabases: boolean,
): Promise<void> {
  const client = new Client({ ...address, user: 'postgres', database: 'postgres' })
  await client.connect()
  try {
    const password =
      address.password === undefined ? '' : `password ${client.escapeLiteral(address.password)}`
    for (const [user, rights] of [
      [appUser, mayCreateDatabases ? 'createdb' : ''],
      [programUser, ''],
    ] as const) {
      const roles = await client.query('select 1 from pg_roles where rolname = $1', [user])
      if (roles.rowCount === 0) await client.query(`create role ${user} login ${rights} ${password}`)
    }
    const databases = await client.query('select 1 from pg_database where datname = $1', [appDatabase])
    if (databases.rowCount === 0) await client.query(`create database ${appDatabase} owner ${appUser}`)
  } finally {
    await client.end()
  }
}
