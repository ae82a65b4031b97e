import type { Logger } from 'pino'
import { type Secrets, systemSecrets } from '../accounts/secrets.ts'
import { findCurrentUserFrom } from '../accounts/sessions/find-current-user.ts'
import { accessRecorder } from '../audit/record-access.ts'
import { type Clock, type Random, systemClock } from '../basic-deps.ts'
import type { Config } from '../config/config.ts'
import { tokenSecret as keptTokenSecret } from '../config/token-secret.ts'
import { openChangeFeed } from '../db/change-feed.ts'
import { type Connection, openDatabase, openPool, poolSize } from '../db/database.ts'
import type { AppDeps } from '../deps.ts'
import { limitGuesses, noGuessLimit, noLimits, rateLimits } from '../http/limits/rate-limit.ts'
import { openJobs } from '../jobs/job-queue.ts'
import { openPictures } from '../media/open-pictures.ts'
import { openChannels } from '../notifications/channels/registry.ts'
import { payables } from '../payables.ts'
import { openGateways, type SharedSimulators } from '../payments/providers/registry.ts'
import { stopInOrder } from './stop.ts'

type Given = {
  config: Config
  connection: Connection
  logger: Logger
  clock?: Clock
  random?: Random
  secrets?: Secrets
  /** Simulators of payment providers that run already; without them, they are started where no provider is configured. */
  simulators?: SharedSimulators | undefined
}

/** Builds what the application is made of; `close` gives back what it opened. */
export async function createDeps(given: Given): Promise<{ deps: AppDeps; close(): Promise<void> }> {
  const { config, connection, logger, clock = systemClock, random = Math.random } = given
  const tokenSecret = await keptTokenSecret(config)
  const pool = openPool(connection, { max: poolSize(config.workers) })
  // The error carries the whole connection; its message says enough.
  pool.on(
    'error',
    ({ message }) => pool.ending || logger.warn({ message }, 'an idle database connection broke'),
  )
  const db = openDatabase(pool)
  const changeFeed = await openChangeFeed(connection, logger)
  const jobs = await openJobs(connection, logger)
  const connections = await openGateways({ config, clock, logger, simulators: given.simulators })
  const deps: AppDeps = {
    config,
    connection,
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
    changeFeed,
    warnings: new Set(),
    pictures: openPictures(config.media),
    identify: findCurrentUserFrom({ db, clock, tokenSecret, config }),
    recordAccess: accessRecorder(db, clock),
    checkRateLimit: config.rateLimit ? rateLimits(db, clock) : noLimits,
    countGuess: config.rateLimit ? limitGuesses(db, clock) : noGuessLimit,
  }
  return {
    deps,
    close: () => stopInOrder(jobs.stop, connections.close, changeFeed.close, () => db.destroy()),
  }
}
