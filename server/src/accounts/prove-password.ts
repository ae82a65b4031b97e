import type { Database } from '../db/database.ts'
import type { Caller } from '../http/caller.ts'
import type { CountGuess, GuessCap } from '../http/guess-limits.ts'
import { Refusal } from '../http/refusal.ts'
import type { AccountRow } from './account-store.ts'
import { ownAccount } from './own-account.ts'
import { passwordFits } from './password-hash.ts'

export type ProveDeps = { db: Database; countGuess: CountGuess }

/** One session's wrong guesses leave those of another their own; all together cannot go on for ever. */
function capsOf({ accountId, sessionId }: Caller, mostInSession: number): readonly GuessCap[] {
  return [
    { bucket: `password in session ${sessionId}`, max: mostInSession, seconds: 900 },
    { bucket: `password in sessions of ${accountId}`, max: 60, seconds: 86_400 },
  ]
}

/** The caller's account, once the password proved that it is they; guesses are counted over all routes together. */
export async function provePassword(
  deps: ProveDeps,
  caller: Caller,
  password: string,
  { mostInSession = 10 } = {},
): Promise<AccountRow> {
  const guess = await deps.countGuess(capsOf(caller, mostInSession))
  if (!guess.allowed) {
    const securityFacts = { accountId: caller.accountId, limitedBy: 'user' as const }
    throw new Refusal('rate_limited', { retryAfterSeconds: guess.retryAfterSeconds, securityFacts })
  }
  const account = await ownAccount(deps.db, caller.accountId)
  if (!(await passwordFits(account.passwordHash, password))) throw new Refusal('wrong_password')
  await guess.forgive()
  return account
}
