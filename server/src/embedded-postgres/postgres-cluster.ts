import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmod,
  chown,
  lstat,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { errorCode, syncFolder } from '../config/folders.ts'
import { SettingError } from '../config/setting.ts'
import { type PostgresBinaries, sharedFolder } from './postgres-binaries.ts'
import { canEnter, type PostgresUser, runAs } from './postgres-user.ts'

export type ClusterOptions = {
  readonly dataDir: string
  readonly binaries: PostgresBinaries
  readonly user: PostgresUser | undefined
  readonly passwordFile: string | undefined
  readonly forTests: boolean
  readonly logger: { info(message: string): void }
}

export function clusterPath(dataDir: string): string {
  return join(dataDir, 'postgres')
}

/** Creates the database files if there are none, checks existing ones, and returns their real path. */
export async function prepareCluster(options: ClusterOptions): Promise<string> {
  const link = clusterPath(options.dataDir)
  await letThrough(options)
  if (!(await lstat(link).catch(() => undefined))) await createCluster(link, options)
  const cluster = await realpath(link).catch((cause: unknown) => {
    throw new SettingError(
      `${link} points to a folder that is gone. Bring it back, or remove the link to begin anew.`,
      { cause },
    )
  })
  await checkVersion(cluster, options.binaries.major)
  await checkOwner(cluster, options.user)
  return cluster
}

async function createCluster(link: string, options: ClusterOptions): Promise<void> {
  const home = await homeOfNewCluster(options)
  await removeDrafts(home)
  const draft = `${home}.new-${randomBytes(4).toString('hex')}`
  await initialise(draft, options)
  await putInPlace(draft, home, link)
  if (home !== link) {
    options.logger.info(
      `The database is in ${home}: its user ${options.user?.name} cannot enter ${options.dataDir}.`,
    )
  }
}

/** Removes what aborted starts have left. One may still be writing, so each start uses a new name. */
async function removeDrafts(home: string): Promise<void> {
  for (const name of await readdir(dirname(home))) {
    if (!name.startsWith(`${basename(home)}.new`)) continue
    await rm(join(dirname(home), name), { recursive: true, force: true }).catch(() => {})
  }
}

/** Lets the database's user enter a closed data folder without listing it, if its parent folders are open. */
async function letThrough({ dataDir, user }: ClusterOptions): Promise<void> {
  if (canEnter(user, dataDir) || !canEnter(user, dirname(dataDir))) return
  const { mode, uid } = await stat(dataDir)
  if (uid === process.getuid?.()) await chmod(dataDir, (mode & 0o7777) | 0o001)
}

/** In the data folder or, where PostgreSQL's user cannot enter it, in a folder of root with a link to it. */
export async function homeOfNewCluster({
  dataDir,
  user,
}: Pick<ClusterOptions, 'dataDir' | 'user'>): Promise<string> {
  if (canEnter(user, dataDir)) return clusterPath(dataDir)
  const name = `database-${randomBytes(6).toString('hex')}`
  try {
    await mkdir(sharedFolder, { recursive: true, mode: 0o755 })
    return join(await realpath(sharedFolder), name)
  } catch (cause) {
    throw new SettingError(
      `The user ${user?.name} cannot reach the data folder ${dataDir}, and PostgreSQL does not run as root. Choose a DATA_DIR outside closed folders.`,
      { cause },
    )
  }
}

/** Moves finished database files into place in one step, so that a start never sees incomplete ones. */
export async function putInPlace(draft: string, home: string, link: string): Promise<void> {
  await rename(draft, home)
  await syncFolder(dirname(home))
  if (home === link) return
  await symlink(home, link)
  await syncFolder(dirname(link))
}

async function initialise(draft: string, options: ClusterOptions): Promise<void> {
  // Not every C library has C.UTF-8; sorting uses PostgreSQL's own collation in both cases.
  const locales = [['--locale=C.UTF-8'], ['--locale=C', '--builtin-locale=C.UTF-8']]
  let problem = ''
  for (const locale of locales) {
    await rm(draft, { recursive: true, force: true })
    await mkdir(draft, { mode: 0o700 })
    if (options.user) await chown(draft, options.user.uid, options.user.gid)
    problem = await runInitdb([...initdbArguments(draft, options), ...locale], options)
    if (!problem) return
  }
  await rm(draft, { recursive: true, force: true })
  throw new Error(`The database files could not be made in ${draft}: ${problem}`)
}

