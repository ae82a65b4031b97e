import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../deps.ts'
import { serve } from '../http/serve.ts'
import { readUndelivered, retryNotification } from './undelivered-notifications.ts'

export function notificationHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'GET /api/admin/notifications', async ({ query }) => ({
    success: true,
    ...(await readUndelivered(deps, query)),
  }))
  serve(app, deps, 'POST /api/admin/notification/:notificationId/retry', async ({ params }) => {
    await retryNotification(deps, params.notificationId)
    return { success: true, message: 'The mail goes out again within a minute.' }
  })
}
