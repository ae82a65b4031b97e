import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../basic-deps.ts'
import type { Database } from '../../db/database.ts'
import { AppError } from '../../http/app-error.ts'
import type { CountGuess } from '../../http/limits/rate-limit.ts'
import { cookieNamed } from '../contact-proofs/contact-proof-cookie.ts'
import { isSameHash, type Secrets, tokenHash } from '../secrets.ts'
import { countAttempt, findRecoveryLink, insertResetWindow, recoveryCodeHash } from './recovery-store.ts'

/** How long after the code was proved a password can be set. */
export const RESET_WINDOW_SECONDS = 600

type VerifyDeps = {
  db: Database
  clock: Clock
  secrets: Secrets
  tokenSecret: string
  countGuess: CountGuess
}

/** For all codes of an account together: new codes give no further attempts. The mailed link still works. */
const CODE_TRIES_AN_HOUR = 15
/** Wrong codes from one network, whose customers open the mailed link beyond that. */
const NETWORK_TRIES_AN_HOUR = 300

/** Checks the mailed code and returns the secret with which a new password can be set. */
export async function verifyCode(
  deps: VerifyDeps,
  { email, code, network }: { email: string; code: string; network: string },
): Promise<{ resetSecret: string; accountId: string }> {
  const now = deps.clock.now()
  const ofNetwork = `recovery codes from ${network}`
  const guess = await deps.countGuess([
    { bucket: `recovery codes of ${email}`, max: CODE_TRIES_AN_HOUR, seconds: 3600 },
    { bucket: ofNetwork, max: NETWORK_TRIES_AN_HOUR, seconds: 3600 },
  ])
  if (!guess.allowed && guess.cap.bucket === ofNetwork) {
    const { retryAfterSeconds } = guess
    throw new AppError('mailed_link_needed', { retryAfterSeconds, securityFacts: { limitedBy: 'address' } })
  }
  const tried = guess.allowed ? await countAttempt(deps.db, email, now) : undefined
  if (!tried || !isSameHash(tried.codeHash, recoveryCodeHash(deps, tried.accountId, code))) {
    throw new AppError('wrong_code', { securityFacts: { accountId: tried?.accountId } })
  }
  const resetSecret = deps.secrets.token()
  const opened = await insertResetWindow(deps.db, {
    accountId: tried.accountId,
    codeHash: tried.codeHash,
    resetHash: tokenHash(resetSecret),
    expiresAt: new Date(now.getTime() + RESET_WINDOW_SECONDS * 1000),
    now,
  })
  if (!opened) throw new AppError('wrong_code')
  if (guess.allowed) await guess.forgive()
  return { resetSecret, accountId: tried.accountId }
}

/** The secret of a mailed link allows the reset. It cannot be guessed, so attempts are not counted. */
export async function verifyLink(
  deps: { db: Database; clock: Clock },
  secret: string,
): Promise<{ email: string; accountId: string }> {
  const link = await findRecoveryLink(deps.db, { secretHash: tokenHash(secret), now: deps.clock.now() })
  if (!link) throw new AppError('recovery_link_over')
  return link
}

/**
 * The secret for the reset, in a cookie of the browser that proved the code: scripts cannot read it, other sites cannot
 * send it. Over https its name prevents a subdomain from setting it.
 */
export function resetCookies(publicUrl: string) {
  const secure = publicUrl.startsWith('https:')
  const name = secure ? '__Host-reset' : 'reset'
  const write = (reply: FastifyReply, value: string, seconds: number) => {
    const rules = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
    reply.header('set-cookie', `${name}=${value}; ${rules}`)
  }
  return {
    give: (reply: FastifyReply, secret: string) => write(reply, secret, RESET_WINDOW_SECONDS),
    take: (reply: FastifyReply) => write(reply, '', 0),
    read: (request: FastifyRequest): string | undefined => cookieNamed(name, request.headers.cookie),
  }
}
