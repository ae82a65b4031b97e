import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Connection } from './database.ts'

/** What public data belongs to; the payload of a notification on `twende_changed`. */
export const NOUNS = ['cars', 'bookings', 'content', 'listings', 'shop'] as const
export type Noun = (typeof NOUNS)[number]
type Listener = (noun: Noun) => void

export type ChangeFeed = {
  /** Calls `listener` whenever a noun's public data changed in any process; answers how to stop. */
  on(listener: Listener): () => void
  /** Tells this process at once of a change it has just committed; the others hear of it from the database. */
  changed(noun: Noun): void
  /** False while nothing is heard from the database: caches must not be trusted then. */
  isListening(): boolean
  close(): Promise<void>
}

const CHANNEL = 'twende_changed'
const HEARTBEAT_MS = 20_000
const LONGEST_PAUSE_MS = 5_000

/** Listens for changes over a connection of its own, and again whenever that breaks. */
export async function openChangeFeed(connection: Connection, logger: Logger): Promise<ChangeFeed> {
  const listeners = new Set<Listener>()
  const closing = new AbortController()
  const tell = (noun: Noun) => {
    for (const listener of listeners) listener(noun)
  }
  const tellAll = () => NOUNS.forEach(tell)
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
      // A breaking connection may report several errors; one that nobody takes ends the process.
      opened.on('error', resolve).on('end', () => resolve(undefined))
    })
    opened.on('notification', ({ payload }) => {
      const noun = NOUNS.find((known) => known === payload)
      if (noun) tell(noun)
      else tellAll()
    })
    try {
      await opened.connect()
      await opened.query(`listen ${CHANNEL}`)
    } catch (error) {
      await opened.end().catch(() => {})
      throw error
    }
    client = opened
    tellAll()
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
    logger.warn({ err: error }, 'the feed of changes broke; caches are off until it is back')
    tellAll()
    await opened.end().catch(() => {})
    await listenAgain()
  }

  async function listenAgain(): Promise<void> {
    for (let pause = 100; !closing.signal.aborted; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      await sleep(pause, undefined, { signal: closing.signal, ref: false }).catch(() => {})
      if (closing.signal.aborted) return
      const heard = await listen().then(
        () => true,
        () => false,
      )
      if (heard) return logger.info('the feed of changes is back')
    }
  }

  await listen().catch((error: unknown) => {
    logger.warn({ err: error }, 'the feed of changes could not be opened; caches are off until it is')
    void listenAgain()
  })
  return {
    on(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    changed: tell,
    isListening: () => client !== undefined,
    async close() {
      closing.abort()
      await client?.end()
    },
  }
}
