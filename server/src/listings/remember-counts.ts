import type { ChangeFeed } from '../db/change-feed.ts'
import { ByteCache } from '../http/byte-cache.ts'
import type { Counts } from './shown-listing-store.ts'

export type RememberedCounts = {
  known(key: string, now: Date): Counts | undefined
  /** What is known, or what `count` answers. */
  of(key: string, now: Date, count: () => Promise<Counts>): Promise<Counts>
}

type Remembered = Counts & { countedAt: Date }

const MAX_AGE_MS = 60_000
const MAX_BYTES = 1024 * 1024
const BESIDE_KEY = 200

/**
 * Counts of cars for sale, kept while they are exactly right: until a car changes, or until the hour when the next one
 * leaves by itself.
 */
export function rememberCounts(changeFeed: Pick<ChangeFeed, 'on' | 'isListening'>): RememberedCounts {
  const kept = new ByteCache<Remembered>({ maxBytes: MAX_BYTES, maxAgeMs: MAX_AGE_MS })
  let generation = 0
  changeFeed.on((noun) => {
    if (noun !== 'listings' && noun !== 'content') return
    generation += 1
    kept.deleteWhere(() => true)
  })

  function known(key: string, now: Date): Counts | undefined {
    const counts = changeFeed.isListening() ? kept.get(key) : undefined
    const isRight = counts && counts.countedAt <= now && (counts.goodUntil === null || now < counts.goodUntil)
    return isRight ? counts : undefined
  }

  async function of(key: string, now: Date, count: () => Promise<Counts>): Promise<Counts> {
    const remembered = known(key, now)
    if (remembered) return remembered
    const startedAt = generation
    const counts = await count()
    // Counted before a change that came meanwhile: good for this answer, not for the next.
    if (startedAt === generation) kept.set(key, { ...counts, countedAt: now }, key.length * 2 + BESIDE_KEY)
    return counts
  }

  return { known, of }
}
