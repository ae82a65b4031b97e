import { realpath } from 'node:fs/promises'
import { ensureDataDir } from '../config/data-dir.ts'
import { appDatabase, appUser, ensureAppDatabase, programUser } from './app-database.ts'
import { ownDataDir } from './owner-lock.ts'
import { postgresAddress, postgresPassword, removeAddress } from './postgres-address.ts'
import { postgresBinaries } from './postgres-binaries.ts'
import { clusterPath, prepareCluster } from './postgres-cluster.ts'
import { PostgresSupervisor, type SupervisorLogger } from './postgres-supervisor.ts'
import { postgresUser } from './postgres-user.ts'

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
  { logger, onFatal, forTests = false }: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const user = await postgresUser(clusterPath(dataDir))
  const binaries = await postgresBinaries(user)
  const { password, file: passwordFile } = await postgresPassword(dataDir)
  const cluster = await prepareCluster({ dataDir, binaries, user, passwordFile, forTests, logger })
  const address = await postgresAddress(cluster, user, password)
  const supervisor = new PostgresSupervisor({ binaries, cluster, address, user, logger, onFatal })
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
