import { Client } from 'pg'
import type { PostgresAddress } from './postgres-address.ts'

/** The owner of the database and its tables; migrations run as this user. */
export const appUser = 'twende'
/** The user of the running program: reads and writes rows, owns nothing. */
export const programUser = 'twende_program'
export const appDatabase = 'twende'

/** Creates the users and the database; the owner gets no more rights than on a hosted database. */
export async function ensureAppDatabase(
  address: PostgresAddress,
  mayCreateDatabases: boolean,
): Promise<void> {
  const client = new Client({ ...address, user: 'postgres', database: 'postgres' })
  await client.connect()
  try {
    const password =
      address.password === undefined ? '' : `password ${client.escapeLiteral(address.password)}`
    for (const [user, rights] of [
      [appUser, mayCreateDatabases ? 'createdb' : ''],
      [programUser, ''],
    ] as const) {
      const roles = await client.query('select 1 from pg_roles where rolname = $1', [user])
      if (roles.rowCount === 0) await client.query(`create role ${user} login ${rights} ${password}`)
    }
    const databases = await client.query('select 1 from pg_database where datname = $1', [appDatabase])
    if (databases.rowCount === 0) await client.query(`create database ${appDatabase} owner ${appUser}`)
  } finally {
    await client.end()
  }
}
