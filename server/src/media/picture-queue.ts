import PQueue from 'p-queue'
import { serverBusy } from '../http/limits/bounded-queue.ts'

/** `request`: a visitor waits for the picture. `upload`: a person sent it. `background`: nobody waits. */
export type PictureTaskKind = 'request' | 'upload' | 'background'

export type PictureQueue = {
  /** Runs the tasks of requests first. `uploader` is the account that sent an upload. */
  run<T>(task: () => Promise<T>, kind?: PictureTaskKind, uploader?: string): Promise<T>
}

type Limits = { maxWaiting?: number; maxUploadsWaiting?: number; maxUploadsPerPerson?: number }

const PRIORITY = { request: 2, upload: 1, background: 0 }

/**
 * Encodes at most `concurrency` pictures at a time. Uploads always leave one of these for requests; a background task
 * starts only while nothing else runs.
 */
export function pictureQueue(concurrency: number, limits: Limits = {}): PictureQueue {
  const { maxWaiting = Number.POSITIVE_INFINITY, maxUploadsWaiting = maxWaiting } = limits
  const { maxUploadsPerPerson = Number.POSITIVE_INFINITY } = limits
  const queue = new PQueue({ concurrency })
  const uploads = new PQueue({ concurrency: Math.max(1, concurrency - 1) })
  const background = new PQueue({ concurrency: 1 })
  const uploadsByPerson = new Map<string, number>()

  function countUpload(uploader: string, change: 1 | -1) {
    const count = (uploadsByPerson.get(uploader) ?? 0) + change
    if (count === 0) uploadsByPerson.delete(uploader)
    else uploadsByPerson.set(uploader, count)
  }

  async function runUpload<T>(task: () => Promise<T>, uploader: string): Promise<T> {
    const waiting = uploads.size + queue.sizeBy({ priority: PRIORITY.upload })
    if (waiting >= maxUploadsWaiting) throw serverBusy()
    if ((uploadsByPerson.get(uploader) ?? 0) >= maxUploadsPerPerson) throw serverBusy()
    countUpload(uploader, 1)
    try {
      return await uploads.add(() => queue.add(task, { priority: PRIORITY.upload }))
    } finally {
      countUpload(uploader, -1)
    }
  }

  async function runWhenIdle<T>(task: () => Promise<T>): Promise<T> {
    while (queue.size + queue.pending > 0) await queue.onIdle()
    return queue.add(task, { priority: PRIORITY.background })
  }

  return {
    async run(task, kind = 'request', uploader = '') {
      if (kind === 'upload') return runUpload(task, uploader)
      if (kind === 'background') return background.add(() => runWhenIdle(task))
      if (queue.sizeBy({ priority: PRIORITY.request }) >= maxWaiting) throw serverBusy()
      return queue.add(task, { priority: PRIORITY.request })
    },
  }
}
