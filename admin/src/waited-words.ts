import { serverNow } from '@twende/ui/api/server-clock.ts'

const steps = [
  { seconds: 86_400, one: 'a day', many: 'days' },
  { seconds: 3_600, one: 'an hour', many: 'hours' },
  { seconds: 60, one: 'a minute', many: 'minutes' },
] as const

/** How long ago something was, in one unit: `3 days ago`. */
export function waitedWords(instant: string, now = serverNow()): string {
  const seconds = (now.getTime() - Date.parse(instant)) / 1000
  const step = steps.find((candidate) => seconds >= candidate.seconds)
  if (!step) return 'just now'
  const n = Math.floor(seconds / step.seconds)
  return `${n === 1 ? step.one : `${n} ${step.many}`} ago`
}
