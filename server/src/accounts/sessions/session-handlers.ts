import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { serve } from '../../http/serve.ts'
import { endSession, endSessions, findOpenSessionsOf } from './session-store.ts'

type SessionHandlerDeps = Pick<AppDeps, 'db' | 'clock' | 'identify' | 'checkRateLimit' | 'recordAccess'>

/** The sessions of the current user. */
export function sessionHandlers(app: FastifyInstance, deps: SessionHandlerDeps) {
  serve(app, deps, 'POST /api/user/logout', async ({ currentUser }) => {
    await endSession(deps.db, { ...currentUser, now: deps.clock.now() })
    return { success: true, message: 'You have been logged out.' }
  })
  serve(app, deps, 'POST /api/user/logout-everywhere', async ({ currentUser }) => {
    await endSessions(deps.db, currentUser.accountId, deps.clock.now())
    return { success: true, message: 'You have been logged out everywhere.' }
  })
  serve(app, deps, 'GET /api/user/sessions', async ({ currentUser }) => {
    const rows = await findOpenSessionsOf(deps.db, currentUser.accountId, deps.clock.now())
    const data = rows.map(({ id, device, created_at, last_used_at }) => ({
      _id: id,
      device,
      begunAt: created_at.toISOString(),
      lastUsedAt: last_used_at.toISOString(),
      isThisOne: id === currentUser.sessionId,
    }))
    return { success: true, data }
  })
  serve(app, deps, 'POST /api/user/session/:sessionId/end', async ({ currentUser, params }) => {
    const { accountId } = currentUser
    const ended = await endSession(deps.db, { ...params, accountId, now: deps.clock.now() })
    if (!ended) throw new AppError('not_found')
    return { success: true, message: 'That device is logged out.' }
  })
}
