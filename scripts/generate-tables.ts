// Writes server/src/db/tables.ts from a database that has every migration: `npm run tables`. The database is started
// for this and removed afterwards.
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase, openPool } from '../server/src/db/database.ts'
import { tablesSource } from '../server/src/db/tables-source.ts'
import { startEmbeddedPostgres } from '../server/src/embedded-postgres/embedded-postgres.ts'
import { makeTemplateDatabase, TEMPLATE_DATABASE } from '../server/src/testing/template-database.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'twende-tables-'))
// Started by root, the database runs as another user, who must be able to pass through.
await chmod(dataDir, 0o711)
const logger = { info() {}, warn: console.warn, error: console.error }
const postgres = await startEmbeddedPostgres({ dataDir, logger, forTests: true })
try {
  await makeTemplateDatabase(postgres.connection)
  const db = openDatabase(openPool({ ...postgres.connection, database: TEMPLATE_DATABASE }))
  await writeFile(new URL('../server/src/db/tables.ts', import.meta.url), await tablesSource(db))
  await db.destroy()
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
