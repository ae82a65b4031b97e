import type { RateLimit } from '@twende/contract/http/route.ts'
import type { FastifyRequest } from 'fastify'
import type { Database } from '../db/database.ts'
import type { Clock } from '../deps.ts'
import { countInWindow } from './attempt-store.ts'
import type { Caller } from './caller.ts'
import { Refusal } from './refusal.ts'

type Attempt = { request: FastifyRequest; caller: Caller | undefined; body: unknown }
export type CountAttempt = (route: string, limit: RateLimit, attempt: Attempt) => Promise<void>

/** Counts calls in the database, so that the limit holds over every process. */
export function attemptLimits(db: Database, clock: Clock): CountAttempt {
  return async (route, limit, attempt) => {
    const bucket = `${route} ${limit.per} ${limit.seconds} ${subject(limit, attempt)}`
    const { count, secondsLeft } = await countInWindow(db, bucket, limit.seconds, clock.now())
    if (count > limit.max) throw new Refusal('rate_limited', { retryAfterSeconds: Math.max(1, secondsLeft) })
  }
}

/** For load tests only (`RATE_LIMIT=off`). */
export const noLimits: CountAttempt = async () => {}

function subject(limit: RateLimit, { request, caller, body }: Attempt): string {
  if (limit.per === 'user') return caller?.accountId ?? request.ip
  if (limit.per === 'email' && body && typeof body === 'object' && 'email' in body) return String(body.email)
  return request.ip
}
