import type { ProofMethod } from '@twende/contract/accounts/second-factor.ts'
import { inTransaction } from '../../db/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { CurrentUser } from '../../http/current-user.ts'
import { type ProveDeps, verifyPassword } from '../passwords/password-hash.ts'
import { lockOpenAccount, requireAccount } from '../profile/profile-store.ts'
import { tokenHash } from '../secrets.ts'
import { markPasswordProved, markSecondFactorProved } from '../sessions/session-store.ts'
import { type Challenge, consumeChallenge, countChallengeAttempt } from './challenge-store.ts'
import { type CheckDeps, checkSecondFactor, type SecondFactorProof } from './check-proof.ts'
import { hasSecondFactor } from './factor-store.ts'
import { notifyRecoveryCodeUsed } from './notify-factor-change.ts'

type Answer = { challenge: string; proof: SecondFactorProof; password?: string | undefined }

/** Records in the session that the person proved their identity now. A password is enough only without a second factor. */
export async function proveAgain(
  deps: CheckDeps & ProveDeps,
  currentUser: CurrentUser,
  answer: Answer,
): Promise<ProofMethod> {
  const { accountId } = currentUser
  const now = deps.clock.now()
  const stored = await countChallengeAttempt(deps.db, {
    tokenHash: tokenHash(answer.challenge),
    purpose: 'prove',
    accountId,
    now,
  })
  if (!stored) throw new AppError('challenge_over')
  const { password, proof } = answer
  if (password === undefined) return proveBySecondFactor(deps, currentUser, { stored, proof })
  await proveByPassword(deps, currentUser, { stored, password })
  return 'password'
}

async function proveBySecondFactor(
  deps: CheckDeps,
  { accountId, sessionId }: CurrentUser,
  { stored, proof }: { stored: Challenge; proof: SecondFactorProof },
): Promise<ProofMethod> {
  const now = deps.clock.now()
  const checked = await checkSecondFactor(deps, stored, proof)
  const account = await requireAccount(deps.db, accountId)
  await inTransaction(deps.db, async (tx) => {
    if (!(await lockOpenAccount(tx, accountId))) throw new AppError('not_signed_in')
    if (!(await consumeChallenge(tx, stored.tokenHash))) throw new AppError('challenge_over')
    if (!(await checked.use(tx))) throw new AppError('wrong_second_factor')
    if (checked.method === 'recovery') await notifyRecoveryCodeUsed(tx, account, now)
    await markSecondFactorProved(tx, sessionId, now)
  })
  return checked.method
}

async function proveByPassword(
  deps: CheckDeps & ProveDeps,
  currentUser: CurrentUser,
  { stored, password }: { stored: Challenge; password: string },
): Promise<void> {
  if (await hasSecondFactor(deps.db, currentUser.accountId)) throw new AppError('wrong_second_factor')
  await verifyPassword(deps, currentUser, password, { mostInSession: 5 })
  await inTransaction(deps.db, async (tx) => {
    if (!(await consumeChallenge(tx, stored.tokenHash))) throw new AppError('challenge_over')
    await markPasswordProved(tx, currentUser.sessionId, deps.clock.now())
  })
}
