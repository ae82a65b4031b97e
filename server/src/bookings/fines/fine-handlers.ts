import { m } from '@twende/messages'
import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../../deps.ts'
import { serve } from '../../http/serve.ts'
import { takeForms } from '../../http/uploads/read-form.ts'
import { findMatch } from './match-fine.ts'
import { finesCsv, listFines, readAdminFine, readAdminFines, readOwnFines } from './read-fines.ts'
import { recordFine } from './record-fine.ts'
import { withdrawFine } from './withdraw-fine.ts'

/** Traffic fines that arrive after a rental. */
export function fineHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'GET /api/booking/:bookingId/fines', async ({ params, currentUser }) => ({
    success: true,
    data: await readOwnFines(deps, params.bookingId, currentUser),
  }))
  serve(app, deps, 'GET /api/admin/booking/:bookingId/fines', async ({ params, currentUser }) => ({
    success: true,
    data: await readAdminFines(deps, params.bookingId, currentUser.accountId),
  }))
  serve(app, deps, 'GET /api/admin/fines', async ({ query, currentUser }) => ({
    success: true,
    ...(await listFines(deps, query, currentUser.accountId)),
  }))
  serve(app, deps, 'GET /api/admin/fines.csv', async ({ query, currentUser, sendTable }) =>
    sendTable(await finesCsv(deps, currentUser, query)),
  )
  serve(app, deps, 'GET /api/admin/fine-match', async ({ query }) => ({
    success: true,
    data: await findMatch(deps, query),
  }))
  app.register(async (scope) => {
    takeForms(scope)
    serve(scope, deps, 'POST /api/admin/fines', async ({ body, files, currentUser, idempotency }) => {
      const recording = { by: currentUser, input: body, paper: files.get('paper') }
      const fineId = await recordFine(deps, recording, idempotency)
      const data = await readAdminFine(deps, fineId, currentUser.accountId)
      const message = data.rental
        ? m.answer_fine_charged({ customer: data.rental.customer, reference: data.rental.reference })
        : m.answer_fine_own()
      return { success: true, message, data }
    })
  })
  serve(app, deps, 'POST /api/admin/fine/:fineId/withdraw', async ({ params, body, currentUser }) => {
    const { accountId } = currentUser
    await withdrawFine(deps, { ...params, ...body, accountId })
    return {
      success: true,
      message: m.answer_fine_withdrawn(),
      data: await readAdminFine(deps, params.fineId, accountId),
    }
  })
}
