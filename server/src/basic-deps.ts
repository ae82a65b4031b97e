import type { Logger } from 'pino'
import type { Database } from './db/database.ts'

export type Clock = { now(): Date }
export const systemClock: Clock = { now: () => new Date() }

/** A random number from 0 up to, not including, 1. */
export type Random = () => number

/** What most use cases need. */
export type Deps = { db: Database; clock: Clock; random: Random; logger: Logger }

/** The same seed gives the same numbers (mulberry32): for ids that repeat, never for secrets. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A whole number from `least` to `most`. */
export function randomInteger(random: Random, least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1))
}
