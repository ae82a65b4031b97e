import { type BoundedWork, boundedWork } from '../media/bounded-work.ts'
import type { HoldOrigin } from './hold-origin.ts'

/** So many purchases of one network wait for each other in a process; more are refused for a moment. */
const MOST_WAITING = 60

type Queue = { turns: BoundedWork; inside: number }
const queues = new Map<string, Queue>()

/**
 * Runs the purchases of one network one after another, before they take a connection to the database. They wait for
 * each other there anyway, and many from one network would leave no connection to everybody else.
 */
export async function queueByNetwork<T>(origin: HoldOrigin | undefined, work: () => Promise<T>): Promise<T> {
  if (!origin?.limitsNetwork) return work()
  const key = origin.network
  const queue = queues.get(key) ?? { turns: boundedWork(1, { mostWaiting: MOST_WAITING }), inside: 0 }
  queues.set(key, queue)
  queue.inside += 1
  try {
    return await queue.turns.run(work)
  } finally {
    queue.inside -= 1
    if (queue.inside === 0) queues.delete(key)
  }
}
