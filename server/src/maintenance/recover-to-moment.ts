import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Client } from 'pg'
import { type PostgresConnection, startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts'
import { clusterPath } from '../embedded-postgres/postgres-cluster.ts'
import type { SupervisorLogger } from '../embedded-postgres/postgres-supervisor.ts'
import { restoreCommand } from '../embedded-postgres/wal-archive.ts'
import { copyAndSync } from './copy-tree.ts'

/** Without a moment, the base copy is restored as it is, and its log goes on under another number than before. */
export type Recovery = { readonly archive: string; readonly to: Date | undefined }

/** Settings that `ALTER SYSTEM` writes; these lines are removed again when recovery is done. */
const SETTINGS = 'postgresql.auto.conf'
const MARK = '# Written for the recovery to a moment.'

type Preparing = Recovery & { incoming: string; cluster: string }

/**
 * Makes a base copy recover when it is started. What was not archived is taken from the log of the present database and of
 * those that earlier recoveries have set aside: each goes on under another number and drops what came after its moment.
 */
export async function prepareRecovery({ archive, to, incoming, cluster }: Preparing): Promise<void> {
  if (to) {
    const names = (await readdir(dirname(cluster))).filter((name) =>
      name.startsWith(`${basename(cluster)}.before-`),
    )
    for (const found of [...names.sort().map((name) => join(dirname(cluster), name)), cluster])
      await copyLog(join(found, 'pg_wal'), join(incoming, 'pg_wal'))
  }
  const target = to ? { recovery_target_time: settingOf(to) } : { recovery_target: 'immediate' }
  await appendFile(join(incoming, SETTINGS), recoverySettings(archive, target), { flush: true })
  await writeFile(join(incoming, 'recovery.signal'), '', { mode: 0o600, flush: true })
}

async function copyLog(from: string, to: string): Promise<void> {
  const present = await readdir(to)
  for (const name of await readdir(from).catch(() => []))
    if (/^[0-9A-F]{8}(?:[0-9A-F]{16}|\.history)$/.test(name) && !present.includes(name))
      await copyAndSync(join(from, name), join(to, name))
}

/** Settings are read before the server knows names of time zones, Z among them. */
const settingOf = (moment: Date) => moment.toISOString().replace('T', ' ').replace('Z', '+00')

function recoverySettings(archive: string, target: Record<string, string>): string {
  const settings = {
    restore_command: restoreCommand(archive),
    ...target,
    recovery_target_action: 'promote',
    // The moment may lie before an earlier recovery, after which the log goes on under another number.
    recovery_target_timeline: 'current',
    // Nobody connects before the moment is reached.
    hot_standby: 'off',
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'`)
  return `${[MARK, ...lines].join('\n')}\n`
}

type Recovering<Checked> = Recovery & {
  dataDir: string
  logger: SupervisorLogger
  look: (connection: PostgresConnection) => Promise<Checked>
}

/** Starts the prepared copy, waits until it has reached the moment, looks at it, and stops it. */
export async function recover<Checked>({
  dataDir,
  archive,
  to,
  logger,
  look,
}: Recovering<Checked>): Promise<{ lastChange: string | undefined; checked: Checked }> {
  const settings = join(clusterPath(dataDir), SETTINGS)
  const start = () => startEmbeddedPostgres({ dataDir, logger, archive })
  const postgres = await start().catch(async (error: unknown) => {
    if (!(error instanceof Error) || !error.message.includes('before configured recovery target was reached'))
      throw error
    // Nothing was written between the moment and the end of the log.
    await withoutRecoverySettings(settings)
    await appendFile(settings, recoverySettings(archive, {}), { flush: true })
    return await start()
  })
  try {
    const last = to && (await lastChange(postgres.connection))
    await withoutRecoverySettings(settings)
    return { lastChange: last, checked: await look(postgres.connection) }
  } finally {
    await postgres.stop()
  }
}

async function lastChange(connection: object): Promise<string | undefined> {
  const client = new Client({ ...connection, user: 'postgres', database: 'postgres' })
  await client.connect()
  try {
    const { rows } = await client.query<{ at: Date | null }>('select pg_last_xact_replay_timestamp() as at')
    return rows[0]?.at?.toISOString()
  } finally {
    await client.end()
  }
}

async function withoutRecoverySettings(path: string): Promise<void> {
  const text = await readFile(path, 'utf8')
  const before = text.indexOf(MARK)
  if (before >= 0) await writeFile(path, text.slice(0, before), { flush: true })
}
