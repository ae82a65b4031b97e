import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../deps.ts'
import { serve } from '../http/serve.ts'
import { readToday } from './read-today.ts'

export function todayHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'GET /api/admin/today', async ({ currentUser }) => {
    const warnings = currentUser.role === 'admin' ? [...deps.warnings] : []
    return { success: true, data: { ...(await readToday(deps)), warnings } }
  })
}
