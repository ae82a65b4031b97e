import { environment, readConfig } from './config.ts'
import { openMarket } from './open-market.ts'
import { PageCache } from './pages/page-cache.ts'
import { servePages } from './pages/serve-pages.ts'
import { prepareDatabase } from './prepare-database.ts'
import { SettingError } from './setting-error.ts'
import { startLogger } from './start-logger.ts'

/** Starts everything, says where it is, and stops it gracefully. */
export async function start(): Promise<void> {
  try {
    await run()
  } catch (error) {
    process.exitCode = 1
    say(sentence(error))
    process.exit()
  }
}

async function run() {
  const config = readConfig(environment())
  const logger = startLogger(config.logLevel)
  const database = await prepareDatabase(config, logger, (error) => {
    logger.fatal({ err: error }, 'the database is gone for good')
    process.exit(1)
  })
  const market = await openMarket({ config, connection: database.connection, logger })
  await servePages(market.app, { publicUrl: config.publicUrl, cache: new PageCache() })
  stopOnSignals(async () => {
    await market.close()
    await database.stop()
  })
  await market.app.listen({ port: config.port, host: config.host })
  say(`Twende is open at ${config.publicUrl}`)
}

function stopOnSignals(close: () => Promise<void>) {
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    close().then(
      () => process.exit(0),
      (error) => {
        say(sentence(error))
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
}

function sentence(error: unknown): string {
  if (error instanceof SettingError) return error.message
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return `Port ${'port' in error ? error.port : ''} is already taken. Stop what uses it, or choose another with PORT.`
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

function say(line: string) {
  process.stdout.write(`${line}\n`)
}
