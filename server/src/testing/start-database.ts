import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { type PostgresConnection, startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts'
import { makeTemplateDatabase } from './template-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: PostgresConnection
    /** A folder for what all files share, made by whoever needs it first. */
    shared: string
  }
}

/** One PostgreSQL for all server tests; each file makes its own database in it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'twende-tests-'))
  // Under root, PostgreSQL runs as somebody else, who must be able to pass through.
  await chmod(dataDir, 0o711)
  const shared = join(dataDir, 'shared')
  await mkdir(shared, { mode: 0o711 })
  const say = (message: string) => void process.stderr.write(`${message}\n`)
  const quiet = { info() {}, warn: say, error: say }
  const postgres = await startEmbeddedPostgres({ dataDir, logger: quiet, forTests: true })
  await makeTemplateDatabase(postgres.connection)
  project.provide('postgres', postgres.connection)
  project.provide('shared', shared)
  return async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
