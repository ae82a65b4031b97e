import { AppError } from '../http/app-error.ts'

type Task = () => void

/** `now`: somebody waits for the answer. `upload`: a person sent something to be taken in. `later`: nobody waits. */
export type Urgency = 'now' | 'upload' | 'later'

export type BoundedWork = {
  /** Runs at most a few pieces of work at a time, the urgent ones first. `of` is the person who sent an upload. */
  run<T>(work: () => Promise<T>, when?: Urgency, of?: string): Promise<T>
}

type Bounds = {
  /** How much may wait before more is refused at once. */
  mostWaiting?: number
  mostUploadsWaiting?: number
  /** How many uploads of one person may run and wait. */
  mostUploadsOfOne?: number
}

const BUSY_SECONDS = 2

/**
 * At most `limit` at a time. Uploads leave one of them free for those who wait for an answer; of what can wait, only
 * one runs, and only while nothing else does.
 */
export function boundedWork(limit: number, bounds: Bounds = {}): BoundedWork {
  const { mostWaiting = Number.POSITIVE_INFINITY, mostUploadsWaiting = mostWaiting } = bounds
  const { mostUploadsOfOne = Number.POSITIVE_INFINITY } = bounds
  const mostUploads = Math.max(1, limit - 1)
  const waiting: Record<Urgency, Task[]> = { now: [], upload: [], later: [] }
  const uploadsOf = new Map<string, number>()
  const running = { now: 0, upload: 0, later: 0 }
  const runningInAll = () => running.now + running.upload + running.later

  function mayStart(when: Urgency): boolean {
    if (runningInAll() >= limit) return false
    if (when === 'upload') return running.upload < mostUploads
    return when === 'now' || runningInAll() === 0
  }

  function startNext() {
    for (const when of ['now', 'upload', 'later'] as const) {
      const next = mayStart(when) ? waiting[when].shift() : undefined
      if (!next) continue
      running[when] += 1
      return next()
    }
  }

  function refuseWhenFull(when: Urgency, of: string | undefined) {
    const most = { now: mostWaiting, upload: mostUploadsWaiting, later: Number.POSITIVE_INFINITY }[when]
    const isFull = waiting[when].length >= most && !mayStart(when)
    const isOneTooMany = of !== undefined && (uploadsOf.get(of) ?? 0) >= mostUploadsOfOne
    if (isFull || isOneTooMany) throw new AppError('unavailable', { retryAfterSeconds: BUSY_SECONDS })
  }

  function countUpload(of: string | undefined, change: 1 | -1) {
    if (of === undefined) return
    const count = (uploadsOf.get(of) ?? 0) + change
    if (count === 0) uploadsOf.delete(of)
    else uploadsOf.set(of, count)
  }

  return {
    async run(work, when = 'now', of) {
      refuseWhenFull(when, of)
      countUpload(of, 1)
      await new Promise<void>((start) => {
        waiting[when].push(start)
        startNext()
      })
      try {
        return await work()
      } finally {
        running[when] -= 1
        countUpload(of, -1)
        startNext()
      }
    },
  }
}
