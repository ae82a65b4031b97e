import { setTimeout as sleep } from 'node:timers/promises'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import pg from 'pg'
import type { Connection } from '../../db/database.ts'
import { type Filled, fillIndex, IndexTooLarge, pullChanges } from './fill-index.ts'
import type { IndexAnswer, IndexQuery } from './listing-index.ts'

export type WorkerOptions = { connection: Connection; maxBytes: number }

/** To the thread: a search. */
export type MessageToWorker = { job: number; query: IndexQuery }

/** From the thread: `answer` is missing while the index cannot answer. */
export type MessageFromWorker =
  | { kind: 'found'; job: number; answer: IndexAnswer | undefined }
  | { kind: 'ready'; listings: number; bytes: number }
  | { kind: 'lost'; reason: string }
  | { kind: 'too-large'; listings: number }

const CHECK_MS = 1_000
/** Changes are also read when nobody searches, so that they stay few. */
const IDLE_CHECKS = 20

// Imported by the build's tools as well: only a thread has a port to its parent.
if (parentPort) void keepIndex(parentPort, workerData)

type Current = { client: pg.Client; filled: Filled }
type Search = MessageToWorker | 'no search'

/** Keeps the index for as long as the thread lives; when the connection to the database breaks, it is built anew. */
async function keepIndex(port: MessagePort, options: WorkerOptions): Promise<void> {
  const post = (message: MessageFromWorker) => port.postMessage(message)
  let current: Current | undefined
  let failure: unknown
  let waiting: Search[] = []
  let isAnswering = false

  /** Each search waits for a reading of changes that began after it arrived, so it sees all that was committed before. */
  async function answer(search: Search): Promise<void> {
    waiting.push(search)
    if (isAnswering) return
    isAnswering = true
    for (let batch = take(); batch.length > 0; batch = take()) {
      const index = await upToDateIndex()
      for (const each of batch) {
        if (each === 'no search') continue
        post({ kind: 'found', job: each.job, answer: index?.find(each.query) })
      }
    }
    isAnswering = false
  }

  function take(): Search[] {
    const batch = waiting
    waiting = []
    return batch
  }

  async function upToDateIndex() {
    if (!current) return undefined
    const { client, filled } = current
    try {
      await pullChanges(client, filled)
      return filled.index
    } catch (error) {
      failure = error
      current = undefined
      return undefined
    }
  }

  async function live(client: pg.Client): Promise<void> {
    client.on('error', (error) => {
      failure ??= error
    })
    await client.connect()
    current = { client, filled: await build(client) }
    for (let checks = 1; current && failure === undefined; checks += 1) {
      await sleep(CHECK_MS)
      if (checks % IDLE_CHECKS === 0) await answer('no search')
      if (current?.filled.index.isNearlyFull) current.filled = await build(client)
    }
  }

  /** Changes can be read over the same connection meanwhile, so that the present index goes on answering. */
  async function build(client: pg.Client): Promise<Filled> {
    const filled = await fillIndex(client, options.maxBytes)
    post({ kind: 'ready', ...filled.index.size })
    return filled
  }

  port.on('message', (message: MessageToWorker) => void answer(message))
  for (;;) {
    failure = undefined
    const client = connectTo(options.connection)
    await live(client).catch((error: unknown) => {
      failure ??= error
    })
    current = undefined
    client.end().catch(() => {})
    if (failure instanceof IndexTooLarge) return post({ kind: 'too-large', listings: failure.listings })
    post({ kind: 'lost', reason: String(failure) })
    await sleep(CHECK_MS)
  }
}

function connectTo(connection: Connection): pg.Client {
  return new pg.Client({
    ...connection,
    application_name: 'twende search',
    connectionTimeoutMillis: 5_000,
    query_timeout: 30_000,
    keepAlive: true,
  })
}
