import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts'
import { backupDatabase } from '../maintenance/backup-database.ts'
import { refuseInterruptedRestore } from '../maintenance/interrupted-restore.ts'
import { restoreDatabase } from '../maintenance/restore-database.ts'

// A program of its own, which another user runs: `make`, `backup`, `restore` or `read` a small data folder.
const [act = '', dataDir = '', other = ''] = process.argv.slice(2)
const logger = { info() {}, warn() {}, error() {} }
const now = new Date()

async function ask(statement: string): Promise<unknown[]> {
  const postgres = await startEmbeddedPostgres({ dataDir, logger, forTests: true })
  const client = new Client({ ...postgres.connection })
  try {
    await client.connect()
    return (await client.query(statement)).rows
  } finally {
    await client.end()
    await postgres.stop()
  }
}

const acts: Record<string, () => Promise<unknown>> = {
  /** A folder whose car has as many doors as stated. */
  async make() {
    await ask(`create table cars as select ${Number(other)} as doors`)
    await writeFile(join(dataDir, 'private-files-key'), `key of ${other}`, { mode: 0o600 })
    await mkdir(join(dataDir, 'media'), { recursive: true })
    await writeFile(join(dataDir, 'media', `car-${other}.jpg`), 'a picture')
  },
  backup: () => backupDatabase({ dataDir, folder: other, now, logger }),
  async restore() {
    process.stdout.write('begun\n')
    await restoreDatabase({ dataDir, folder: other, now, logger })
  },
  /** As a start does: an interrupted restore is refused. */
  async read() {
    await refuseInterruptedRestore(dataDir)
    const rows = await ask('select doors from cars')
    const key = await readFile(join(dataDir, 'private-files-key'), 'utf8')
    const picture = await readFile(join(dataDir, 'media', 'car-1.jpg'), 'utf8').catch(() => 'none')
    process.stdout.write(JSON.stringify({ rows, key, picture }))
  },
}
await acts[act]?.()
