import type { Database } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Clock } from '../deps.ts'
import { Refusal } from '../http/refusal.ts'
import { SettingError } from '../setting-error.ts'
import { findAccountByEmail, promoteToAdmin } from './account-store.ts'
import { createAccount } from './create-account.ts'
import { isEasyPassword } from './easy-password.ts'
import { hashPassword } from './password-hash.ts'

/**
 * Makes sure that this email is an admin's. An account already there becomes an admin under the given password:
 * whoever registered the email first does not get to rule with theirs.
 */
export async function ensureFirstAdmin(
  deps: { db: Database; clock: Clock },
  { email: givenEmail, password }: { email: string; password: string },
): Promise<void> {
  const email = givenEmail.trim().toLowerCase()
  const account = await findAccountByEmail(deps.db, email)
  if (account?.role === 'admin') return
  if (isEasyPassword(password, { name: 'admin', email })) {
    throw new SettingError('ADMIN_PASSWORD is too easy to guess. Choose another.')
  }
  if (!account && (await isCreated(deps, { email, password }))) return
  const promotion = { email, passwordHash: await hashPassword(password), now: deps.clock.now() }
  await inTransaction(deps.db, (tx) => promoteToAdmin(tx, promotion))
}

/** False if another process, or a person, was first. */
async function isCreated(
  deps: { db: Database; clock: Clock },
  admin: { email: string; password: string },
): Promise<boolean> {
  try {
    await createAccount(deps, deps.db, { name: 'Admin', role: 'admin', ...admin })
    return true
  } catch (error) {
    if (error instanceof Refusal && error.code === 'email_taken') return false
    throw error
  }
}
