import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, realpath, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts'

const silent = { info() {}, warn() {}, error() {} }

/** An empty folder for one test, reachable for the user that runs PostgreSQL under root. */
export async function dataFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'twende-data-')))
  await chmod(folder, 0o711)
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A folder for one test with a database of the owner's in it, as a first start leaves it; durable where a test needs that. */
export async function dataFolderWithDatabase({ durable = false } = {}): Promise<string> {
  const [folder, made] = [await dataFolder(), await madeDatabase(durable)]
  // Files keep their owner, who is not root.
  if (process.platform === 'win32') await cp(made, folder, { recursive: true })
  else await promisify(execFile)('cp', ['-a', `${made}/.`, folder])
  return folder
}

/** The database that all such folders are copies of; whoever needs it first makes it, which takes a second. */
async function madeDatabase(durable: boolean): Promise<string> {
  const made = join(inject('shared'), durable ? 'durable' : 'fast')
  const client = new pg.Client(inject('postgres'))
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [made])
    if (existsSync(made)) return made
    const draft = `${made}.new`
    await mkdir(draft, { mode: 0o711 })
    const postgres = await startEmbeddedPostgres({ dataDir: draft, logger: silent, forTests: !durable })
    await postgres.stop()
    await rename(draft, made)
    return made
  } finally {
    await client.end()
  }
}
