import type { Database } from '../db/database.ts'
import { createAccount, type NewPerson } from './create-account.ts'
import { refuseEasyPassword } from './easy-password.ts'
import type { Secrets } from './secrets.ts'
import { signToken, type TokenDeps } from './session-token.ts'

/** Makes a customer's account and signs it in. */
export async function registerAccount(
  deps: TokenDeps & { db: Database; secrets: Secrets },
  { name, email, password }: Omit<NewPerson, 'role'>,
): Promise<{ token: string }> {
  refuseEasyPassword(password, { name, email })
  const { accountId } = await createAccount(deps, deps.db, { name, email, password })
  return { token: await signToken(deps, { id: accountId, role: 'user', name, tokenVersion: 1 }) }
}
