import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { projectPath } from '../../config/folders.ts'
import type { CalendarText } from './read-calendar-text.ts'
import type { CalendarWorkerData } from './read-calendar-worker.ts'

const LONGEST_READING_MS = 10_000

/**
 * Reads a calendar on a thread of its own, which is ended when it takes too long: the text comes from strangers, and
 * the time that the library needs can grow with the square of its length.
 */
export async function readCalendarInThread(
  workerData: CalendarWorkerData,
  longestMs = LONGEST_READING_MS,
): Promise<CalendarText> {
  // In development and tests the source is started, in production the entry of the build.
  const file = import.meta.url.endsWith('.ts')
    ? 'server/src/bookings/calendars/read-calendar-worker.ts'
    : 'build/site/server/calendar-worker.js'
  const worker = new Worker(projectPath(file), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: 128 },
  })
  try {
    const [result]: CalendarText[] = await once(worker, 'message', { signal: AbortSignal.timeout(longestMs) })
    return result ?? { problem: 'too_many_entries' }
  } catch (error) {
    if (isTooMuch(error)) return { problem: 'too_many_entries' }
    throw error
  } finally {
    await worker.terminate()
  }
}

/** The time or the memory was not enough. */
function isTooMuch(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
}
