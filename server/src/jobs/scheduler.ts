import type { Deps } from '../basic-deps.ts'
import type { ScheduledTask } from './scheduled-tasks.ts'
import { takeSlot } from './scheduler-store.ts'

/** Runs each line once in each of its slots, however many processes do the same; `stop` waits for what runs. */
export function startScheduler(
  lines: readonly ScheduledTask[],
  deps: Pick<Deps, 'db' | 'logger'>,
): { stop(): Promise<void> } {
  const running = new Map<string, Promise<void>>()
  const timers = lines.map((line) => {
    const tick = () => {
      if (running.has(line.name)) return
      running.set(
        line.name,
        keep(line, deps).finally(() => running.delete(line.name)),
      )
    }
    tick()
    return setInterval(tick, line.everySeconds * 1000)
  })
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(running.values())
    },
  }
}

async function keep({ name, everySeconds, run }: ScheduledTask, { db, logger }: Pick<Deps, 'db' | 'logger'>) {
  try {
    if (await takeSlot(db, name, everySeconds)) await run()
  } catch (error) {
    logger.error({ err: error, line: name }, 'a line of the timetable failed; it runs again at its next time')
  }
}
