import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { DatabaseError } from 'pg'
import { projectPath } from '../config/folders.ts'
import { SettingError } from '../config/setting.ts'
import type { Database } from './database.ts'

const UNDEFINED_TABLE = '42P01'

/** Every database of the versions before 1.0.0 has this migration, and none after them. */
const OF_FORMER_VERSIONS = '005-pictures'

/** Applies `server/migrations/*.sql`, each once and in order; safe when several processes start together. */
export async function migrate(db: Database): Promise<string[]> {
  const folder = projectPath('server/migrations')
  const migrator = new Migrator({
    db,
    provider: {
      async getMigrations() {
        const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
        const entries = await Promise.all(
          files.map(async (file) => {
            const text = await readFile(join(folder, file), 'utf8')
            return [file.replace('.sql', ''), { up: (tx: Database) => run(tx, text) }] as const
          }),
        )
        return Object.fromEntries(entries)
      },
    },
  })
  await refuseUnknownMigrations(db, migrator)
  await refuseGaps(migrator)
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw error
  return results.filter((result) => result.status === 'Success').map((result) => result.migrationName)
}

/** A database with migrations that this program lacks belongs to a newer one, or to one before 1.0.0. */
async function refuseUnknownMigrations(db: Database, migrator: Migrator): Promise<void> {
  const known = (await migrator.getMigrations()).map(({ name }) => name)
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration where name <> all (${known}::text[]) order by name
  `
    .execute(db)
    .catch((error: unknown) => {
      // A database that was made just now has no table of migrations yet.
      if (error instanceof DatabaseError && error.code === UNDEFINED_TABLE) return { rows: [] }
      throw error
    })
  const later = rows.at(-1)
  if (!later) return
  if (rows.some(({ name }) => name === OF_FORMER_VERSIONS)) {
    throw new SettingError(
      'The database was made by a version before 1.0.0, which this program cannot bring up to date: nothing was changed; start the program that made it, or begin anew with an empty database (of the embedded one, remove the data folder).',
    )
  }
  throw new SettingError(
    `The database has the migration ${later.name}, which this program does not know: its last one is ${known.at(-1)}. A newer program was started with it. Nothing was changed. Start the newer program, or restore a backup that was made before ${rows[0]?.name}.`,
  )
}

/** Says in a sentence what the migrator would say in its own words; nothing is changed. */
async function refuseGaps(migrator: Migrator): Promise<void> {
  const known = await migrator.getMigrations()
  const last = known.findLastIndex(({ executedAt }) => executedAt !== undefined)
  const missing = known.slice(0, Math.max(last, 0)).filter(({ executedAt }) => executedAt === undefined)
  if (missing.length === 0) return
  const names = missing.map(({ name }) => name).join(', ')
  throw new SettingError(
    `The database has the migration ${known[last]?.name}, but not ${names}, which belong before it. Another line of versions made it. Nothing was changed. Start the program that made it, or restore a backup that is older than ${missing[0]?.name}.`,
  )
}

/** Without a statement timeout, because rewriting many rows may take longer than a request may. */
async function run(tx: Database, text: string): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx)
  await sql.raw(text).execute(tx)
}
