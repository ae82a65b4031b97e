import type { Logger } from 'pino'
import type { Database } from './db/database.ts'

export type Clock = { now(): Date }
export const systemClock: Clock = { now: () => new Date() }

/** A random number from 0 up to, not including, 1. */
export type Random = () => number

/** What most use cases need. */
export type Deps = { db: Database; clock: Clock; random: Random; logger: Logger }
