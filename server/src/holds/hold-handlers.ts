import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../deps.ts'
import { serve } from '../http/serve.ts'
import { readUnpaidHolds } from './read-unpaid-holds.ts'

export function holdHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'GET /api/admin/holds', async () => ({ success: true, data: await readUnpaidHolds(deps) }))
}
