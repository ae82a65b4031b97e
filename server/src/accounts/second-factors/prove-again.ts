import type { ProofMethod } from '@twende/contract/accounts/second-factor.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Caller } from '../../http/caller.ts'
import { Refusal } from '../../http/refusal.ts'
import { tokenHash } from '../keyed-hash.ts'
import { ownAccount } from '../own-account.ts'
import { lockOpenAccount } from '../profile-store.ts'
import { type ProveDeps, provePassword } from '../prove-password.ts'
import { markPasswordProved, markSecondFactorProved } from '../session-store.ts'
import { type Challenge, closeChallenge, takeAttempt } from './challenge-store.ts'
import { type CheckDeps, checkSecondFactor, type SecondFactorProof } from './check-proof.ts'
import { hasSecondFactor } from './factor-store.ts'
import { tellRecoveryCodeUsed } from './tell-factor-change.ts'

type Answer = { challenge: string; proof: SecondFactorProof; password?: string | undefined }

/** Notes in this session that the person proved themselves just now. The password proves only accounts without a factor. */
export async function proveAgain(
  deps: CheckDeps & ProveDeps,
  caller: Caller,
  answer: Answer,
): Promise<ProofMethod> {
  const { accountId } = caller
  const now = deps.clock.now()
  const asked = await takeAttempt(deps.db, {
    tokenHash: tokenHash(answer.challenge),
    purpose: 'prove',
    accountId,
    now,
  })
  if (!asked) throw new Refusal('challenge_over')
  const { password, proof } = answer
  if (password === undefined) return proveBySecondFactor(deps, caller, { asked, proof })
  await proveByPassword(deps, caller, { asked, password })
  return 'password'
}

async function proveBySecondFactor(
  deps: CheckDeps,
  { accountId, sessionId }: Caller,
  { asked, proof }: { asked: Challenge; proof: SecondFactorProof },
): Promise<ProofMethod> {
  const now = deps.clock.now()
  const checked = await checkSecondFactor(deps, asked, proof)
  const account = await ownAccount(deps.db, accountId)
  await inTransaction(deps.db, async (tx) => {
    if (!(await lockOpenAccount(tx, accountId))) throw new Refusal('not_signed_in')
    if (!(await closeChallenge(tx, asked.tokenHash))) throw new Refusal('challenge_over')
    if (!(await checked.use(tx))) throw new Refusal('wrong_second_factor')
    if (checked.method === 'recovery') await tellRecoveryCodeUsed(tx, account, now)
    await markSecondFactorProved(tx, sessionId, now)
  })
  return checked.method
}

async function proveByPassword(
  deps: CheckDeps & ProveDeps,
  caller: Caller,
  { asked, password }: { asked: Challenge; password: string },
): Promise<void> {
  if (await hasSecondFactor(deps.db, caller.accountId)) throw new Refusal('wrong_second_factor')
  await provePassword(deps, caller, password, { mostInSession: 5 })
  await inTransaction(deps.db, async (tx) => {
    if (!(await closeChallenge(tx, asked.tokenHash))) throw new Refusal('challenge_over')
    await markPasswordProved(tx, caller.sessionId, deps.clock.now())
  })
}
