import type pg from 'pg'
import { DatabaseClient } from './database-client.ts'

export type SilenceLimits = {
  /** How long a connection with a statement under way may be silent before the server is asked about it. */
  silenceMs: number
  /** How often connections are looked at. */
  everyMs: number
}
const LIMITS: SilenceLimits = { silenceMs: 2_000, everyMs: 1_000 }

/** For a connection with encryption and a password to a server on another continent, each with round trips of its own. */
const LONGEST_QUESTION_MS = 4_000

type Seen = { bytes: number; since: number }

/**
 * Throws connections of a pool away on which no answer will come. A network that forgot a connection, as behind a firewall
 * that was restarted, tells neither side, and TCP alone notices after 15 minutes. A long statement is silent too, so the
 * server is asked over a new connection whether it is at work for the silent one. Once one was forgotten, the idle ones of
 * the pool are not trusted either.
 */
export function watchSilence(
  pool: pg.Pool,
  config: pg.ClientConfig,
  { silenceMs, everyMs }: SilenceLimits = LIMITS,
): void {
  const clients = new Map<DatabaseClient, Seen>()
  const lent = new Set<pg.ClientBase>()
  let isAsking = false
  pool.on('connect', (client) => {
    if (client instanceof DatabaseClient) clients.set(client, { bytes: 0, since: 0 })
  })
  pool.on('remove', (client) => {
    if (client instanceof DatabaseClient) clients.delete(client)
  })
  pool.on('acquire', (client) => void lent.add(client))
  pool.on('release', (_error, client) => void lent.delete(client))

  const silentClients = (): DatabaseClient[] => {
    const now = performance.now()
    for (const [client, seen] of clients) {
      const bytes = client.socket.bytesRead
      const isWaiting = client.waiting > 0
      if (isWaiting && bytes === seen.bytes && seen.since > 0) continue
      Object.assign(seen, { bytes, since: isWaiting ? now : 0 })
    }
    return [...clients].flatMap(([client, { since }]) =>
      since > 0 && now - since >= silenceMs ? [client] : [],
    )
  }

  async function look(): Promise<void> {
    const silent = silentClients()
    if (silent.length === 0) return
    const working = await findWorking(
      config,
      silent.map(({ processID }) => processID),
    )
    if (!working) return
    const stillSilent = new Set(silentClients())
    const forgotten = silent.filter((client) => stillSilent.has(client) && !working.has(client.processID))
    if (forgotten.length === 0) return
    const idle = [...clients.keys()].filter((client) => !lent.has(client))
    for (const client of new Set([...forgotten, ...idle])) client.socket.destroy()
  }

  const timer = setInterval(() => {
    if (pool.ended) return clearInterval(timer)
    if (isAsking) return
    isAsking = true
    void look().finally(() => {
      isAsking = false
    })
  }, everyMs)
  timer.unref()
}

/** A server that waits for the client, or cannot get rid of its answer, is not at work. */
const FIND_WORKING = `select pg_backend_pid() as own, coalesce(array_agg(pid) filter (
    where state in ('active', 'fastpath function call', 'disabled')
      and coalesce(wait_event, '') not in ('ClientRead', 'ClientWrite')
  ), '{}') as working
  from pg_stat_activity where pid = any($1::int[])`

/** Which of these processes of the server are at work; undefined where that cannot be known. */
async function findWorking(
  config: pg.ClientConfig,
  pids: readonly number[],
): Promise<ReadonlySet<number> | undefined> {
  const client = new DatabaseClient({
    ...config,
    application_name: 'twende silence',
    connectionTimeoutMillis: LONGEST_QUESTION_MS,
    query_timeout: LONGEST_QUESTION_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ own: number; working: number[] }>(FIND_WORKING, [pids])
    const [found] = rows
    // A pooler names processes of its own, not of the server.
    const isDirect = found?.own === client.processID
    return isDirect ? new Set(found.working) : undefined
  } catch {
    return undefined
  } finally {
    client.end().catch(() => {})
  }
}
