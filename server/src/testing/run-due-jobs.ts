import type { AppDeps } from '../deps.ts'
import { createWorkers, scheduledTasks } from '../jobs/scheduled-tasks.ts'

/** Runs all queued jobs, and each scheduled task once. */
export async function runDueJobs({ deps }: { deps: AppDeps }): Promise<void> {
  const workers = createWorkers(deps)
  await deps.jobs.runQueued(workers)
  for (const line of scheduledTasks(deps)) await line.run()
  await deps.jobs.runQueued(workers)
}
