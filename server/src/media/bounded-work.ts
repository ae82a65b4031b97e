import { Refusal } from '../http/refusal.ts'

type Task = () => void

export type BoundedWork = {
  /** Runs at most a few pieces of work at a time; what a person waits for goes before what can wait. */
  run<T>(work: () => Promise<T>, when?: 'now' | 'later'): Promise<T>
}

const BUSY_SECONDS = 2

/**
 * At most `limit` at a time, and of what can wait only one, and only while nothing else runs. Where `mostWaiting`
 * wait already, more is refused at once.
 */
export function boundedWork(limit: number, mostWaiting = Number.POSITIVE_INFINITY): BoundedWork {
  const urgent: Task[] = []
  const patient: Task[] = []
  let running = 0

  function startNext() {
    const next =
      running < limit ? (urgent.shift() ?? (running === 0 ? patient.shift() : undefined)) : undefined
    if (!next) return
    running += 1
    next()
  }

  return {
    async run(work, when = 'now') {
      if (running >= limit && urgent.length >= mostWaiting)
        throw new Refusal('unavailable', { retryAfterSeconds: BUSY_SECONDS })
      await new Promise<void>((start) => {
        ;(when === 'now' ? urgent : patient).push(start)
        startNext()
      })
      try {
        return await work()
      } finally {
        running -= 1
        startNext()
      }
    },
  }
}
