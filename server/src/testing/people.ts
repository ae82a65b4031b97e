import type { Role } from '@twende/contract/accounts/account-routes.ts'
import { STAFF_RIGHTS, type StaffRight } from '@twende/contract/http/route.ts'
import { v7 as uuidv7 } from 'uuid'
import { insertAccount } from '../accounts/account-store.ts'
import { hashPassword } from '../accounts/passwords/password-hash.ts'
import { insertSession, type NewSession } from '../accounts/sessions/session-store.ts'
import { signToken } from '../accounts/sessions/session-token.ts'
import type { AppDeps } from '../deps.ts'

type Session = { token: string; sessionId: string }
export type Person = Session & { accountId: string; email: string; name: string }

export const PASSWORD = 'a fine long password'
/** Long, because many tests move the clock by weeks; tests of sessions state their own. */
const LONG_LIFE_MS = 3650 * 86_400_000
let passwordHash: Promise<string> | undefined
let people = 0

/** A signed-in account of any role; staff has every right, unless the test names some. All have the same password, hashed once because hashing is slow. */
export async function addPerson(
  deps: AppDeps,
  given: {
    role?: Role
    rights?: readonly StaffRight[]
    name?: string
    sessionMs?: number
    provedAt?: Date
  } = {},
): Promise<Person> {
  const { role = 'user', name = 'Wanjiku Kamau', sessionMs, provedAt } = given
  const rights = role === 'staff' ? (given.rights ?? STAFF_RIGHTS) : []
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
    rights,
    createdAt,
  })
  const session = await addSession(deps, { accountId, role, name }, { lifeMs: sessionMs, provedAt })
  return { ...session, accountId, email, name }
}

/** Marks the email of a person as verified, which makes unpaid holds last longer. */
export async function proveEmail(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { accountId }: Person,
): Promise<void> {
  const set = { email_proven_at: clock.now() }
  await db.updateTable('accounts').set(set).where('id', '=', accountId).execute()
}

type Owner = { accountId: string; role: Role; name: string }

type SessionOptions = {
  lifeMs?: number | undefined
  /** When the password was last entered; by default far in the future, so that the proof is always fresh. */
  provedAt?: Date | undefined
}

/** Another session of a person. */
export async function addSession(
  deps: AppDeps,
  { accountId, role, name }: Owner,
  { lifeMs = LONG_LIFE_MS, provedAt }: SessionOptions = {},
): Promise<Session> {
  const sessionId = uuidv7()
  const now = deps.clock.now()
  const expiresAt = new Date(now.getTime() + lifeMs)
  passwordHash ??= hashPassword(PASSWORD)
  const session: NewSession = {
    id: sessionId,
    accountId,
    device: { browser: 'chrome', system: 'android' },
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
