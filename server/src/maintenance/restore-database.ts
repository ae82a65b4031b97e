import { access, constants, readdir, readFile, realpath, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureDataDir, errorCode } from '../config/folders.ts'
import { SettingError } from '../config/setting.ts'
import { type PostgresConnection, startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts'
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
import { copyMissing, copyTree, copyWhole, isThere } from './copy-tree.ts'
import {
  type Changes,
  draftOf,
  keepChanges,
  noteChanges,
  undoInterruptedRestore,
} from './interrupted-restore.ts'
import { prepareRecovery, type Recovery, recover } from './recover-to-moment.ts'

export type RestoreOptions<Checked> = {
  readonly dataDir: string
  readonly folder: string
  readonly now: Date
  readonly logger: SupervisorLogger
  /** The backup is the base copy from which the log of an archive is replayed to a moment. */
  readonly recovery?: Recovery
  /** Looks at the restored database before the restore counts; if it fails, everything is put back. */
  readonly check?: (connection: PostgresConnection) => Promise<Checked>
}

type Restored<Checked> = {
  readonly backup: Backup
  /** What the last change before the moment of a recovery is of. */
  readonly lastChange: string | undefined
  /** The paths under which what was there before is kept: the database and replaced keys. */
  readonly setAside: readonly string[]
  readonly checked: Checked | undefined
}

/**
 * Replaces the database by that of a backup, with the keys that belong to it, and starts it once to check it. Other files are
 * restored where they are missing. What was there is kept beside it. If anything fails, or the process is killed and this is run
 * again, everything is first put back as it was.
 */
export async function restoreDatabase<Checked = undefined>(
  options: RestoreOptions<Checked>,
): Promise<Restored<Checked>> {
  const { dataDir, logger, check } = options
  await ensureDataDir(dataDir)
  const { backup, changes } = await whileOwned(dataDir, async () => {
    await undoInterruptedRestore(dataDir)
    return exchange(options)
  })
  try {
    const look = async (connection: PostgresConnection) => check?.(connection)
    const { lastChange, checked } = options.recovery
      ? await recover({ dataDir, logger, ...options.recovery, look })
      : { lastChange: undefined, checked: await lookOnce({ dataDir, logger, look }) }
    await keepChanges(dataDir)
    return { backup, lastChange, checked, setAside: await keptBeside(dataDir, changes) }
  } catch (error) {
    await whileOwned(dataDir, () => undoInterruptedRestore(dataDir))
    throw error
  }
}

async function whileOwned<Result>(dataDir: string, work: () => Promise<Result>): Promise<Result> {
  const disown = await ownDataDir(await realpath(dataDir), 0)
  return await work().finally(disown)
}

type Looking<Checked> = {
  dataDir: string
  logger: SupervisorLogger
  look: (connection: PostgresConnection) => Promise<Checked>
}

async function lookOnce<Checked>({ dataDir, logger, look }: Looking<Checked>): Promise<Checked> {
  const postgres = await startEmbeddedPostgres({ dataDir, logger })
  return await look(postgres.connection).finally(() => postgres.stop())
}

async function exchange<Checked>(
  options: RestoreOptions<Checked>,
): Promise<{ backup: Backup; changes: Changes }> {
  const { dataDir, folder, recovery } = options
  const backup = await readBackup(folder)
  const cluster = clusterPath(dataDir)
  const user = await postgresUser(cluster)
  await checkVersion(join(folder, 'postgres'), (await postgresBinaries(user)).major)
  const home = await homeOfNewCluster({ dataDir, user })
  const changes = await planChanges(options, home)
  await noteChanges(dataDir, changes)
  try {
    const incoming = draftOf(home)
    await copyTree(join(folder, 'postgres'), incoming)
    // What is in these folders is never changed, so that nothing has to be put back.
    for (const name of await foldersOf(join(folder, 'files')))
      await copyMissing(join(folder, 'files', name), join(dataDir, name))
    if (recovery) await prepareRecovery({ ...recovery, incoming, cluster })
    if (changes.setAside !== null) await rename(cluster, changes.setAside)
    await putInPlace(incoming, home, cluster)
    for (const { name, setAside } of changes.files) {
      if (setAside !== null) await rename(join(dataDir, name), join(dataDir, setAside))
      await copyWhole(join(folder, 'files', name), join(dataDir, name))
    }
    return { backup, changes }
  } catch (error) {
    await undoInterruptedRestore(dataDir)
    throw error
  }
}

/** Files of the data folder itself are keys: those of the backup belong to its rows. */
async function planChanges<Checked>(
  { dataDir, folder, now }: RestoreOptions<Checked>,
  home: string,
): Promise<Changes> {
  const mark = `before-${now.toISOString().replace(/\W/g, '')}`
  const cluster = clusterPath(dataDir)
  const files: Changes['files'] = []
  for (const entry of await readdir(join(folder, 'files'), { withFileTypes: true })) {
    const { name } = entry
    if (!entry.isFile()) continue
    const path = join(dataDir, name)
    // One that cannot be read is not taken for one that is missing: nothing would be kept of it.
    const present = (await isThere(path)) ? await readFile(path) : undefined
    if (present?.equals(await readFile(join(folder, 'files', name)))) continue
    files.push({ name, setAside: present ? `${name}.${mark}` : null })
  }
  return { version: 1, home, setAside: (await isThere(cluster)) ? `${cluster}.${mark}` : null, files }
}

/** The folders of a backup beside its database; those that it leaves out are empty in it. */
async function foldersOf(files: string): Promise<string[]> {
  const names: string[] = []
  for (const entry of await readdir(files, { withFileTypes: true }))
    if (entry.isDirectory() && (await readdir(join(files, entry.name))).length > 0) names.push(entry.name)
  return names
}

async function keptBeside(dataDir: string, { setAside, files }: Changes): Promise<string[]> {
  const keys = files.flatMap((file) => (file.setAside === null ? [] : [join(dataDir, file.setAside)]))
  return [...(setAside === null ? [] : [setAside]), ...keys]
}

async function readBackup(folder: string): Promise<Backup> {
  const text = await readFile(join(folder, 'backup.json'), 'utf8').catch((cause: unknown) => {
    throw unreadable(folder, cause)
  })
  for (const part of ['postgres', 'files'])
    await access(join(folder, part), constants.R_OK | constants.X_OK).catch((cause: unknown) => {
      throw unreadable(folder, cause)
    })
  return Backup.parse(JSON.parse(text))
}

function unreadable(folder: string, cause: unknown): SettingError {
  if (errorCode(cause) === 'EACCES')
    return new SettingError(
      `This user may not read ${folder}: run restore as the user who made the backup, or give the folder to this one.`,
      { cause },
    )
  return new SettingError(
    `${folder} is not a whole backup: it has no backup.json, or not the folders postgres and files.`,
    { cause },
  )
}
