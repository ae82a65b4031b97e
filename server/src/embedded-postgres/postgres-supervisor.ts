import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { errorCode } from '../config/folders.ts'
import { type PostgresAddress, serverArguments } from './postgres-address.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'
import { type GuardedPostgres, startGuarded } from './postgres-guard.ts'
import type { PostgresUser } from './postgres-user.ts'
import { judge, occupantOf, readPostmasterPid, stopOrphan } from './postmaster-pid.ts'

const notListening = ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE']

const patienceBeforeItListens = 60_000

const startingUp = '57P03'

const tooManyConnections = '53300'

export type SupervisorLogger = {
  info(message: string): void
  warn(message: string): void
  error(message: string): void
}

const SERVER_LINE = 'postgres: '

/** A logger that leaves out what PostgreSQL itself says; why it could not start is in the error. */
export function withoutServerLines({ info, warn, error }: SupervisorLogger): SupervisorLogger {
  const unlessServer = (log: (message: string) => void) => (message: string) => {
    if (!message.startsWith(SERVER_LINE)) log(message)
  }
  return { info: unlessServer(info), warn: unlessServer(warn), error: unlessServer(error) }
}

export type SupervisorOptions = {
  readonly binaries: PostgresBinaries
  readonly cluster: string
  readonly address: PostgresAddress
  /** Settings of the server that overrule its configuration file. */
  readonly settings: Readonly<Record<string, string>>
  readonly user: PostgresUser | undefined
  readonly logger: SupervisorLogger
  /** Called when the server died and could not be restarted. */
  readonly onFatal: ((error: Error) => void) | undefined
}

const attempts = { atFirst: 5, again: 8 }
const stopTimeoutMs = 60_000
/** Messages of every start, and of connections that were opened too early; they are not logged. */
const expectedLines =
  /^LOG: +(starting PostgreSQL|listening on|checkpoint |database system (was shut down|is ready))|^FATAL: +the database system is |^DETAIL: +(Consistent recovery state|Hot standby mode is disabled)/

/** Keeps one PostgreSQL running on one folder until it is stopped. */
export class PostgresSupervisor {
  readonly #options: SupervisorOptions
  #server: GuardedPostgres | undefined
  #bringingUp: Promise<void> = Promise.resolve()
  readonly #stopping = new AbortController()
  #lastWords: string[] = []

  constructor(options: SupervisorOptions) {
    this.#options = options
  }

  get pid(): number | undefined {
    return this.#server?.pid
  }

  async start(): Promise<void> {
    this.#bringingUp = this.#bringUp(attempts.atFirst)
    await this.#bringingUp
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#server?.stop()
    await this.#bringingUp.catch(() => {})
    const server = this.#server
    if (!server) return
    server.stop()
    const gone = await Promise.race([server.exited, sleep(stopTimeoutMs, undefined, { ref: false })])
    if (gone === undefined) await stopOrphan(server.pid, this.#options)
    this.#server = undefined
  }

  async #bringUp(most: number): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#startOnce()
      } catch (error) {
        if (attempt === most || this.#stopping.signal.aborted) throw error
        await sleep(Math.min(100 * 2 ** attempt, 5_000), undefined, { signal: this.#stopping.signal })
      }
    }
  }

  async #startOnce(): Promise<void> {
    const { binaries, cluster, address, settings, user } = this.#options
    const file = await readPostmasterPid(cluster)
    const verdict = judge(file, file ? await occupantOf(file.pid, cluster) : 'nobody')
    let ignoring = verdict.kind === 'start-ignoring' ? verdict.pid : undefined
    if (verdict.kind === 'stop-first' && !(await stopOrphan(verdict.pid, this.#options)))
      ignoring = verdict.pid

    this.#lastWords = []
    const server = await startGuarded({
      binaries,
      cluster,
      args: serverArguments(address, settings),
      user,
      ignoring,
      onLine: (line) => this.#repeat(line),
    })
    this.#server = server
    const givenUp = new AbortController()
    const answering = waitUntilAnswering(address, this.#options.logger, givenUp.signal)
    const outcome = await Promise.race([answering, server.exited]).finally(() => givenUp.abort())
    if (outcome !== 'answering') {
      this.#server = undefined
      throw new Error(`PostgreSQL did not start: ${this.#lastWords.join(' ') || outcome}`)
    }
    void server.exited.then((why) => this.#recover(why))
  }

  #recover(why: string): void {
    this.#server = undefined
    if (this.#stopping.signal.aborted) return
    this.#options.logger.error(`PostgreSQL stopped unexpectedly (${why}); starting it again.`)
    this.#bringingUp = this.#bringUp(attempts.again)
    this.#bringingUp.then(
      () => this.#options.logger.info('PostgreSQL is running again.'),
      (error: unknown) => {
        if (this.#stopping.signal.aborted) return
        const fatal = error instanceof Error ? error : new Error(String(error))
        this.#options.logger.error(fatal.message)
        this.#options.onFatal?.(fatal)
      },
    )
  }

  #repeat(line: string): void {
    if (this.#stopping.signal.aborted || expectedLines.test(line)) return
    const { logger } = this.#options
    this.#lastWords = [...this.#lastWords, line].slice(-5)
    if (/^(FATAL|PANIC)/.test(line)) logger.error(`${SERVER_LINE}${line}`)
    else if (/^(WARNING|ERROR)/.test(line)) logger.warn(`${SERVER_LINE}${line}`)
    else logger.info(`${SERVER_LINE}${line}`)
  }
}

/** Tries to connect until the server answers. Waits without limit, because recovery after a crash may take long. */
async function waitUntilAnswering(
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
