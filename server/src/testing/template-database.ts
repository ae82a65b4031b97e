import pg from 'pg'
import pino from 'pino'
import { type Connection, openDatabase, openPool } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { grantProgramRights } from '../db/program-role.ts'
import { programUser } from '../embedded-postgres/embedded-postgres.ts'
import { prepareJobs } from '../jobs/job-queue.ts'

export const TEMPLATE_DATABASE = 'twende_template'

/** Migrates one database that every test file clones; a clone takes milliseconds. */
export async function makeTemplateDatabase(
  server: Exclude<Connection, { connectionString: string }>,
): Promise<void> {
  const client = new pg.Client(server)
  await client.connect()
  await client.query(`create database ${TEMPLATE_DATABASE}`)
  await client.end()
  const connection = { ...server, database: TEMPLATE_DATABASE }
  const pool = openPool(connection, { max: 1 })
  const db = openDatabase(pool)
  await migrate(db)
  await prepareJobs(connection, pino({ level: 'silent' }))
  await grantProgramRights(db, programUser)
  await db.destroy()
}
