import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../deps.ts'
import { Refusal } from '../http/refusal.ts'
import { serve } from '../http/serve.ts'
import { endSession, endSessions, findOpenSessionsOf } from './session-store.ts'

type SessionHandlerDeps = Pick<AppDeps, 'db' | 'clock' | 'identify' | 'countAttempt' | 'recordAccess'>

/** A person's own sessions. */
export function sessionHandlers(app: FastifyInstance, deps: SessionHandlerDeps) {
  serve(app, deps, 'POST /api/user/logout', async ({ caller }) => {
    await endSession(deps.db, { ...caller, now: deps.clock.now() })
    return { success: true, message: 'You have been logged out.' }
  })
  serve(app, deps, 'POST /api/user/logout-everywhere', async ({ caller }) => {
    await endSessions(deps.db, caller.accountId, deps.clock.now())
    return { success: true, message: 'You have been logged out everywhere.' }
  })
  serve(app, deps, 'GET /api/user/sessions', async ({ caller }) => {
    const rows = await findOpenSessionsOf(deps.db, caller.accountId, deps.clock.now())
    const data = rows.map(({ id, device, created_at, last_used_at }) => ({
      _id: id,
      device,
      begunAt: created_at.toISOString(),
      lastUsedAt: last_used_at.toISOString(),
      isThisOne: id === caller.sessionId,
    }))
    return { success: true, data }
  })
  serve(app, deps, 'POST /api/user/session/:sessionId/end', async ({ caller, params }) => {
    const { accountId } = caller
    const ended = await endSession(deps.db, { ...params, accountId, now: deps.clock.now() })
    if (!ended) throw new Refusal('not_found')
    return { success: true, message: 'That device is logged out.' }
  })
}
