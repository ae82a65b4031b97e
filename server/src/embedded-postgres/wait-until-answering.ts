import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { errorCode } from '../config/data-dir.ts'
import type { PostgresAddress } from './postgres-address.ts'

const notListening = ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE']
const patienceBeforeItListens = 60_000
const startingUp = '57P03'
const tooManyConnections = '53300'

/** Tries to connect until the server answers. Waits without limit, because recovery after a crash may take long. */
export async function waitUntilAnswering(
  address: PostgresAddress,
  logger: { info(message: string): void },
  givenUp: AbortSignal,
): Promise<'answering'> {
  const begun = performance.now()
  let nextWord = 5_000
  for (;;) {
    const code = await problemConnecting(address)
    if (code === undefined || code === tooManyConnections) return 'answering'
    givenUp.throwIfAborted()
    const waited = performance.now() - begun
    if (code !== startingUp && waited > patienceBeforeItListens)
      throw new Error('PostgreSQL does not answer.')
    if (waited > nextWord) {
      logger.info('PostgreSQL is recovering; this can take a while.')
      nextWord += 10_000
    }
    await sleep(waited < 2_000 ? 20 : 200)
  }
}

async function problemConnecting(address: PostgresAddress): Promise<string | undefined> {
  const client = new Client({
    ...address,
    user: 'postgres',
    database: 'postgres',
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return undefined
  } catch (error) {
    const code = errorCode(error)
    if (code === startingUp || code === tooManyConnections || (code && notListening.includes(code)))
      return code
    // Errors of pg that have no code.
    if (error instanceof Error && /timeout|terminated/i.test(error.message)) return 'ECONNRESET'
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}
