import type { RateLimit } from '@twende/contract/http/route.ts'
import type { FastifyRequest } from 'fastify'
import type { Clock } from '../../basic-deps.ts'
import type { Database } from '../../db/database.ts'
import { addSecurityFacts } from '../../ops/request-security.ts'
import { AppError } from '../app-error.ts'
import type { CurrentUser } from '../current-user.ts'
import { comesFromUnknownVisitor } from '../proxies/watch-proxies.ts'
import { networkOf } from './network-of.ts'
import { countInWindow, uncount } from './rate-limit-store.ts'

/** For load tests only (`RATE_LIMIT=off`). */
export const noGuessLimit: CountGuess = async () => ({ allowed: true, forgive: async () => {} })

type Attempt = { request: FastifyRequest; currentUser: CurrentUser | undefined; body: unknown }
export type CheckRateLimit = (route: string, limit: RateLimit, attempt: Attempt) => Promise<void>

/** Counts calls in the database, so that the limit holds over every process. */
export function rateLimits(db: Database, clock: Clock): CheckRateLimit {
  return async (route, limit, attempt) => {
    const bucket = bucketOf(route, limit, attempt)
    const { count, secondsLeft } = await countInWindow(db, bucket, limit.seconds, clock.now())
    if (count <= mostOf(limit, attempt)) return
    addSecurityFacts(attempt.request, { limitedBy: limit.per })
    throw new AppError('rate_limited', { retryAfterSeconds: Math.max(1, secondsLeft) })
  }
}

/** So many visitors may come through a proxy that does not tell one from another, before one limit holds for them all. */
const VISITORS_BEHIND_PROXY = 50

/** What is counted by account or email stays as it is: it needs no network to be told apart. */
function mostOf({ per, max }: RateLimit, { request, currentUser }: Attempt): number {
  const isByNetwork = per === 'address' || (per === 'user' && !currentUser)
  return isByNetwork ? max * networkFactor(request) : max
}

/** How much more a limit by network allows where the network is that of a proxy. */
export function networkFactor(request: FastifyRequest): number {
  return comesFromUnknownVisitor(request) ? VISITORS_BEHIND_PROXY : 1
}

/** For load tests only (`RATE_LIMIT=off`). */
export const noLimits: CheckRateLimit = async () => {}

function bucketOf(route: string, limit: RateLimit, attempt: Attempt): string {
  return `${route} ${limit.per} ${limit.seconds} ${subject(limit, attempt)}`
}

function subject(limit: RateLimit, { request, currentUser }: Attempt): string {
  const network = networkOf(request.ip)
  return limit.per === 'user' ? (currentUser?.accountId ?? network) : network
}

/** At most `max` wrong guesses in so many seconds at what the bucket names. */
export type GuessLimit = { bucket: string; max: number; seconds: number }

export type GuessResult =
  /** The guess may be looked at; `forgive` takes it back from every cap once it was right. */
  { allowed: true; forgive(): Promise<void> } | { allowed: false; cap: GuessLimit; retryAfterSeconds: number }

/** Counts a guess before it is looked at, against the narrowest cap first. */
export type CountGuess = (caps: readonly GuessLimit[]) => Promise<GuessResult>

/**
 * Each count is one statement in the database: of many parallel guesses no more than the cap are looked at. What a narrow
 * cap refuses is not counted against the wider ones, so that one guesser does not use up what others share.
 */
export function limitGuesses(db: Database, clock: Clock): CountGuess {
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
