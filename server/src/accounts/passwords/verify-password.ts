import type { Database } from '../../db/database.ts'
import { AppError } from '../../http/app-error.ts'
import type { CurrentUser } from '../../http/current-user.ts'
import type { CountGuess, GuessLimit } from '../../http/limits/rate-limit.ts'
import type { AccountRow } from '../account-store.ts'
import { requireAccount } from '../profile/profile-store.ts'
import { passwordFits } from './password-hash.ts'

export type ProveDeps = { db: Database; countGuess: CountGuess }

/** Wrong passwords are limited for each session, and for all sessions of an account together. */
function capsOf({ accountId, sessionId }: CurrentUser, mostInSession: number): readonly GuessLimit[] {
  return [
    { bucket: `password in session ${sessionId}`, max: mostInSession, seconds: 900 },
    { bucket: `password in sessions of ${accountId}`, max: 60, seconds: 86_400 },
  ]
}

/** The account of the current user after its password was checked; wrong ones are counted over all routes. */
export async function verifyPassword(
  deps: ProveDeps,
  currentUser: CurrentUser,
  password: string,
  { mostInSession = 10 } = {},
): Promise<AccountRow> {
  const guess = await deps.countGuess(capsOf(currentUser, mostInSession))
  if (!guess.allowed) {
    const securityFacts = { accountId: currentUser.accountId, limitedBy: 'user' as const }
    throw new AppError('rate_limited', { retryAfterSeconds: guess.retryAfterSeconds, securityFacts })
  }
  const account = await requireAccount(deps.db, currentUser.accountId)
  if (!(await passwordFits(account.passwordHash, password))) throw new AppError('wrong_password')
  await guess.forgive()
  return account
}
