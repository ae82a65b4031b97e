import type { Database } from '../../db/database.ts'
import type { IdentifyCurrentUser } from '../../http/current-user.ts'
import { requiresSecondFactor } from '../second-factors/read-factors.ts'
import { type FoundSession, findOpenSession, markSessionUsed } from './session-store.ts'
import { type TokenDeps, tokenReader } from './session-token.ts'
import { sessionLife, USE_WRITTEN_EVERY_MS } from './start-session.ts'

type IdentifyDeps = TokenDeps & { db: Database; config: { payments: { movesRealMoney: boolean } } }

/** Reads the database on every request, so that the end of a session, a ban or a new role has effect at once. */
export function findCurrentUserFrom(deps: IdentifyDeps): IdentifyCurrentUser {
  const readToken = tokenReader(deps)
  return async (token) => {
    const claims = await readToken(token)
    if (!claims) return undefined
    const now = deps.clock.now()
    const session = await findOpenSession(deps.db, { sessionId: claims.sid, accountId: claims.id, now })
    if (!session) return undefined
    const { lastUsedAt: _, hasSecondFactor, ...currentUser } = session
    // The second step of the log-in is not done yet.
    if (hasSecondFactor && currentUser.secondFactorProvedAt === null) return undefined
    await recordUse(deps.db, session, now)
    const withoutFactor = requiresSecondFactor(deps.config, currentUser.role) ? 'missing' : 'none'
    return { ...currentUser, secondFactor: hasSecondFactor ? 'proved' : withoutFactor }
  }
}

async function recordUse(db: Database, { sessionId, role, lastUsedAt }: FoundSession, now: Date) {
  const writtenBefore = new Date(now.getTime() - USE_WRITTEN_EVERY_MS)
  if (lastUsedAt > writtenBefore) return
  const idleExpiresAt = new Date(now.getTime() + sessionLife(role).idleMs)
  await markSessionUsed(db, { sessionId, now, writtenBefore, idleExpiresAt })
}
