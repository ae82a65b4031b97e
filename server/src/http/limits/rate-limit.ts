import type { RateLimit } from '@twende/contract/http/route.ts'
import type { FastifyRequest } from 'fastify'
import type { ProvenPerson } from '../../accounts/contact-proofs/contact.ts'
import { proofNeeded, provenPersonOf } from '../../accounts/contact-proofs/proven-person.ts'
import type { Clock } from '../../basic-deps.ts'
import type { Config } from '../../config/config.ts'
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

/**
 * Counts calls in the database, so that a limit holds across all processes. A network that has used up its limit is asked
 * for a proof; whoever proved a contact is counted by it alone.
 */
export function rateLimits(deps: RateLimitDeps): CheckRateLimit {
  const { db, clock } = deps
  return async (route, limit, attempt) => {
    const person = limit.per === 'address' ? provenPersonOf(deps, attempt) : undefined
    const subject = person ? `person ${person.key}` : subjectOf(limit, attempt)
    const bucket = `${route} ${person ? '' : `${limit.per} `}${limit.seconds} ${subject}`
    const { count, secondsLeft } = await countInWindow(db, bucket, limit.seconds, clock.now())
    if (count <= mostOf(limit, person, attempt)) return
    addSecurityFacts(attempt.request, { limitedBy: person ? 'user' : limit.per })
    const asksProof = limit.per === 'address' && !person
    throw new AppError(asksProof ? 'contact_proof_needed' : 'rate_limited', {
      retryAfterSeconds: Math.max(1, secondsLeft),
      ...(asksProof && { data: proofNeeded(deps, attempt.currentUser?.email ?? emailIn(attempt.body)) }),
    })
  }
}

type RateLimitDeps = {
  db: Database
  clock: Clock
  tokenSecret: string
  config: Pick<Config, 'channels' | 'demo'>
}

function emailIn(body: unknown): string {
  const email = body && typeof body === 'object' && 'email' in body ? body.email : ''
  return typeof email === 'string' ? email : ''
}

/** Limits by network are multiplied by this for a proxy that does not say which visitor a request is from. */
const VISITORS_BEHIND_PROXY = 50

/** A mail domain may do as much as a network; only limits by network are multiplied behind such a proxy. */
function mostOf(
  limit: RateLimit,
  person: ProvenPerson | undefined,
  { request, currentUser }: Attempt,
): number {
  if (person && limit.per === 'address') return person.kind === 'domain' ? limit.max : limit.ofPerson
  const isByNetwork = limit.per === 'address' || !currentUser
  return isByNetwork ? limit.max * networkFactor(request) : limit.max
}

/** The factor for limits by network; more than 1 where the network is that of a proxy. */
export function networkFactor(request: FastifyRequest): number {
  return comesFromUnknownVisitor(request) ? VISITORS_BEHIND_PROXY : 1
}

/** For load tests only (`RATE_LIMIT=off`). */
export const noLimits: CheckRateLimit = async () => {}

function subjectOf(limit: RateLimit, { request, currentUser }: Attempt): string {
  const network = networkOf(request.ip)
  return limit.per === 'user' ? (currentUser?.accountId ?? network) : network
}

/** At most `max` wrong guesses in `seconds` for the subject that `bucket` names. */
export type GuessLimit = { bucket: string; max: number; seconds: number }

export type GuessResult =
  /** The guess may be checked; `forgive` subtracts a correct guess from every count. */
  { allowed: true; forgive(): Promise<void> } | { allowed: false; cap: GuessLimit; retryAfterSeconds: number }

/** Counts a guess before it is checked, against the narrowest limit first. */
export type CountGuess = (caps: readonly GuessLimit[]) => Promise<GuessResult>

/**
 * Each count is one statement in the database, so that parallel guesses cannot exceed a limit. A guess that a narrow
 * limit refuses is not counted against the wider limits, which other people share.
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
