import type { Clock } from '../basic-deps.ts'
import type { Database } from '../db/database.ts'
import { countInWindow, uncount } from './rate-limit-store.ts'

/** At most `max` wrong guesses in so many seconds at what the bucket names. */
export type GuessCap = { bucket: string; max: number; seconds: number }

export type CountedGuess =
  /** The guess may be looked at; `forgive` takes it back from every cap once it was right. */
  { allowed: true; forgive(): Promise<void> } | { allowed: false; cap: GuessCap; retryAfterSeconds: number }

/** Counts a guess before it is looked at, against the narrowest cap first. */
export type CountGuess = (caps: readonly GuessCap[]) => Promise<CountedGuess>

/**
 * Each count is one statement in the database: of many parallel guesses no more than the cap are looked at. What a narrow
 * cap refuses is not counted against the wider ones, so that one guesser does not use up what others share.
 */
export function guessLimits(db: Database, clock: Clock): CountGuess {
  return async (caps) => {
    const counted: string[] = []
    for (const cap of caps) {
      const bucket = `guess ${cap.seconds} ${cap.bucket}`
      const { count, secondsLeft } = await countInWindow(db, bucket, cap.seconds, clock.now())
      if (count > cap.max) return { allowed: false, cap, retryAfterSeconds: Math.max(1, secondsLeft) }
      counted.push(bucket)
    }
    return { allowed: true, forgive: () => uncount(db, counted) }
  }
}

/** For load tests only (`RATE_LIMIT=off`). */
export const noGuessLimits: CountGuess = async () => ({ allowed: true, forgive: async () => {} })
