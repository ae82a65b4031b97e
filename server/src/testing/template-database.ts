import pg from 'pg'
import { type Connection, openDatabase, openPool } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'

export const TEMPLATE_DATABASE = 'twende_template'

/** Migrates one database that every test file clones; a clone takes milliseconds. */
export async function makeTemplateDatabase(
  server: Exclude<Connection, { connectionString: string }>,
): Promise<void> {
  const client = new pg.Client(server)
  await client.connect()
  await client.query(`create database ${TEMPLATE_DATABASE}`)
  await client.end()
  const pool = openPool({ ...server, database: TEMPLATE_DATABASE }, { max: 1 })
  const db = openDatabase(pool)
  await migrate(db)
  await db.destroy()
}
