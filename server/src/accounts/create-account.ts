import type { Role } from '@twende/contract/accounts/account-routes.ts'
import type { Clock } from '../basic-deps.ts'
import type { Db } from '../db/database.ts'
import { uuidv7 } from '../db/new-id.ts'
import { insertAccount } from './account-store.ts'
import { hashPassword } from './password-hash.ts'
import type { ProvedAccount } from './start-session.ts'

export type NewPerson = { name: string; email: string; password: string; role?: Role }

/** Makes an account of any role; only registration may be reached from outside, and it gives no role. */
export async function createAccount(
  deps: { clock: Clock },
  tx: Db,
  person: NewPerson,
): Promise<ProvedAccount> {
  const account = {
    id: uuidv7(),
    name: person.name.trim(),
    email: person.email.trim().toLowerCase(),
    passwordHash: await hashPassword(person.password),
    role: person.role ?? 'user',
  }
  await insertAccount(tx, { ...account, createdAt: deps.clock.now() })
  return account
}
