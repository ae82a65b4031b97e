import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../../deps.ts'
import { serve } from '../../http/serve.ts'
import { readDue } from './read-due.ts'

export function dueHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'GET /api/admin/cars/due', async ({ query }) => ({
    success: true,
    ...(await readDue(deps, query)),
  }))
}
