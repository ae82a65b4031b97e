import cluster, { type Worker } from 'node:cluster'
import { existsSync } from 'node:fs'
import type { Logger } from 'pino'
import { type Config, environment, readConfig } from '../config/config.ts'
import { requireEncryption } from '../config/require-encryption.ts'
import { SettingError } from '../config/setting.ts'
import { clusterPath } from '../embedded-postgres/postgres-cluster.ts'
import { dropOldBytes } from '../http/byte-cache.ts'
import { startArchiving } from '../maintenance/keep-archive.ts'
import { tryPictureStore } from '../media/open-pictures.ts'
import { isDiskFull } from '../ops/disk-room.ts'
import { logSecurityEvent } from '../ops/security-log.ts'
import { serveAdmin } from '../pages/serve-admin.ts'
import { servePages } from '../pages/serve-pages.ts'
import { SIMULATED_NOTICE, startSharedSimulators } from '../payments/providers/registry.ts'
import { isDemoMarket, seedBeforeStart } from '../seed/seed-before-start.ts'
import { collectAtRest } from '../threads/collect-at-rest.ts'
import { openMarket, type Shared } from './open-market.ts'
import { type PreparedDatabase, prepareDatabase } from './prepare-database.ts'
import { startLogger } from './start-logger.ts'
import { stopInOrder, stopOnSignals } from './stop.ts'

/** Starts everything, says where it is, and stops it gracefully. */
export async function start(): Promise<void> {
  try {
    const config = readConfig(environment())
    const logger = startLogger(config.logLevel)
    if (cluster.isWorker) await runWorker(config, logger)
    else await runFirst(config, logger)
  } catch (error) {
    say(sentence(error))
    process.exit(1)
  }
}

/** The first process owns the database and the simulators; with one worker it serves as well. */
async function runFirst(config: Config, logger: Logger) {
  await requireEncryption(config)
  if (config.database.kind === 'url' && config.tokenSecret === undefined)
    logger.warn('Sessions are valid on this machine only: set TOKEN_SECRET, the same on every machine.')
  await tryPictureStore(config.media)
  if (config.database.kind === 'embedded' && !existsSync(clusterPath(config.dataDir)))
    say('Making the database (about 5 seconds, once) ...')
  const database = await prepareDatabase(config, logger, (error) => {
    logger.fatal({ err: error }, 'the database is gone for good')
    process.exit(1)
  })
  try {
    await runOn(database, config, logger)
  } catch (error) {
    // systemd kills what a program leaves behind; the embedded database would recover at its next start.
    await database.stop()
    throw error
  }
}

async function runOn(database: PreparedDatabase, config: Config, logger: Logger) {
  const simulators = await startSharedSimulators(config, logger)
  const { connection, direct } = database
  const shared: Shared = { connection, direct, simulators: simulators?.shared }
  // Seeding holds a lock of its session.
  await seedBeforeStart({ config, logger, ...shared, connection: direct ?? connection }, say)
  logSecurityEvent(logger, 'program_started')
  const stopServing =
    config.workers > 1 ? await runMany(config, logger, shared) : await runAlone(config, logger, shared)
  const archiving = config.archive && startArchiving(config, config.archive, logger)
  const stop = async () => {
    const stopArchiving = async () => archiving?.stop()
    await stopInOrder(stopServing, async () => simulators?.close(), stopArchiving, database.stop)
    logSecurityEvent(logger, 'program_stopped')
  }
  stopOnSignals(stop, config.drainSeconds, say)
  if (config.payments.isSimulated) say(`\n${SIMULATED_NOTICE}`)
  say(`\nTwende is open at ${config.publicUrl}\n`)
}

async function runAlone(config: Config, logger: Logger, shared: Shared) {
  const market = await openMarket({ config, logger, ...shared })
  await serve(market, config)
  return () => market.close()
}

async function runMany(config: Config, logger: Logger, shared: Shared) {
  let stopping = false
  const keep = (worker: Worker) =>
    worker.once('exit', (code) => {
      if (stopping) return
      logger.error({ worker: worker.id, code }, 'a worker died; another takes its place')
      replace()
    })
  const replace = () => {
    setTimeout(() => stopping || void hire(shared).then(keep, replace), 500)
  }
  await Promise.all(Array.from({ length: config.workers }, () => hire(shared).then(keep)))
  return async () => {
    stopping = true
    const gone = Object.values(cluster.workers ?? {}).map(
      (worker) => new Promise((resolve) => worker?.once('exit', resolve)),
    )
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM')
    await Promise.all(gone)
  }
}

/** A worker that serves; refuses one that ended before it did, having said why. */
function hire(shared: Shared): Promise<Worker> {
  const worker = cluster.fork()
  worker.send(shared)
  return new Promise((resolve, reject) => {
    worker.once('listening', () => resolve(worker))
    worker.once('exit', () => reject(new SettingError('Not every one of the WORKERS could start.')))
  })
}

async function runWorker(config: Config, logger: Logger) {
  const shared = await new Promise<Shared>((resolve) => process.once('message', resolve))
  const market = await openMarket({ config, logger, ...shared })
  await serve(market, config)
  stopOnSignals(() => market.close(), config.drainSeconds, say)
  // Without its first process a worker has no database: it leaves.
  process.once('disconnect', () => process.exit(1))
}

async function serve({ app, deps }: Awaited<ReturnType<typeof openMarket>>, config: Config) {
  const options = { publicUrl: config.publicUrl, isDemo: await isDemoMarket(deps) }
  const { warmUp, dropUnwanted } = await servePages(app, deps, options)
  await serveAdmin(app, options)
  await app.listen({ port: config.port, host: config.host })
  // With the port open: a page that is asked for meanwhile waits for one other page at most.
  warmUp().catch((error: unknown) => {
    if (!deps.drain.isDraining) deps.logger.warn({ err: error }, 'the pages were not warmed up')
  })
  collectAtRest(() => dropOldBytes() + dropUnwanted())
}

function sentence(error: unknown): string {
  if (error instanceof SettingError) return error.message
  if (isDiskFull(error))
    return 'The disk is full. Make room for about 500 MB where the data folder (DATA_DIR) is, and start again: what was begun is continued.'
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    const port = 'port' in error ? error.port : ''
    return `Port ${port} is already taken. Stop what uses it, or choose another with PORT.`
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

function say(line: string) {
  process.stdout.write(`${line}\n`)
}
