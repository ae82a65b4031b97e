import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Connection } from '../../server/src/db/database.ts'
import { appDatabase, appUser } from '../../server/src/embedded-postgres/embedded-postgres.ts'
import { clusterPath } from '../../server/src/embedded-postgres/postgres-cluster.ts'

/** How to reach the embedded database of a running market: its own pid file says where it listens. */
export async function readConnection(dataDir: string): Promise<Connection> {
  const lines = (await readFile(join(clusterPath(dataDir), 'postmaster.pid'), 'utf8')).split('\n')
  return { host: lines[4] ?? '', port: Number(lines[3]), user: appUser, database: appDatabase }
}
