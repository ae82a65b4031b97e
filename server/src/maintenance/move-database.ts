import { Client } from 'pg'
import type { Logger } from 'pino'
import { type Connection, openDatabase, openPool } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts'
import { prepareJobs } from '../jobs/job-queue.ts'
import { type CopyReport, copyDatabase } from './copy-database.ts'

/** Copies the embedded database into the empty database at this address, with which Twende can then be started. */
export async function moveDatabase(given: {
  dataDir: string
  url: string
  logger: Logger
}): Promise<CopyReport> {
  const { dataDir, url, logger } = given
  const embedded = await startEmbeddedPostgres({ dataDir, logger, patience: 0 })
  try {
    await prepare(embedded.connection, logger)
    await prepare({ connectionString: url }, logger)
    return await connected(embedded.connection, (from) =>
      connected({ connectionString: url }, (to) => copyDatabase(from, to)),
    )
  } finally {
    await embedded.stop()
  }
}

/** Migrates a database to this version, including the tables of the job queue. */
async function prepare(connection: Connection, logger: Logger): Promise<void> {
  const db = openDatabase(openPool(connection, { max: 1 }))
  await migrate(db).finally(() => db.destroy())
  await prepareJobs(connection, logger)
}

async function connected<Result>(
  connection: Connection,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client(connection)
  await client.connect()
  return await work(client).finally(() => client.end())
}
