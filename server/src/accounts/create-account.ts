import type { Role } from '@twende/contract/accounts/account-routes.ts'
import type { Db } from '../db/database.ts'
import type { Clock } from '../deps.ts'
import { uuidv7 } from '../new-id.ts'
import { insertAccount } from './account-store.ts'
import { hashPassword } from './password-hash.ts'

export type NewPerson = { name: string; email: string; password: string; role?: Role }

/** Makes an account of any role; only registration may be reached from outside, and it gives no role. */
export async function createAccount(
  deps: { clock: Clock },
  tx: Db,
  person: NewPerson,
): Promise<{ accountId: string }> {
  const accountId = uuidv7()
  await insertAccount(tx, {
    id: accountId,
    name: person.name.trim(),
    email: person.email.trim().toLowerCase(),
    passwordHash: await hashPassword(person.password),
    role: person.role ?? 'user',
    createdAt: deps.clock.now(),
  })
  return { accountId }
}
