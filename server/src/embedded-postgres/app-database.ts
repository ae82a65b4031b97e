import { Client } from 'pg'
import type { PostgresAddress } from './postgres-address.ts'

/** Owns the database and all that is in it; migrations run as it. */
export const appUser = 'twende'
/** The running program: reads and writes rows, and owns nothing. */
export const programUser = 'twende_program'
export const appDatabase = 'twende'

/** Makes the users and database of the application; the owner gets no more rights than a hosted database would give. */
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
