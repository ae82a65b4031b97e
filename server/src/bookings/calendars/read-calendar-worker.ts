import { parentPort, workerData } from 'node:worker_threads'
import { readCalendarText } from './read-calendar-text.ts'

export type CalendarWorkerData = {
  text: string
  window: Parameters<typeof readCalendarText>[1]
  ownUids: string
}

// Imported by the build's tools as well: only a thread has a port to its parent.
if (parentPort) {
  const { text, window, ownUids }: CalendarWorkerData = workerData
  parentPort.postMessage(readCalendarText(text, window, ownUids))
}
