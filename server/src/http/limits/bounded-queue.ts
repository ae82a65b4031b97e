import { AsyncResource } from 'node:async_hooks'
import PQueue from 'p-queue'
import { AppError } from '../app-error.ts'

const RETRY_AFTER_SECONDS = 2

/** Runs at most `concurrency` tasks at a time, in order; refuses a task when `maxWaiting` others already wait. */
export function boundedQueue({ concurrency, maxWaiting }: { concurrency: number; maxWaiting: number }) {
  const queue = new PQueue({ concurrency })
  return async function run<T>(task: () => Promise<T>, refusal = serverBusy): Promise<T> {
    if (queue.size >= maxWaiting) throw refusal()
    // Without `bind`, a task that waited would run in the async context of the task that ended before it.
    return queue.add(AsyncResource.bind(task))
  }
}

export function serverBusy(): AppError {
  return new AppError('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS })
}
