import type { Role } from '@twende/contract/accounts/account-routes.ts'
import type { Device } from '@twende/contract/accounts/session-routes.ts'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../../db/database.ts'
import type { Secrets } from '../secrets.ts'
import { endOldestSessions, insertSession, saveLocale } from './session-store.ts'
import { signToken, type TokenDeps } from './session-token.ts'

const HOUR_MS = 3_600_000

const DAY_MS = 24 * HOUR_MS

const CUSTOMER_SESSION: SessionLife = { idleMs: 14 * DAY_MS, absoluteMs: 60 * DAY_MS }

const STAFF_SESSION: SessionLife = { idleMs: 8 * HOUR_MS, absoluteMs: 24 * HOUR_MS }

/** The use of a session is recorded at most once in this time. */
export const USE_WRITTEN_EVERY_MS = 5 * 60_000

/** Above this number, the session that was not used for longest ends. */
export const MAX_SESSIONS = 50

/** Ended sessions are retained for investigations, then deleted. */
export const RETENTION_AFTER_END_MS = 30 * DAY_MS

export type ProvedAccount = { id: string; role: Role; name: string; passwordHash: string }
/** The browser that signs in. */
export type Browser = { device: Device; knownCookie?: string | undefined }

/** The session that this one replaces; the end and the proofs are taken over. */
type Replaced = { expiresAt: Date; secondFactorProvedAt: Date | null }

export type SessionDeps = TokenDeps & { secrets: Secrets }

type NewSession = {
  account: ProvedAccount
  browser: Browser
  replaced?: Replaced
  /** When the second factor was proved, for an account that has one. */
  secondFactorProvedAt?: Date | null
}

/**
 * Starts a session after the password was checked, and remembers in which language the person signed in; undefined if
 * password, role or ban changed since.
 */
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
  await saveLocale(db, account.id)
  await endOldestSessions(db, { accountId: account.id, keep: MAX_SESSIONS, now })
  return { token: await signToken(deps, { ...account, sessionId, expiresAt }), sessionId }
}

/** A session ends when it was not used for `idleMs`, and `absoluteMs` after the login in any case. */
export type SessionLife = { idleMs: number; absoluteMs: number }

export function sessionLife(role: Role): SessionLife {
  return role === 'user' ? CUSTOMER_SESSION : STAFF_SESSION
}
