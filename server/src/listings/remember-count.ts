import type { ChangeFeed } from '../db/change-feed.ts'
import type { Counts } from './shown-listing-store.ts'

const MAX_AGE_MS = 60_000

/**
 * A count of the cars for sale, kept while it is exactly right: until a car changes, until the hour when the next one
 * leaves by itself, and for a minute at most.
 */
export function rememberCount(
  changeFeed: Pick<ChangeFeed, 'on' | 'isListening'>,
  count: (now: Date) => Promise<Counts>,
): (now: Date) => Promise<Counts> {
  let kept: { counts: Counts; countedAt: Date } | undefined
  let generation = 0
  changeFeed.on((noun) => {
    if (noun !== 'listings' && noun !== 'content') return
    generation += 1
    kept = undefined
  })

  function known(now: Date): Counts | undefined {
    if (!kept || !changeFeed.isListening()) return undefined
    const { counts, countedAt } = kept
    const age = now.getTime() - countedAt.getTime()
    const isRight = age >= 0 && age < MAX_AGE_MS && (counts.goodUntil === null || now < counts.goodUntil)
    return isRight ? counts : undefined
  }

  return async (now) => {
    const remembered = known(now)
    if (remembered) return remembered
    const startedAt = generation
    const counts = await count(now)
    // Counted before a change that came meanwhile: good for this answer, not for the next.
    if (startedAt === generation) kept = { counts, countedAt: now }
    return counts
  }
}
