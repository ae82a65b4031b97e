import { realpath } from 'node:fs/promises'
import { Client } from 'pg'
import { ensureDataDir } from '../config/folders.ts'
import { SettingError } from '../config/setting.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { ownDataDir } from './owner-lock.ts'
import { postgresPassword } from './postgres-address.ts'
import { clusterPath } from './postgres-cluster.ts'
import type { SupervisorLogger } from './postgres-supervisor.ts'
import { readPostmasterPid } from './postmaster-pid.ts'

/** Runs `work` as the superuser of the embedded database. */
export function asSuperuser<Result>(
  dataDir: string,
  logger: SupervisorLogger,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  return onServer(dataDir, logger, (address) => connected(address, work))
}

/** Runs `work` on the embedded database, starting its server if it does not run. */
export async function onServer<Result>(
  dataDir: string,
  logger: SupervisorLogger,
  work: (address: ServerAddress) => Promise<Result>,
): Promise<Result> {
  if (await isInUse(dataDir)) return await work(await runningServer(dataDir))
  const postgres = await startEmbeddedPostgres({ dataDir, logger })
  try {
    const { host, port, password } = postgres.connection
    return await work({ host, port, ...(password === undefined ? {} : { password }) })
  } finally {
    await postgres.stop()
  }
}

async function isInUse(dataDir: string): Promise<boolean> {
  await ensureDataDir(dataDir)
  try {
    const disown = await ownDataDir(await realpath(dataDir), 0)
    disown()
    return false
  } catch (error) {
    if (error instanceof SettingError) return true
    throw error
  }
}

export type ServerAddress = { host: string; port: number; password?: string }

async function runningServer(dataDir: string): Promise<ServerAddress> {
  const file = await readPostmasterPid(clusterPath(dataDir))
  if (!file) throw new SettingError('The database is just starting or stopping. Try again in a moment.')
  const { password } = await postgresPassword(dataDir)
  return password === undefined
    ? { host: file.socketDir, port: file.port }
    : { host: '127.0.0.1', port: file.port, password }
}

async function connected<Result>(
  { host, port, password }: ServerAddress,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ host, port, password, user: 'postgres', database: 'postgres' })
  client.on('error', () => {})
  await client.connect()
  return await work(client).finally(() => client.end())
}
