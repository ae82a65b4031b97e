import type { Role } from '@twende/contract/accounts/account-routes.ts'
import { insertAccount } from '../accounts/account-store.ts'
import { hashPassword } from '../accounts/password-hash.ts'
import { signToken } from '../accounts/session-token.ts'
import type { AppDeps } from '../deps.ts'
import { uuidv7 } from '../new-id.ts'

export type Person = { token: string; accountId: string; email: string; name: string }

export const PASSWORD = 'a fine long password'
let passwordHash: Promise<string> | undefined
let people = 0

/** A person of any role, signed in. All share one password, hashed once: hashing is slow on purpose. */
export async function addPerson(deps: AppDeps, given: { role?: Role; name?: string } = {}): Promise<Person> {
  const { role = 'user', name = 'Wanjiku Kamau' } = given
  const accountId = uuidv7()
  const email = `person${++people}.${accountId.slice(-6)}@example.com`
  passwordHash ??= hashPassword(PASSWORD)
  const createdAt = deps.clock.now()
  await insertAccount(deps.db, {
    id: accountId,
    name,
    email,
    passwordHash: await passwordHash,
    role,
    createdAt,
  })
  const token = await signToken(deps, { id: accountId, role, name, tokenVersion: 1 })
  return { token, accountId, email, name }
}
