import type { ProofMethod } from '@twende/contract/accounts/second-factor.ts'
import type { Database } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { findAccountById } from '../account-store.ts'
import { lockOpenAccount } from '../profile/profile-store.ts'
import { isSameHash, tokenHash } from '../secrets.ts'
import { type Browser, type SessionDeps, startSession } from '../sessions/start-session.ts'
import { consumeChallenge, countChallengeAttempt } from './challenge-store.ts'
import { type CheckDeps, checkSecondFactor, type SecondFactorProof } from './check-proof.ts'
import { notifyRecoveryCodeUsed } from './notify-factor-change.ts'

type Answer = { challenge: string; proof: SecondFactorProof; browser: Browser }
type Finished = { token: string; accountId: string; method: ProofMethod }

/** The second step of a log-in: after the password, the second factor starts a session. */
export async function finishLogIn(
  deps: CheckDeps & SessionDeps & { db: Database },
  { challenge, proof, browser }: Answer,
): Promise<Finished> {
  const now = deps.clock.now()
  const stored = await countChallengeAttempt(deps.db, {
    tokenHash: tokenHash(challenge),
    purpose: 'sign_in',
    now,
  })
  if (!stored) throw new AppError('challenge_over')
  const account = await findAccountById(deps.db, stored.accountId)
  const securityFacts = { accountId: stored.accountId }
  if (account?.bannedAt) throw new AppError('account_banned', { securityFacts })
  // The password was changed since the first step.
  if (!account || !isSameHash(stored.passwordFingerprint, tokenHash(account.passwordHash)))
    throw new AppError('challenge_over', { securityFacts })
  const checked = await checkSecondFactor(deps, stored, proof)
  return inTransaction(deps.db, async (tx) => {
    if (!(await lockOpenAccount(tx, account.id))) throw new AppError('account_banned')
    if (!(await consumeChallenge(tx, stored.tokenHash))) throw new AppError('challenge_over')
    if (!(await checked.use(tx))) throw new AppError('wrong_second_factor', { securityFacts })
    if (checked.method === 'recovery') await notifyRecoveryCodeUsed(tx, account, now)
    const session = await startSession(deps, tx, { account, browser, secondFactorProvedAt: now })
    if (!session) throw new AppError('challenge_over')
    return { token: session.token, accountId: account.id, method: checked.method }
  })
}
