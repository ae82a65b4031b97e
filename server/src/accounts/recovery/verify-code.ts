import type { Clock } from '../../basic-deps.ts'
import type { Database } from '../../db/database.ts'
import { AppError } from '../../http/app-error.ts'
import type { CountGuess } from '../../http/limits/rate-limit.ts'
import { isSameHash, tokenHash } from '../keyed-hash.ts'
import type { Secrets } from '../secrets.ts'
import { findRecoveryLink, openResetWindow, recoveryCodeHash, takeTry } from './recovery-store.ts'

/** How long after the code was proved the password may be set. */
export const RESET_WINDOW_SECONDS = 600

type VerifyDeps = {
  db: Database
  clock: Clock
  secrets: Secrets
  tokenSecret: string
  countGuess: CountGuess
}

/** Over all codes of an account: more codes give no more tries. Beyond, the link of the mail is good. */
const CODE_TRIES_AN_HOUR = 15

/** Proves the mailed code and gives the secret that alone may set the new password. */
export async function verifyCode(
  deps: VerifyDeps,
  { email, code }: { email: string; code: string },
): Promise<{ resetSecret: string; accountId: string }> {
  const now = deps.clock.now()
  const bucket = `recovery codes of ${email}`
  const guess = await deps.countGuess([{ bucket, max: CODE_TRIES_AN_HOUR, seconds: 3600 }])
  const tried = guess.allowed ? await takeTry(deps.db, email, now) : undefined
  if (!tried || !isSameHash(tried.codeHash, recoveryCodeHash(deps, tried.accountId, code))) {
    throw new AppError('wrong_code', { securityFacts: { accountId: tried?.accountId } })
  }
  const resetSecret = deps.secrets.token()
  const opened = await openResetWindow(deps.db, {
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

/** The secret of a mailed link is itself the right to reset; nobody guesses it, so no tries are counted. */
export async function verifyLink(
  deps: { db: Database; clock: Clock },
  secret: string,
): Promise<{ email: string; accountId: string }> {
  const link = await findRecoveryLink(deps.db, { secretHash: tokenHash(secret), now: deps.clock.now() })
  if (!link) throw new AppError('recovery_link_over')
  return link
}
