import type { Role } from '@twende/contract/accounts/account-routes.ts'
import { createAccount } from '../accounts/create-account.ts'
import { signToken } from '../accounts/session-token.ts'
import type { AppDeps } from '../deps.ts'

export type Person = { token: string; accountId: string; email: string; name: string }

let people = 0

/** A person of any role with a session, without going through the slow hashing of a sign-in more than once. */
export async function addPerson(deps: AppDeps, given: { role?: Role; name?: string } = {}): Promise<Person> {
  const { role = 'user', name = 'Wanjiku Kamau' } = given
  const email = `person${++people}.${deps.secrets.token().slice(0, 8).toLowerCase()}@example.com`
  const password = 'a fine long password'
  const { accountId } = await createAccount(deps, deps.db, { name, email, password, role })
  const token = await signToken(deps, { id: accountId, role, name, tokenVersion: 1 })
  return { token, accountId, email, name }
}
