import type { Role } from '@twende/contract/accounts/account-routes.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A session ends when it was not used for `idleMs`, and `absoluteMs` after the login in any case. */
export type SessionLife = { idleMs: number; absoluteMs: number }

const CUSTOMER_SESSION: SessionLife = { idleMs: 14 * DAY_MS, absoluteMs: 60 * DAY_MS }
const STAFF_SESSION: SessionLife = { idleMs: 8 * HOUR_MS, absoluteMs: 24 * HOUR_MS }

/** The use of a session is written down again after this time, not at each request. */
export const USE_WRITTEN_EVERY_MS = 5 * 60_000

/** The longest unused of more than these end when another begins. */
export const MOST_SESSIONS = 50

/** Sessions that are over stay readable for an investigation, then they are deleted. */
export const KEPT_AFTER_END_MS = 30 * DAY_MS

export function sessionLife(role: Role): SessionLife {
  return role === 'user' ? CUSTOMER_SESSION : STAFF_SESSION
}
