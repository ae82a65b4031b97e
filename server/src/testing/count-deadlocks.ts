import pg from 'pg'
import { expect, inject } from 'vitest'
import type { TestMarket } from './test-app.ts'

/** How often transactions of the market waited in a circle. Ends its connections: a backend reports its figures when it ends. */
export async function countDeadlocks({ deps: { connection } }: TestMarket): Promise<number> {
  if ('connectionString' in connection) throw new Error('tests connect by fields')
  const client = new pg.Client({ ...inject('postgres'), user: 'postgres', database: 'postgres' })
  await client.connect()
  try {
    const { rows: ended } = await client.query<{ pid: number }>(
      'select pid, pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
      [connection.database],
    )
    expect(ended.length).toBeGreaterThan(1)
    const pids = ended.map(({ pid }) => pid)
    const running = () => client.query('select from pg_stat_activity where pid = any ($1)', [pids])
    await expect.poll(async () => (await running()).rowCount).toBe(0)
    const { rows } = await client.query<{ deadlocks: string }>(
      'select deadlocks from pg_stat_database where datname = $1',
      [connection.database],
    )
    return Number(rows[0]?.deadlocks)
  } finally {
    await client.end()
  }
}
