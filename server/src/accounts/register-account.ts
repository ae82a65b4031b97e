import type { Role } from '@twende/contract/accounts/account-routes.ts'
import type { StaffRight } from '@twende/contract/http/route.ts'
import { v7 as uuidv7 } from 'uuid'
import type { Clock } from '../basic-deps.ts'
import type { Database, Db } from '../db/database.ts'
import { AppError } from '../http/app-error.ts'
import { insertAccount, markEmailProven } from './account-store.ts'
import { hashPassword } from './passwords/password-hash.ts'
import { requireStrongPassword } from './passwords/password-strength.ts'
import { type Browser, type ProvedAccount, type SessionDeps, startSession } from './sessions/start-session.ts'

export type NewPerson = {
  name: string
  email: string
  password: string
  role?: Role
  /** Of staff alone. */
  rights?: readonly StaffRight[]
}

/** Creates an account with any role. Only registration is public, and it gives the role `user`. */
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
    rights: person.rights ?? [],
  }
  await insertAccount(tx, { ...account, createdAt: deps.clock.now() })
  return account
}

/** `emailProven`: this browser read a code that was mailed to the address. */
type Registration = Omit<NewPerson, 'role' | 'rights'> & { browser: Browser; emailProven: boolean }

/** Creates the account of a customer and signs it in. */
export async function registerAccount(
  deps: SessionDeps & { db: Database },
  { name, email, password, browser, emailProven }: Registration,
): Promise<{ token: string; accountId: string }> {
  await requireStrongPassword(password, { name, email })
  const account = await createAccount(deps, deps.db, { name, email, password })
  if (emailProven) await markEmailProven(deps.db, account.id, deps.clock.now())
  const session = await startSession(deps, deps.db, { account, browser })
  // Staff banned the account at the same moment.
  if (!session) throw new AppError('account_banned')
  return { ...session, accountId: account.id }
}
