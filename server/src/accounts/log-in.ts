import type { Database } from '../db/database.ts'
import { AppError } from '../http/app-error.ts'
import type { CountGuess } from '../http/guess-limits.ts'
import { findAccountByEmail } from './account-store.ts'
import { knownBrowserId } from './known-browser.ts'
import { countLogIn } from './log-in-caps.ts'
import { passwordFits } from './password-hash.ts'
import { askSecondFactor, type FactorDeps } from './second-factors/ask-proof.ts'
import { type Browser, type SessionDeps, startSession } from './start-session.ts'

type LogIn = { email: string; password: string; browser: Browser; network: string; networkFactor: number }

/**
 * Signs a person in; an unknown email and a wrong password are refused in the same words and time. An account with a
 * second factor is asked for it: that is a refusal, because nobody is signed in yet.
 */
export async function logIn(
  deps: SessionDeps & FactorDeps & { db: Database; countGuess: CountGuess },
  { email, password, browser, network, networkFactor }: LogIn,
): Promise<{ token: string; accountId: string }> {
  const account = await findAccountByEmail(deps.db, email)
  const knownId = knownBrowserId(deps, browser.knownCookie, account)
  const source = { email, network, networkFactor, knownBrowserId: knownId }
  const guess = await countLogIn(deps.countGuess, source, account?.id)
  const fits = await passwordFits(account?.passwordHash, password)
  if (!account) throw new AppError('wrong_login', { securityFacts: { cause: 'unknown_account' } })
  const accountId = account.id
  if (!fits) throw new AppError('wrong_login', { securityFacts: { accountId, cause: 'wrong_password' } })
  await guess.forgive()
  if (account.bannedAt) throw new AppError('account_banned', { securityFacts: { accountId } })
  const question = await askSecondFactor(deps, {
    accountId,
    purpose: 'sign_in',
    passwordHash: account.passwordHash,
  })
  if (question) throw new AppError('second_factor_needed', { data: question, securityFacts: { accountId } })
  const session = await startSession(deps, deps.db, { account, browser })
  // Otherwise password, role or ban changed while this ran.
  if (!session) throw new AppError('wrong_login', { securityFacts: { accountId } })
  return { ...session, accountId }
}
