import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../deps.ts'
import { serve } from '../http/serve.ts'
import { readTroubledNotices, retryNotice } from './troubled-notices.ts'

export function noticeHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'GET /api/admin/notices', async ({ query }) => ({
    success: true,
    ...(await readTroubledNotices(deps, query)),
  }))
  serve(app, deps, 'POST /api/admin/notice/:noticeId/retry', async ({ params }) => {
    await retryNotice(deps, params.noticeId)
    return { success: true, message: 'The mail goes out again within a minute.' }
  })
}
