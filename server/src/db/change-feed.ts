import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Connection } from './database.ts'

/** The nouns with public data, which are the payloads of notifications on `twende_changed`. */
export const NOUNS = ['cars', 'bookings', 'content', 'listings', 'shop'] as const
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

/** Listens for changes on its own connection and reconnects when that breaks. */
export async function openChangeFeed(connection: Connection, logger: Logger): Promise<ChangeFeed> {
  const listeners = new Set<Listener>()
  const closing = new AbortController()
  const notify = (noun: Noun) => {
    for (const listener of listeners) listener(noun)
  }
  const notifyAll = () => NOUNS.forEach(notify)
  let client: pg.Client | undefined

  async function listen(): Promise<void> {
    const opened = new pg.Client({
      ...connection,
      application_name: 'twende changes',
      query_timeout: 5_000,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    })
    const lost = new Promise<unknown>((resolve) => {
      // A broken connection may emit several errors, and an unhandled one would end the process.
      opened.on('error', resolve).on('end', () => resolve(undefined))
    })
    opened.on('notification', ({ payload }) => {
      const noun = NOUNS.find((known) => known === payload)
      if (noun) notify(noun)
      else notifyAll()
    })
    try {
      await opened.connect()
      await opened.query(`listen ${CHANNEL}`)
    } catch (error) {
      await opened.end().catch(() => {})
      throw error
    }
    client = opened
    notifyAll()
    void watch(opened, lost)
  }

  async function watch(opened: pg.Client, lost: Promise<unknown>): Promise<void> {
    const heartbeat = setInterval(() => {
      opened.query('select 1').catch(() => opened.end().catch(() => {}))
    }, HEARTBEAT_MS)
    heartbeat.unref()
    const error = await lost
    clearInterval(heartbeat)
    client = undefined
    if (closing.signal.aborted) return
    logger.warn({ err: error }, 'change feed lost; caches are off until it is restored')
    notifyAll()
    await opened.end().catch(() => {})
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
    logger.warn({ err: error }, 'change feed failed to open; caches are off until it is restored')
    void listenAgain()
  })
  return {
    on(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    changed: notify,
    isListening: () => client !== undefined,
    async close() {
      closing.abort()
      await client?.end()
    },
  }
}
