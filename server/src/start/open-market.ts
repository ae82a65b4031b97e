import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createApp } from '../app.ts'
import type { Config } from '../config/config.ts'
import type { Connection } from '../db/database.ts'
import type { AppDeps } from '../deps.ts'
import { scheduledTasks } from '../jobs/scheduled-tasks.ts'
import { startScheduler } from '../jobs/scheduler.ts'
import { createWorkers } from '../jobs/workers.ts'
import type { SharedSimulators } from '../payments/providers/registry.ts'
import { createDeps } from './create-deps.ts'
import { stopInOrder } from './stop.ts'

/** What the processes of one machine share; handed to each as plain data. */
export type Shared = { connection: Connection; simulators?: SharedSimulators | undefined }

export type Market = { app: FastifyInstance; deps: AppDeps; close(): Promise<void> }

/** The application over a database that is already migrated: what every process of it runs. */
export async function openMarket(given: { config: Config; logger: Logger } & Shared): Promise<Market> {
  const { deps, close } = await createDeps(given)
  const app = await createApp(deps)
  await deps.jobs.start(createWorkers(deps))
  const kept = startScheduler(scheduledTasks(deps), deps)
  // Not as a hook of the server's own: those are cut off after ten seconds, and a running job may need longer.
  const stop = () => stopInOrder(() => app.close(), kept.stop, close)
  return { app, deps, close: stop }
}
