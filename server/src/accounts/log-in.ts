import type { Database } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { findAccountByEmail } from './account-store.ts'
import { passwordFits } from './password-hash.ts'
import type { Secrets } from './secrets.ts'
import { signToken, type TokenDeps } from './session-token.ts'

/** Signs a person in; an unknown email and a wrong password are refused in the same words and time. */
export async function logIn(
  deps: TokenDeps & { db: Database; secrets: Secrets },
  { email, password }: { email: string; password: string },
): Promise<{ token: string }> {
  const account = await findAccountByEmail(deps.db, email)
  const fits = await passwordFits(account?.passwordHash, password)
  if (!account || !fits) throw new Refusal('wrong_login')
  if (account.bannedAt) throw new Refusal('account_banned')
  return { token: await signToken(deps, account) }
}
