import type { Role } from '@twende/contract/accounts/account-routes.ts'
import { insertAccount } from '../accounts/account-store.ts'
import { hashPassword } from '../accounts/password-hash.ts'
import { insertSession } from '../accounts/session-store.ts'
import { signToken } from '../accounts/session-token.ts'
import { uuidv7 } from '../db/new-id.ts'
import type { AppDeps } from '../deps.ts'

type Session = { token: string; sessionId: string }
export type Person = Session & { accountId: string; email: string; name: string }

export const PASSWORD = 'a fine long password'
/** Many tests move the clock by weeks; those of sessions say how long theirs lasts. */
const LONG_LIFE_MS = 3650 * 86_400_000
let passwordHash: Promise<string> | undefined
let people = 0

/** A person of any role, signed in. All share one password, hashed once: hashing is slow on purpose. */
export async function addPerson(
  deps: AppDeps,
  given: { role?: Role; name?: string; sessionMs?: number; provedAt?: Date } = {},
): Promise<Person> {
  const { role = 'user', name = 'Wanjiku Kamau', sessionMs, provedAt } = given
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
  const session = await addSession(deps, { accountId, role, name }, { lifeMs: sessionMs, provedAt })
  return { ...session, accountId, email, name }
}

/** As if the person had used a code that was mailed to them: what they hold unpaid is kept longer. */
export async function proveEmail(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { accountId }: Person,
): Promise<void> {
  const set = { email_proven_at: clock.now() }
  await db.updateTable('accounts').set(set).where('id', '=', accountId).execute()
}

type Owner = { accountId: string; role: Role; name: string }

type Kind = {
  lifeMs?: number | undefined
  /** When the password was given; without it the session counts as fresh however far a test moves the clock. */
  provedAt?: Date | undefined
}

/** Another session of a person who has the password of all. */
export async function addSession(
  deps: AppDeps,
  { accountId, role, name }: Owner,
  { lifeMs = LONG_LIFE_MS, provedAt }: Kind = {},
): Promise<Session> {
  const sessionId = uuidv7()
  const now = deps.clock.now()
  const expiresAt = new Date(now.getTime() + lifeMs)
  passwordHash ??= hashPassword(PASSWORD)
  const session = {
    id: sessionId,
    accountId,
    device: 'Chrome on Android',
    createdAt: now,
    idleExpiresAt: expiresAt,
    expiresAt,
    passwordProvedAt: provedAt ?? new Date(now.getTime() + LONG_LIFE_MS),
    secondFactorProvedAt: null,
  }
  const account = { passwordHash: await passwordHash, role }
  if (!(await insertSession(deps.db, session, account))) throw new Error('the account is not open like this')
  return { token: await signToken(deps, { id: accountId, role, name, sessionId, expiresAt }), sessionId }
}
