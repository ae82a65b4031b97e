import { Client } from 'pg'
import type { PostgresAddress } from './postgres-address.ts'

export const appUser = 'twende'
export const appDatabase = 'twende'

/** Makes the user and database of the application; it gets no more rights than a hosted database would give it. */
export async function ensureAppDatabase(
  address: PostgresAddress,
  mayCreateDatabases: boolean,
): Promise<void> {
  const client = new Client({ ...address, user: 'postgres', database: 'postgres' })
  await client.connect()
  try {
    const roles = await client.query('select 1 from pg_roles where rolname = $1', [appUser])
    if (roles.rowCount === 0) {
      const password =
        address.password === undefined ? '' : `password ${client.escapeLiteral(address.password)}`
      await client.query(`create role ${appUser} login ${mayCreateDatabases ? 'createdb' : ''} ${password}`)
    }
    const databases = await client.query('select 1 from pg_database where datname = $1', [appDatabase])
    if (databases.rowCount === 0) await client.query(`create database ${appDatabase} owner ${appUser}`)
  } finally {
    await client.end()
  }
}
