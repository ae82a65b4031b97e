import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Deps } from '../basic-deps.ts'
import type { Db } from '../db/database.ts'
import type { ScheduledTask } from './scheduled-tasks.ts'

/** Between the starts of two tasks: most take less, so that they share one connection to the database instead of opening sixteen. */
const APART_MS = 50

/** A task that takes longer to end is left; its next run begins where it was. */
const LONGEST_END_MS = 1_500

/**
 * Runs each task once per interval, in one of all processes; `stop` lets the tasks that are running end what they are at, for
 * a moment, and names those that did not.
 */
export function startScheduler(
  tasks: readonly ScheduledTask[],
  deps: Pick<Deps, 'db' | 'logger'>,
  longestEndMs = LONGEST_END_MS,
): { stop(): Promise<void> } {
  const running = new Map<string, Promise<void>>()
  const timers = new Set<NodeJS.Timeout>()
  const stopping = new AbortController()
  tasks.forEach((task, position) => {
    const tick = () => {
      if (running.has(task.name)) return
      running.set(
        task.name,
        runInSlot(task, deps, stopping.signal).finally(() => running.delete(task.name)),
      )
    }
    const start = () => {
      tick()
      timers.add(setInterval(tick, task.everySeconds * 1000))
    }
    timers.add(setTimeout(start, position * APART_MS))
  })
  return {
    async stop() {
      stopping.abort()
      for (const timer of timers) clearInterval(timer)
      await Promise.race([Promise.all(running.values()), sleep(longestEndMs, undefined, { ref: false })])
      if (running.size > 0) deps.logger.info({ tasks: [...running.keys()] }, 'tasks were left at the stop')
    },
  }
}

async function runInSlot(
  { name, everySeconds, run }: ScheduledTask,
  { db, logger }: Pick<Deps, 'db' | 'logger'>,
  stopping: AbortSignal,
) {
  try {
    if (await takeSlot(db, name, everySeconds)) await run(stopping)
  } catch (error) {
    logger.error({ err: error, task: name }, 'a scheduled task failed; it runs again after its interval')
  }
}

/**
 * Claims the current time slot of a task for this process; false when another process has it. Slots follow the clock of
 * the database.
 */
async function takeSlot(db: Db, name: string, everySeconds: number): Promise<boolean> {
  const { rows } = await sql`
    insert into scheduled_task_runs (name, started_at)
    values (
      ${name},
      to_timestamp(floor(extract(epoch from clock_timestamp()) / ${everySeconds}::int) * ${everySeconds}::int)
    )
    on conflict (name) do update set started_at = excluded.started_at
    where scheduled_task_runs.started_at < excluded.started_at
    returning name
  `.execute(db)
  return rows.length > 0
}
