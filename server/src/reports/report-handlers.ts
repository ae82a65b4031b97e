import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../deps.ts'
import { serve } from '../http/serve.ts'
import { readReport, reportTable } from './read-report.ts'

export function reportHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'GET /api/admin/reports', async ({ query }) => ({
    success: true,
    ...(await readReport(deps, query)),
  }))
  serve(app, deps, 'GET /api/admin/reports.csv', async ({ query, currentUser, sendTable }) =>
    sendTable(await reportTable(deps, currentUser, query)),
  )
}
