import type { Database } from '../db/database.ts'
import { AppError } from '../http/app-error.ts'
import { createAccount, type NewPerson } from './create-account.ts'
import { refuseEasyPassword } from './easy-password.ts'
import { type Browser, type SessionDeps, startSession } from './start-session.ts'

/** Makes a customer's account and signs it in. */
export async function registerAccount(
  deps: SessionDeps & { db: Database },
  { name, email, password, browser }: Omit<NewPerson, 'role'> & { browser: Browser },
): Promise<{ token: string; accountId: string }> {
  await refuseEasyPassword(password, { name, email })
  const account = await createAccount(deps, deps.db, { name, email, password })
  const session = await startSession(deps, deps.db, { account, browser })
  // Otherwise staff closed the account in the same moment.
  if (!session) throw new AppError('account_banned')
  return { ...session, accountId: account.id }
}
