import type { Database } from '../db/database.ts'
import type { Clock } from '../deps.ts'
import { Refusal } from '../http/refusal.ts'
import { isSameHash, tokenHash } from './keyed-hash.ts'
import { recoveryCodeHash } from './recovery-code-hash.ts'
import { openResetWindow, takeTry } from './recovery-store.ts'
import type { Secrets } from './secrets.ts'

/** How long after the code was proved the password may be set. */
export const RESET_WINDOW_SECONDS = 600

type VerifyDeps = { db: Database; clock: Clock; secrets: Secrets; tokenSecret: string }

/** Proves the mailed code and gives the secret that alone may set the new password. */
export async function verifyCode(
  deps: VerifyDeps,
  { email, code }: { email: string; code: string },
): Promise<{ resetSecret: string; accountId: string }> {
  const now = deps.clock.now()
  const tried = await takeTry(deps.db, email, now)
  if (!tried || !isSameHash(tried.codeHash, recoveryCodeHash(deps, tried.accountId, code))) {
    throw new Refusal('wrong_code', { securityFacts: { accountId: tried?.accountId } })
  }
  const resetSecret = deps.secrets.token()
  const opened = await openResetWindow(deps.db, {
    accountId: tried.accountId,
    codeHash: tried.codeHash,
    resetHash: tokenHash(resetSecret),
    expiresAt: new Date(now.getTime() + RESET_WINDOW_SECONDS * 1000),
    now,
  })
  if (!opened) throw new Refusal('wrong_code')
  return { resetSecret, accountId: tried.accountId }
}
