import { m } from '@twende/messages'
import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../deps.ts'
import { serve } from '../http/serve.ts'
import { listExtras, offeredExtras, readExtra } from './read-extras.ts'
import { addExtra, removeExtra, updateExtra } from './save-extra.ts'

/** The price list of the extras: what everybody and staff read, and what admins change. */
export function extraHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'GET /api/extras', async () => ({ success: true, data: await offeredExtras(deps.db) }))
  serve(app, deps, 'GET /api/admin/extras', async ({ query }) => ({
    success: true,
    ...(await listExtras(deps, query)),
  }))
  serve(app, deps, 'POST /api/admin/extras', async ({ body, idempotency }) =>
    answer(deps, await addExtra(deps, body, idempotency), m.answer_extra_added()),
  )
  serve(app, deps, 'POST /api/admin/extra/:extraId/update', async ({ params, body }) => {
    await updateExtra(deps, params.extraId, body)
    return answer(deps, params.extraId, m.answer_extra_changed())
  })
  serve(app, deps, 'POST /api/admin/extra/:extraId/remove', async ({ params }) => {
    await removeExtra(deps, params.extraId)
    return { success: true, message: m.answer_extra_removed() }
  })
}

async function answer(deps: AppDeps, extraId: string, message: string) {
  return { success: true as const, message, data: await readExtra(deps.db, extraId) }
}
