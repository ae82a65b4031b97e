import type { Database } from '../db/database.ts'
import { AppError } from '../http/app-error.ts'
import type { CountGuess, GuessLimit, GuessResult } from '../http/limits/rate-limit.ts'
import { findAccountByEmail } from './account-store.ts'
import { emailProofNeeded } from './contact-proofs/proven-person.ts'
import { passwordFits } from './passwords/password-hash.ts'
import { createSecondFactorChallenge, type FactorDeps } from './second-factors/create-challenge.ts'
import { recognisedBrowserId } from './sessions/recognised-browser.ts'
import { type Browser, type SessionDeps, startSession } from './sessions/start-session.ts'

const QUARTER = 900

const HOUR = 3600

const DAY = 86_400

type LogIn = {
  email: string
  password: string
  browser: Browser
  network: string
  networkFactor: number
  /** The hash of the email if this browser proved it by a code. */
  provenEmail: string | undefined
}

/**
 * Signs a person in. An unknown email and a wrong password get the same error in the same time. For an account with a
 * second factor the error `second_factor_needed` carries the challenge.
 */
export async function logIn(
  deps: SessionDeps & FactorDeps & { db: Database; countGuess: CountGuess },
  { email, password, browser, network, networkFactor, provenEmail }: LogIn,
): Promise<{ token: string; accountId: string }> {
  const account = await findAccountByEmail(deps.db, email)
  const browserId = recognisedBrowserId(deps, browser.knownCookie, account)
  const source = { email, network, networkFactor, provenEmail, recognisedBrowserId: browserId }
  const guess = await countLogInAttempt(deps.countGuess, source, account?.id)
  const fits = await passwordFits(account?.passwordHash, password)
  if (!account) throw new AppError('wrong_login', { securityFacts: { cause: 'unknown_account' } })
  const accountId = account.id
  if (!fits) throw new AppError('wrong_login', { securityFacts: { accountId, cause: 'wrong_password' } })
  await guess.forgive()
  if (account.bannedAt) throw new AppError('account_banned', { securityFacts: { accountId } })
  const question = await createSecondFactorChallenge(deps, {
    accountId,
    purpose: 'sign_in',
    passwordHash: account.passwordHash,
  })
  if (question) throw new AppError('second_factor_needed', { data: question, securityFacts: { accountId } })
  const session = await startSession(deps, deps.db, { account, browser })
  // The password, role or ban was changed at the same moment.
  if (!session) throw new AppError('wrong_login', { securityFacts: { accountId } })
  return { ...session, accountId }
}

/** Where a password comes from. */
type LogInSource = {
  email: string
  network: string
  /** Set if the browser signed in to this account before. */
  recognisedBrowserId: string | undefined
  provenEmail: string | undefined
  /** Above 1 when a proxy does not identify visitors. */
  networkFactor: number
}

/**
 * Limits of wrong passwords, the narrowest first. A browser that signed in to the account before, or proved its email by a
 * code, is counted separately: guesses of others do not lock it out. All others together may guess 30 times an hour and 100
 * times a day for an account, and 10 times from one network in a quarter of an hour; above that, and when a whole network
 * guesses, the email must be proved first.
 */
function logInLimits({
  email,
  network,
  recognisedBrowserId,
  provenEmail,
  networkFactor,
}: LogInSource): readonly GuessLimit[] {
  if (recognisedBrowserId !== undefined || provenEmail !== undefined) {
    const bucket = recognisedBrowserId
      ? `log-in of browser ${recognisedBrowserId}`
      : `log-in by whoever proved ${provenEmail}`
    return [
      { bucket, max: 10, seconds: QUARTER },
      { bucket, max: 50, seconds: DAY },
    ]
  }
  return [
    { bucket: `log-in ${email} ${network}`, max: 10, seconds: QUARTER },
    { bucket: `log-in of network ${network}`, max: 600 * networkFactor, seconds: HOUR },
    { bucket: `log-in ${email}`, max: 30, seconds: HOUR },
    { bucket: `log-in ${email}`, max: 100, seconds: DAY },
  ]
}

/** Counts an attempt before the password is checked; throws above the limits, with the same error for unknown emails. */
async function countLogInAttempt(
  countGuess: CountGuess,
  source: LogInSource,
  accountId: string | undefined,
): Promise<Extract<GuessResult, { allowed: true }>> {
  const guess = await countGuess(logInLimits(source))
  if (guess.allowed) return guess
  const isOwnCount = source.recognisedBrowserId !== undefined || source.provenEmail !== undefined
  throw new AppError(isOwnCount ? 'rate_limited' : 'email_proof_needed', {
    ...(!isOwnCount && { data: emailProofNeeded(source.email) }),
    retryAfterSeconds: guess.retryAfterSeconds,
    securityFacts: { accountId, limitedBy: isOwnCount ? 'email' : 'address' },
  })
}
