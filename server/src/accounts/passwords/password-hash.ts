import { hash, verify } from '@node-rs/argon2'
import type { Database } from '../../db/database.ts'
import { AppError } from '../../http/app-error.ts'
import type { CurrentUser } from '../../http/current-user.ts'
import { boundedQueue } from '../../http/limits/bounded-queue.ts'
import type { CountGuess, GuessLimit } from '../../http/limits/rate-limit.ts'
import type { AccountRow } from '../account-store.ts'
import { requireAccount } from '../profile/profile-store.ts'

// Argon2id, the library's default, at the least cost that OWASP recommends.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// A hash takes 19 MiB and a thread of the pool that pictures and files share. 40 hashes take about half a second.
const runLimited = boundedQueue({ concurrency: 2, maxWaiting: 40 })

export function hashPassword(password: string): Promise<string> {
  return runLimited(() => hash(password, COST))
}

/** Whether the password is correct; takes the same time without an account, so that the time reveals nothing. */
export async function passwordFits(passwordHash: string | undefined, password: string): Promise<boolean> {
  if (passwordHash !== undefined) return runLimited(() => verify(passwordHash, password))
  await hashPassword(password)
  return false
}

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
