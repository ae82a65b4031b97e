import type { Role } from '@twende/contract/accounts/account-routes.ts'
import type { Db } from '../db/database.ts'
import { uuidv7 } from '../db/new-id.ts'
import type { Secrets } from './secrets.ts'
import { MOST_SESSIONS, sessionLife } from './session-life.ts'
import { endOldestSessions, insertSession } from './session-store.ts'
import { signToken, type TokenDeps } from './session-token.ts'

export type ProvedAccount = { id: string; role: Role; name: string; passwordHash: string }
/** What is known of the browser that signs in. */
export type Browser = { device: string; knownCookie?: string | undefined }

/** What a session that this one replaces has; it lives no longer and has proved as much. */
type Replaced = { expiresAt: Date; secondFactorProvedAt: Date | null }

export type SessionDeps = TokenDeps & { secrets: Secrets }

type NewSession = {
  account: ProvedAccount
  browser: Browser
  replaced?: Replaced
  /** When the second factor was given, for an account that has one. */
  secondFactorProvedAt?: Date | null
}

/** Begins a session for whoever just gave the password; undefined if password, role or ban changed meanwhile. */
export async function startSession(
  deps: SessionDeps,
  db: Db,
  { account, browser, replaced, secondFactorProvedAt = replaced?.secondFactorProvedAt ?? null }: NewSession,
): Promise<{ token: string; sessionId: string } | undefined> {
  const now = deps.clock.now()
  const { idleMs, absoluteMs } = sessionLife(account.role)
  const expiresAt = replaced?.expiresAt ?? new Date(now.getTime() + absoluteMs)
  const sessionId = uuidv7()
  const session = {
    id: sessionId,
    accountId: account.id,
    device: browser.device,
    createdAt: now,
    idleExpiresAt: new Date(Math.min(now.getTime() + idleMs, expiresAt.getTime())),
    expiresAt,
    passwordProvedAt: now,
    secondFactorProvedAt,
  }
  if (!(await insertSession(db, session, account))) return undefined
  await endOldestSessions(db, { accountId: account.id, keep: MOST_SESSIONS, now })
  return { token: await signToken(deps, { ...account, sessionId, expiresAt }), sessionId }
}
