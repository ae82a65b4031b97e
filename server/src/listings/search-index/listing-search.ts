import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { projectPath } from '../../config/folders.ts'
import type { Connection, Database } from '../../db/database.ts'
import { arePublicListingsAtLeast } from '../market/public-listing-store.ts'
import type { MessageFromWorker, MessageToWorker, WorkerOptions } from './index-worker.ts'
import type { IndexAnswer, IndexQuery } from './listing-index.ts'

/** Searches the public listings in an index of this process. */
export type ListingSearch = {
  /** Sees every change that was committed before the call. Undefined while there is no index: then the database answers. */
  find(query: IndexQuery): Promise<IndexAnswer | undefined>
  /** Starts the index if there are enough listings; resolves when it is filled or not needed. */
  start(): Promise<void>
  status(): IndexStatus
  close(): Promise<void>
}

export type IndexStatus = {
  state: 'off' | 'filling' | 'ready' | 'too-large'
  listings: number
  bytes: number
  /** How many searches the index answered, and how many were left to the database. */
  answers: { index: number; database: number }
}

type Options = {
  db: Database
  connection: Connection
  logger: Logger
  /** With fewer public listings the database answers every search, and no memory is taken. */
  fromListings: number
  maxBytes: number
  /** Starts the thread; tests end it. */
  startThread?: (options: WorkerOptions) => Worker
}

const CHECK_MS = 60_000
const RESTART_PAUSE_MS = 2_000
/** A search that takes longer is answered by the database. */
const LONGEST_ANSWER_MS = 2_000
/** A thread that answers nothing for so long has stopped. */
const LONGEST_SILENCE_MS = 20_000

export function createListingSearch(options: Options): ListingSearch {
  const search = new IndexThread(options)
  return {
    find: (query) => search.find(query),
    start: () => search.start(),
    status: () => search.status,
    close: () => search.close(),
  }
}

class IndexThread {
  readonly status: IndexStatus = { state: 'off', listings: 0, bytes: 0, answers: { index: 0, database: 0 } }
  readonly #options: Options
  readonly #jobs = new Map<number, (answer: IndexAnswer | undefined) => void>()
  #worker: Worker | undefined
  #checks: NodeJS.Timeout | undefined
  #settled = Promise.withResolvers<void>()
  #lastJob = 0
  #silentSince: number | undefined
  #isClosing = false

  constructor(options: Options) {
    this.#options = options
  }

  async find(query: IndexQuery): Promise<IndexAnswer | undefined> {
    const isReady = this.#worker && this.status.state === 'ready'
    const answer = isReady ? await this.#ask(this.#worker as Worker, query) : undefined
    this.status.answers[answer ? 'index' : 'database'] += 1
    return answer
  }

  start(): Promise<void> {
    this.#settled = Promise.withResolvers()
    this.#checks ??= setInterval(() => void this.#check(), CHECK_MS).unref()
    void this.#check()
    return this.#settled.promise
  }

  async close(): Promise<void> {
    this.#isClosing = true
    clearInterval(this.#checks)
    await this.#end('off')
  }

  /** A market that shrank keeps its index down to half of the number that starts one, so that it does not come and go. */
  async #check(): Promise<void> {
    const { db, fromListings, maxBytes, logger } = this.#options
    const isOff = maxBytes === 0 || this.#isClosing || this.status.state === 'too-large'
    const least = Math.ceil(this.#worker ? fromListings / 2 : fromListings)
    const isNeeded =
      !isOff &&
      (await arePublicListingsAtLeast(db, least).catch((error: unknown) => {
        logger.warn({ err: error }, 'the listings cannot be counted for the search index')
        return this.#worker !== undefined
      }))
    if (isNeeded && !this.#worker && !this.#isClosing) return this.#open()
    if (!isNeeded && this.#worker) await this.#end('off')
    if (!isNeeded || this.status.state === 'ready') this.#settled.resolve()
  }

  #open(): void {
    const { connection, maxBytes, logger, startThread = startWorker } = this.#options
    const opened = startThread({ connection, maxBytes })
    this.#worker = opened
    this.status.state = 'filling'
    opened.on('message', (message: MessageFromWorker) => this.#receive(message))
    opened.on('error', (error) => logger.error({ err: error }, 'the thread of the search index failed'))
    opened.once('exit', () => {
      if (this.#worker !== opened) return
      this.#reset('off')
      logger.error('the thread of the search index ended; another takes its place')
      setTimeout(() => void this.#check(), RESTART_PAUSE_MS).unref()
    })
    opened.unref()
  }

  #receive(message: MessageFromWorker): void {
    const { logger } = this.#options
    this.#silentSince = undefined
    if (message.kind === 'found') {
      this.#jobs.get(message.job)?.(message.answer)
    } else if (message.kind === 'ready') {
      const { listings, bytes } = message
      Object.assign(this.status, { state: 'ready', listings, bytes })
      logger.info({ listings, mebibytes: Math.round(bytes / 2 ** 20) }, 'the search index is filled')
      this.#settled.resolve()
    } else if (message.kind === 'lost') {
      this.status.state = 'filling'
      logger.warn(
        { reason: message.reason },
        'the search index is filled again; the database answers searches',
      )
    } else {
      const { listings } = message
      logger.warn(
        { listings },
        'the search index would exceed SEARCH_INDEX_MB; the database answers searches',
      )
      void this.#end('too-large')
    }
  }

  async #end(state: IndexStatus['state']): Promise<void> {
    const ended = this.#worker
    this.#reset(state)
    await ended?.terminate()
  }

  #reset(state: IndexStatus['state']): void {
    this.#worker = undefined
    this.#silentSince = undefined
    Object.assign(this.status, { state, listings: 0, bytes: 0 })
    for (const resolve of this.#jobs.values()) resolve(undefined)
    this.#settled.resolve()
  }

  #ask(worker: Worker, query: IndexQuery): Promise<IndexAnswer | undefined> {
    const { promise, resolve } = Promise.withResolvers<IndexAnswer | undefined>()
    const job = ++this.#lastJob
    this.#jobs.set(job, resolve)
    const message: MessageToWorker = { job, query }
    worker.postMessage(message)
    const late = setTimeout(() => {
      this.#silentSince ??= performance.now() - LONGEST_ANSWER_MS
      if (performance.now() - this.#silentSince > LONGEST_SILENCE_MS) void worker.terminate()
      resolve(undefined)
    }, LONGEST_ANSWER_MS)
    return promise.finally(() => {
      clearTimeout(late)
      this.#jobs.delete(job)
    })
  }
}

/** In development and tests the source is started, in production the entry of the build. */
export function startWorker(workerData: WorkerOptions): Worker {
  const isSource = import.meta.url.endsWith('.ts')
  const file = isSource
    ? 'server/src/listings/search-index/index-worker.ts'
    : 'build/site/server/listing-search-worker.js'
  return new Worker(projectPath(file), { workerData })
}
