import { boundedQueue } from '../http/limits/bounded-queue.ts'
import type { HoldOrigin } from './hold-origin.ts'

/** How many purchases of one network may wait for each other in a process; more are refused for a moment. */
const MAX_WAITING = 60

const queues = new Map<string, { run: ReturnType<typeof boundedQueue>; purchases: number }>()

/**
 * Runs the purchases of one network one after another, before they take a connection to the database. The database locks
 * make them wait for each other anyway, and many at once would leave no connection for other customers.
 */
export async function queueByNetwork<T>(
  origin: HoldOrigin | undefined,
  purchase: () => Promise<T>,
): Promise<T> {
  if (!origin?.limitsNetwork) return purchase()
  const { network } = origin
  const queue = queues.get(network) ?? {
    run: boundedQueue({ concurrency: 1, maxWaiting: MAX_WAITING }),
    purchases: 0,
  }
  queues.set(network, queue)
  queue.purchases += 1
  try {
    return await queue.run(purchase)
  } finally {
    queue.purchases -= 1
    if (queue.purchases === 0) queues.delete(network)
  }
}
