import { createHash } from 'node:crypto'
import { m } from '@twende/messages'
import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../../deps.ts'
import { networkOf } from '../../http/limits/network-of.ts'
import { serve } from '../../http/serve.ts'
import { createFeed, listFeeds, readFeed, revokeFeed } from './calendar-feeds.ts'
import { addImport, listImports, readImport, readImportNow, removeImport } from './import-calendar.ts'

/** Our calendar for other programs, and calendars of others that block our cars. */
export function calendarLinkHandlers(app: FastifyInstance, deps: AppDeps) {
  feedHandlers(app, deps)
  importHandlers(app, deps)
}

function feedHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'GET /api/calendar-feed/:token/calendar.ics', async ({ params, request, reply }) => {
    const file = await readFeed(deps, { ...params, network: networkOf(request.ip) })
    const etag = `"${createHash('sha256').update(file).digest('base64url').slice(0, 22)}"`
    // Asked again each time, so that nobody goes on answering for a feed that was revoked.
    reply.header('cache-control', 'private, no-cache').header('etag', etag).header('vary', 'accept-language')
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
    return reply
      .header('content-disposition', 'inline; filename="calendar.ics"')
      .type('text/calendar; charset=utf-8')
      .send(file)
  })
  serve(app, deps, 'GET /api/admin/calendar-feeds', async ({ query }) => ({
    success: true,
    data: await listFeeds(deps, query.carId),
  }))
  serve(app, deps, 'POST /api/admin/calendar-feeds', async ({ body, currentUser, idempotency }) => {
    const address = await createFeed(deps, { ...body, accountId: currentUser.accountId }, idempotency)
    return { success: true, message: m.answer_calendar_feed_created(), address }
  })
  serve(app, deps, 'POST /api/admin/calendar-feed/:feedId/revoke', async ({ params }) => {
    await revokeFeed(deps, params.feedId)
    return { success: true, message: m.answer_calendar_feed_revoked() }
  })
}

function importHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'GET /api/admin/calendar-imports', async ({ query }) => ({
    success: true,
    data: await listImports(deps, query),
  }))
  serve(app, deps, 'POST /api/admin/car/:carId/calendar-imports', async (input) => {
    const { params, body, currentUser, idempotency } = input
    const added = { ...params, ...body, accountId: currentUser.accountId }
    const data = await readImport(deps, await addImport(deps, added, idempotency))
    return { success: true, message: m.answer_calendar_import_added(), data }
  })
  serve(app, deps, 'POST /api/admin/calendar-import/:importId/read', async ({ params }) => {
    await readImportNow(deps, params.importId)
    const data = await readImport(deps, params.importId)
    return { success: true, message: m.answer_calendar_import_read(), data }
  })
  serve(app, deps, 'POST /api/admin/calendar-import/:importId/remove', async ({ params }) => {
    await removeImport(deps, params.importId)
    return { success: true, message: m.answer_calendar_import_removed() }
  })
}
