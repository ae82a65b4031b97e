import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Connection, Database } from './database.ts'

/** The nouns with public data, which are the payloads of notifications on `twende_changed`. */
export const NOUNS = ['cars', 'content', 'listings', 'shop'] as const
export type Noun = (typeof NOUNS)[number]
type Listener = (noun: Noun) => void

export type ChangeFeed = {
  /** Calls `listener` when a noun's public data changed in any process; returns a function that stops it. */
  on(listener: Listener): () => void
  /** Notifies this process at once of a change it has committed; the database notifies the others. */
  changed(noun: Noun): void
  /** False while no notifications arrive from the database; caches must not be used then. */
  isListening(): boolean
  close(): Promise<void>
}

const CHANNEL = 'twende_changed'
const HEARTBEAT_MS = 20_000
const LONGEST_PAUSE_MS = 5_000
const LONGEST_ECHO_MS = 10_000
const LONGEST_ANSWER_MS = 5_000

/** LISTEN was accepted, but what is sent over the pool does not arrive. */
export class NotListeningError extends Error {
  override readonly name = 'NotListeningError'
}

type Given = {
  /** Reaches the server without a pooler that lends connections out for one transaction at a time. */
  direct: Connection
  /** The database as the program writes to it. */
  db: Database
  logger: Logger
  /** How often the connection is proven to pass notifications on, and how long it may take to open and to answer. */
  heartbeatMs?: number
  answerMs?: number
}

/** Listens for changes on its own connection and reconnects when that breaks. */
export async function openChangeFeed(given: Given): Promise<ChangeFeed> {
  const { logger } = given
  const listeners = new Set<Listener>()
  const closing = new AbortController()
  const notify = (noun: Noun) => {
    for (const listener of listeners) listener(noun)
  }
  const notifyAll = () => NOUNS.forEach(notify)
  let connection: Listening | undefined

  async function listen(): Promise<void> {
    connection = await openListening(given, (payload) => {
      const noun = NOUNS.find((known) => known === payload)
      if (noun) notify(noun)
      else notifyAll()
    })
    notifyAll()
    void listenAgainAfter(connection.lost)
  }

  async function listenAgainAfter(lost: Promise<unknown>): Promise<void> {
    const error = await lost
    connection = undefined
    if (closing.signal.aborted) return
    logger.warn({ err: error }, 'change feed lost; caches are off until it is restored')
    notifyAll()
    await listenAgain()
  }

  async function listenAgain(): Promise<void> {
    for (let pause = 100; !closing.signal.aborted; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      await sleep(pause, undefined, { signal: closing.signal, ref: false }).catch(() => {})
      if (closing.signal.aborted) return
      const isListening = await listen().then(
        () => true,
        () => false,
      )
      if (isListening) return logger.info('change feed restored')
    }
  }

  await listen().catch((error: unknown) => {
    if (error instanceof NotListeningError) throw error
    logger.warn({ err: error }, 'change feed failed to open; caches are off until it is restored')
    void listenAgain()
  })
  return {
    on(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    changed: notify,
    isListening: () => connection !== undefined,
    async close() {
      closing.abort()
      await connection?.end()
    },
  }
}

type Listening = {
  /** Resolves when the connection is lost or passes nothing on, with the error if there was one. */
  lost: Promise<unknown>
  end(): Promise<void>
}

/**
 * Opens a connection that listens. A number of its own, sent over the pool at the start and at each heartbeat, proves that
 * notifications arrive: a pooler in transaction mode accepts LISTEN and passes nothing on.
 */
async function openListening(
  { direct, db, heartbeatMs = HEARTBEAT_MS, answerMs = LONGEST_ANSWER_MS }: Given,
  onChange: (payload: string | undefined) => void,
): Promise<Listening> {
  const client = new pg.Client({
    ...direct,
    application_name: 'twende changes',
    query_timeout: answerMs,
    connectionTimeoutMillis: answerMs,
    keepAlive: true,
  })
  const echoChannel = `twende_echo_${randomBytes(8).toString('hex')}`
  let sent = 0
  let heard = 0
  client.on('notification', ({ channel, payload }) => {
    if (channel === echoChannel) heard = Number(payload)
    else onChange(payload)
  })
  const { promise: lost, resolve: lose } = Promise.withResolvers<unknown>()
  // A broken connection may emit several errors, and an unhandled one would end the process.
  client.on('error', lose).on('end', () => lose(undefined))
  const end = () => client.end().catch(() => {})
  const proveEcho = async () => {
    sent += 1
    const expected = sent
    await sql`select pg_notify(${echoChannel}, ${String(expected)})`.execute(db)
    for (const latest = Date.now() + LONGEST_ECHO_MS; heard < expected; await sleep(20))
      if (Date.now() > latest) throw new NotListeningError('no notification arrives from the database')
  }
  try {
    await client.connect()
    await client.query(`listen ${CHANNEL}; listen ${echoChannel}`)
    await proveEcho()
  } catch (error) {
    await end()
    throw error
  }
  const heartbeat = setInterval(() => {
    // Not by its end alone: a connection that the network forgot has none.
    client.query('select 1').catch(lose)
    proveEcho().catch((error: unknown) => {
      // A pool that is busy or broken says nothing about this connection.
      if (error instanceof NotListeningError) lose(error)
    })
  }, heartbeatMs)
  heartbeat.unref()
  void lost.then(() => {
    clearInterval(heartbeat)
    return end()
  })
  return { lost, end }
}
