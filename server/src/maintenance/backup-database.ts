import { mkdir, readdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Client } from 'pg'
import * as z from 'zod'
import { syncFolder } from '../config/folders.ts'
import { SettingError } from '../config/setting.ts'
import { clusterPath } from '../embedded-postgres/postgres-cluster.ts'
import type { SupervisorLogger } from '../embedded-postgres/postgres-supervisor.ts'
import { asSuperuser } from '../embedded-postgres/superuser.ts'
import { copyAndSync, copyTree, type LeftOut } from './copy-tree.ts'
import { refuseInterruptedRestore } from './interrupted-restore.ts'

/** The content of a backup's `backup.json`. */
export const Backup = z.object({
  madeAt: z.iso.datetime(),
  /** Recovery cannot stop before this moment. */
  completedAt: z.optional(z.iso.datetime()),
  postgresVersion: z.string(),
  bytes: z.int(),
})
export type Backup = z.infer<typeof Backup>

export type BackupOptions = {
  readonly dataDir: string
  /** The folder of the backup; must not exist yet. */
  readonly folder: string
  readonly now: Date
  readonly logger: SupervisorLogger
}

/** Copies the database while it is in use, then the rest of the data folder. The target folder appears when all is copied. */
export async function backupDatabase({ dataDir, folder, now, logger }: BackupOptions): Promise<Backup> {
  if (await stat(folder).catch(() => undefined)) throw new SettingError(`${folder} is there already.`)
  await refuseInterruptedRestore(dataDir)
  const draft = `${folder}.part`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true, mode: 0o700 })
  try {
    const database = await asSuperuser(dataDir, logger, (client) => copyCluster(client, dataDir, draft))
    // After the database, so that every picture in the copied database is included.
    const completedAt = new Date().toISOString()
    const rest = await copyTree(dataDir, join(draft, 'files'), leaveOut(dataDir, draft))
    const backup = {
      madeAt: now.toISOString(),
      completedAt,
      postgresVersion: database.version,
      bytes: database.bytes + rest,
    }
    await writeFile(join(draft, 'backup.json'), `${JSON.stringify(backup, undefined, 2)}\n`, { flush: true })
    await syncFolder(draft)
    await rename(draft, folder)
    await syncFolder(dirname(folder))
    return backup
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

async function copyCluster(
  client: Client,
  dataDir: string,
  draft: string,
): Promise<{ version: string; bytes: number }> {
  const cluster = await realpath(clusterPath(dataDir))
  const copy = join(draft, 'postgres')
  // A temporary replication slot keeps the write-ahead log until it is copied; it ends with this session.
  await client.query(
    `select pg_create_physical_replication_slot('twende_backup_' || pg_backend_pid(), true, true)`,
  )
  const begun = await one(client, `select pg_walfile_name(pg_backup_start('twende', fast => true)) as file`)
  const files = await copyTree(cluster, copy, remadeByPostgres)
  const control = join('global', 'pg_control')
  const controlBytes = await copyAndSync(join(cluster, control), join(copy, control))
  const ended = await one(
    client,
    `select labelfile, pg_walfile_name(lsn) as file, current_setting('server_version') as version
       from pg_backup_stop(wait_for_archive => false)`,
  )
  await writeFile(join(copy, 'backup_label'), ended.labelfile ?? '', { mode: 0o600, flush: true })
  const log = await copyLog(cluster, copy, begun.file ?? '', ended.file ?? '')
  return { version: ended.version ?? '', bytes: files + controlBytes + log }
}

/** Copies the write-ahead log written during the copy; recovery with it makes the copy consistent. */
async function copyLog(cluster: string, copy: string, first: string, last: string): Promise<number> {
  const segments = (await readdir(join(cluster, 'pg_wal'))).filter(
    (name) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last,
  )
  if (!segments.includes(first) || !segments.includes(last))
    throw new Error('The log of the database is incomplete.')
  let bytes = 0
  for (const name of segments)
    bytes += await copyAndSync(join(cluster, 'pg_wal', name), join(copy, 'pg_wal', name))
  await syncFolder(join(copy, 'pg_wal'))
  return bytes
}

async function one(client: Client, query: string): Promise<Record<string, string | undefined>> {
  const { rows } = await client.query<Record<string, string>>(query)
  return rows[0] ?? {}
}

const emptyInBackups = [
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]

const remadeByPostgres: LeftOut = (path) =>
  emptyInBackups.includes(path) ||
  ['postmaster.pid', 'postmaster.opts', join('global', 'pg_control')].includes(path) ||
  /(^|[/\\])pgsql_tmp/.test(path)

/** Leaves out the database, which is copied separately, earlier backups, and keys that a restore has set aside. */
function leaveOut(dataDir: string, draft: string): LeftOut {
  return (path) =>
    /^(postgres(?!-password)|owner\.lock|backups|[^/\\]*\.before-)/.test(path) ||
    join(dataDir, path) === draft ||
    join(dataDir, path) === dirname(draft)
}