function initdbArguments(draft: string, { passwordFile, forTests }: ClusterOptions): string[] {
  const settings = Object.entries(forTests ? { ...smallServer, ...careless } : smallServer)
  return [
    `--pgdata=${draft}`,
    '--username=postgres',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    ...(passwordFile
      ? ['--auth=scram-sha-256', `--pwfile=${passwordFile}`]
      : ['--auth-local=trust', '--auth-host=scram-sha-256']),
    ...(forTests ? ['--no-sync'] : []),
    ...settings.map(([name, value]) => `--set=${name}=${value}`),
  ]
}

/** Written into postgresql.conf once, where an operator may change them for a larger machine. */
const smallServer = {
  max_connections: '100',
  shared_buffers: '128MB',
  effective_cache_size: '1GB',
  random_page_cost: '1.1',
  max_wal_size: '1GB',
  // Less memory at rest: by default PostgreSQL has 4 MB of these buffers, three processes that read, and one for logical
  // replication; each of 130 processes may have 64 reads under way, and 64 predicate locks, which only serializable
  // transactions take.
  wal_buffers: '1MB',
  io_workers: '1',
  io_max_concurrency: '8',
  max_pred_locks_per_transaction: '10',
  max_logical_replication_workers: '0',
  checkpoint_timeout: '15min',
  wal_compression: 'on',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Errors of statements reach the caller; their details may contain personal data and are not logged.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_line_prefix: '',
}

const careless = {
  // Several test files run beside each other, each with one or two applications, which open up to 21 connections each.
  max_connections: '300',
  // Tests run a statement few times on a connection, so that planning it for each set of values is a quarter of the database's time.
  plan_cache_mode: 'force_generic_plan',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
}

async function runInitdb(args: string[], { binaries, user }: ClusterOptions): Promise<string> {
  const initdb = spawn(binaries.initdb, args, {
    ...runAs(user),
    cwd: '/',
    env: { PATH: process.env.PATH ?? '', LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const complaint = text(initdb.stderr)
  const code = await new Promise<number | null>((resolve, reject) => {
    initdb.once('error', reject)
    initdb.once('close', resolve)
  })
  return code === 0 ? '' : (await complaint).trim() || `initdb ended with ${code}`
}

export async function checkVersion(cluster: string, major: number): Promise<void> {
  const found = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch((cause: unknown) => {
    if (errorCode(cause) === 'ENOENT') {
      throw new SettingError(
        `${cluster} is in the way: it is not a database. Move it, or choose another DATA_DIR.`,
        { cause },
      )
    }
    throw new SettingError(`The database in ${cluster} belongs to another user. Start Twende as that user.`, {
      cause,
    })
  })
  if (Number(found) !== major) {
    throw new SettingError(
      `The database in ${cluster} was made by PostgreSQL ${found.trim()}, and this Twende brings PostgreSQL ${major}. Start the Twende that made it, move its data to a server with DATABASE_URL, or begin anew with another DATA_DIR.`,
    )
  }
}

async function checkOwner(cluster: string, user: PostgresUser | undefined): Promise<void> {
  const owner = (await stat(cluster)).uid
  if (!user) {
    const us = process.getuid?.()
    if (us === undefined || owner === us) return
    throw new SettingError(`The database in ${cluster} belongs to another user. Start Twende as that user.`)
  }
  if (owner !== user.uid) await giveTo(cluster, user)
  if (!canEnter(user, cluster)) {
    throw new SettingError(
      `The user ${user.name}, who runs PostgreSQL, cannot reach ${cluster}. Move the data folder, or open the folders above it.`,
    )
  }
}

async function giveTo(cluster: string, { uid, gid }: PostgresUser): Promise<void> {
  for (const entry of await readdir(cluster, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chown(join(entry.parentPath, entry.name), uid, gid)
  }
  // Last, so that an interrupted change counts as not made.
  await chown(cluster, uid, gid)
}
