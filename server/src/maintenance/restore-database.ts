import { cp, lstat, readFile, realpath, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureDataDir } from '../config/folders.ts'
import { SettingError } from '../config/setting.ts'
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts'
import { ownDataDir } from '../embedded-postgres/owner-lock.ts'
import { postgresBinaries } from '../embedded-postgres/postgres-binaries.ts'
import {
  checkVersion,
  clusterPath,
  homeOfNewCluster,
  putInPlace,
} from '../embedded-postgres/postgres-cluster.ts'
import type { SupervisorLogger } from '../embedded-postgres/postgres-supervisor.ts'
import { postgresUser } from '../embedded-postgres/postgres-user.ts'
import { Backup } from './backup-database.ts'
import { copyTree } from './copy-tree.ts'
import { prepareRecovery, type Recovery, recover } from './recover-to-moment.ts'

export type RestoreOptions = {
  readonly dataDir: string
  readonly folder: string
  readonly now: Date
  readonly logger: SupervisorLogger
  /** The backup is the base copy from which the log of an archive is replayed to a moment. */
  readonly recovery?: Recovery
}

type Exchange = { readonly setAside: string | undefined; undo(): Promise<void> }

/**
 * Replaces the database by that of a backup and starts it once to check it; if that fails, the old database is put back.
 * Other files are restored where they are missing. The old database is kept beside the new one.
 */
export async function restoreDatabase(
  options: RestoreOptions,
): Promise<{ backup: Backup; setAside?: string }> {
  const { dataDir, folder, logger } = options
  const backup = await readBackup(folder)
  await ensureDataDir(dataDir)
  const disown = await ownDataDir(await realpath(dataDir), 0)
  const exchanged = await exchange(options).finally(disown)
  try {
    if (options.recovery) await recover({ dataDir, logger, ...options.recovery })
    else await (await startEmbeddedPostgres({ dataDir, logger })).stop()
  } catch (error) {
    await exchanged.undo()
    throw error
  }
  await cp(join(folder, 'files'), dataDir, { recursive: true, force: false })
  return exchanged.setAside === undefined ? { backup } : { backup, setAside: exchanged.setAside }
}

async function exchange({ dataDir, folder, now, recovery }: RestoreOptions): Promise<Exchange> {
  const cluster = clusterPath(dataDir)
  const user = await postgresUser(cluster)
  await checkVersion(join(folder, 'postgres'), (await postgresBinaries(user)).major)
  const home = await homeOfNewCluster({ dataDir, user })
  const incoming = `${home}.restored`
  await rm(incoming, { recursive: true, force: true })
  await copyTree(join(folder, 'postgres'), incoming)
  const present = await lstat(cluster).catch(() => undefined)
  if (recovery) await prepareRecovery({ ...recovery, incoming, cluster })
  const setAside = present ? `${cluster}.before-${now.toISOString().replace(/\W/g, '')}` : undefined
  if (setAside) await rename(cluster, setAside)
  await putInPlace(incoming, home, cluster)
  return {
    setAside,
    async undo() {
      await rm(cluster, { recursive: true, force: true })
      await rm(home, { recursive: true, force: true })
      if (setAside) await rename(setAside, cluster)
    },
  }
}

async function readBackup(folder: string): Promise<Backup> {
  const text = await readFile(join(folder, 'backup.json'), 'utf8').catch((cause: unknown) => {
    throw new SettingError(`${folder} is not a whole backup: it has no backup.json.`, { cause })
  })
  return Backup.parse(JSON.parse(text))
}
