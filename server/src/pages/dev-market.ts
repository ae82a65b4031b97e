import type { FastifyInstance } from 'fastify'
import { environment, readConfig } from '../config/config.ts'
import { isDemoMarket, seedBeforeStart } from '../seed/seed-before-start.ts'
import { openMarket } from '../start/open-market.ts'
import { prepareDatabase } from '../start/prepare-database.ts'
import { startLogger } from '../start/start-logger.ts'
import { servePagesInDevelopment } from './serve-pages.ts'

export type DevMarket = { routing: FastifyInstance['routing']; close(): Promise<void> }

/** The server that `npm run dev` runs behind Vite: everything except the page cache. */
export async function openDevMarket(projectFolder: string): Promise<DevMarket> {
  const config = readConfig(environment(projectFolder))
  const logger = startLogger(config.logLevel)
  const database = await prepareDatabase(config, logger, (error) =>
    logger.fatal({ err: error }, 'the database is gone'),
  )
  const given = { config, connection: database.connection, direct: database.direct, logger }
  await seedBeforeStart(given, (line) => void process.stdout.write(`${line}\n`))
  const market = await openMarket(given)
  const isDemo = await isDemoMarket(market.deps)
  await servePagesInDevelopment(market.app, { publicUrl: config.publicUrl, isDemo })
  await market.app.ready()
  const close = async () => {
    await market.close()
    await database.stop()
  }
  return { routing: (request, response) => market.app.routing(request, response), close }
}
