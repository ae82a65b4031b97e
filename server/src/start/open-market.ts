import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { type Secrets, systemSecrets } from '../accounts/secrets.ts'
import { findCurrentUserFrom } from '../accounts/sessions/find-current-user.ts'
import { createApp } from '../app.ts'
import { accessRecorder } from '../audit/record-access.ts'
import { refuseOwnThingsIn } from '../audit/refuse-own-things.ts'
import { type Clock, type Random, systemClock } from '../basic-deps.ts'
import { bookingPayable } from '../bookings/booking-payable.ts'
import { fetchCalendar } from '../bookings/calendars/fetch-calendar.ts'
import { depositPayable } from '../bookings/deposit/deposit-payable.ts'
import type { Config } from '../config/config.ts'
import { tokenSecret as keptTokenSecret } from '../config/generated-secret.ts'
import { SettingError } from '../config/setting.ts'
import { NotListeningError, openChangeFeed } from '../db/change-feed.ts'
import { answerWithinMs, type Connection, openDatabase, openPool, poolSize } from '../db/database.ts'
import type { AppDeps } from '../deps.ts'
import { drainFor } from '../http/drain.ts'
import { limitGuesses, noGuessLimit, noLimits, rateLimits } from '../http/limits/rate-limit.ts'
import { openJobs } from '../jobs/job-queue.ts'
import { createWorkers, scheduledTasks } from '../jobs/scheduled-tasks.ts'
import { startScheduler } from '../jobs/scheduler.ts'
import { listingPayable } from '../listings/listing-payable.ts'
import { createListingSearch } from '../listings/search-index/listing-search.ts'
import { openPictures } from '../media/open-pictures.ts'
import { openChannels } from '../notifications/channels/registry.ts'
import { watchDiskRoom } from '../ops/disk-room.ts'
import { type Payables, unmatchedPayable } from '../payments/payable.ts'
import { openGateways, type SharedSimulators } from '../payments/providers/registry.ts'
import { openPrivateFiles } from '../private-files/private-file-storage.ts'
import { orderPayable } from '../shop/order-payable.ts'
import { startTracing, tracerSettings } from '../tracing/start-tracing.ts'
import { stopInOrder } from './stop.ts'

/** Jobs have a second of it; a statement that was left keeps its connection, which ends with the process. */
const LONGEST_CLOSE_MS = 1_300

/** Everything that can be paid for; a type of payable that is missing here does not compile. */
const payables: Payables = {
  booking: bookingPayable,
  listing_period: listingPayable,
  order: orderPayable,
  deposit: depositPayable,
  unmatched: unmatchedPayable,
}

/** What the processes of one machine share; handed to each as plain data. */
export type Shared = {
  connection: Connection
  /** Reaches the same database without a connection pooler; `connection` unless that names one. */
  direct?: Connection | undefined
  simulators?: SharedSimulators | undefined
}

export type Market = { app: FastifyInstance; deps: AppDeps; close(): Promise<void> }

/** The application over a database that is already migrated: what every process of it runs. */
export async function openMarket(given: { config: Config; logger: Logger } & Shared): Promise<Market> {
  const { deps, close } = await createDeps(given)
  const app = await createApp(deps)
  await deps.jobs.start(createWorkers(deps))
  // Until it is filled, the database answers searches.
  void deps.listingSearch.start()
  const kept = startScheduler(scheduledTasks(deps), deps)
  const stopWatching = watchDiskRoom(deps)
  // Requests, tasks and jobs end beside each other, then all is closed: 3 seconds at most together. Jobs that these requests
  // add wait for the next process.
  const stop = async () => {
    stopWatching()
    await drainFor(deps.drain, given.config.drainSeconds)
    const closeInTime = () => Promise.race([close(), sleep(LONGEST_CLOSE_MS, undefined, { ref: false })])
    await stopInOrder(() => Promise.all([app.close(), kept.stop(), deps.jobs.endWork()]), closeInTime)
  }
  return { app, deps, close: stop }
}

type Given = {
  config: Config
  connection: Connection
  direct?: Connection | undefined
  logger: Logger
  clock?: Clock
  random?: Random
  secrets?: Secrets
  /** Simulators of payment providers that run already; without them, they are started where no provider is configured. */
  simulators?: SharedSimulators | undefined
}

/** Builds what the application is made of; `close` gives back what it opened. */
export async function createDeps(given: Given): Promise<{ deps: AppDeps; close(): Promise<void> }> {
  const { config, connection, direct = connection, logger, clock = systemClock, random = Math.random } = given
  const tokenSecret = await keptTokenSecret(config)
  const stopTracing = await startTracing(tracerSettings(config.tracing, tokenSecret), (error) =>
    logger.warn({ err: error }, 'traces could not be sent to the collector'),
  )
  const pool = openPool(connection, poolSettings(config, connection))
  // The error carries the whole connection; its message says enough.
  pool.on(
    'error',
    ({ message }) => pool.ending || logger.warn({ message }, 'an idle database connection broke'),
  )
  const db = openDatabase(pool)
  const closePool = async () => {
    await db.destroy()
    // Kysely ends only a pool that it has used; the change feed uses it too.
    if (!pool.ending) await pool.end()
  }
  const changeFeed = await openChangeFeed({ direct, db, logger }).catch((error: unknown) => {
    throw error instanceof NotListeningError ? new SettingError(notListening(config)) : error
  })
  const privateFiles = await openPrivateFiles(db, config).catch(async (error: unknown) => {
    await stopInOrder(changeFeed.close, closePool)
    throw error
  })
  const jobs = await openJobs(direct, logger)
  const connections = await openGateways({ config, clock, logger, simulators: given.simulators })
  const listingSearch = createListingSearch({ db, connection: direct, logger, ...config.searchIndex })
  const deps: AppDeps = {
    config,
    connection,
    connections: pool,
    tokenSecret,
    secrets: given.secrets ?? systemSecrets,
    logger,
    db,
    clock,
    random,
    jobs,
    channels: openChannels({ config, logger }),
    gateways: connections.gateways,
    payables,
    fetchCalendar,
    changeFeed,
    drain: { isDraining: false },
    warnings: new Set(),
    listingSearch,
    pictures: openPictures(config.media),
    privateFiles,
    identify: findCurrentUserFrom({ db, clock, tokenSecret, config }),
    recordAccess: accessRecorder(db, clock),
    refuseOwnThings: refuseOwnThingsIn(db),
    checkRateLimit: config.rateLimit ? rateLimits({ db, clock, tokenSecret, config }) : noLimits,
    countGuess: config.rateLimit ? limitGuesses(db, clock) : noGuessLimit,
  }
  return {
    deps,
    close: () =>
      stopInOrder(
        jobs.stop,
        connections.close,
        listingSearch.close,
        changeFeed.close,
        closePool,
        stopTracing,
      ),
  }
}

function poolSettings({ workers, databaseConnections }: Config, connection: Connection) {
  return { max: poolSize(workers, databaseConnections), answerWithinMs: answerWithinMs(connection) }
}

function notListening({ database }: Config): string {
  if (database.kind === 'url' && database.directUrl !== undefined)
    return 'DATABASE_DIRECT_URL receives no notifications from DATABASE_URL: it must reach the same database, without a connection pooler in transaction mode.'
  return 'DATABASE_URL passes no notifications on, as a connection pooler in transaction mode does not: set DATABASE_DIRECT_URL to the address of the same database without the pooler.'
}
