import { m } from '@twende/messages'
import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../../deps.ts'
import type { CurrentUser } from '../../http/current-user.ts'
import { serve } from '../../http/serve.ts'
import { takeForms } from '../../http/uploads/read-form.ts'
import { presentPayment } from '../../payments/read-payment.ts'
import { keepPartOfDeposit } from './keep-deposit.ts'
import { depositsCsv, listDeposits } from './list-deposits.ts'
import { readAdminDeposit, readOwnDeposit } from './read-deposit.ts'
import { releaseKeptPart } from './release-deposit.ts'
import { settleDeposit } from './return-deposit.ts'
import { requestDeposit, takeDeposit, waiveDeposit } from './take-deposit.ts'

export function depositHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'GET /api/booking/:bookingId/deposit', async ({ params, currentUser }) => ({
    success: true,
    data: { deposit: await readOwnDeposit(deps, params.bookingId, currentUser) },
  }))
  serve(app, deps, 'GET /api/admin/deposits', async ({ query }) => ({
    success: true,
    ...(await listDeposits(deps, query)),
  }))
  serve(app, deps, 'GET /api/admin/deposits.csv', async ({ query, currentUser, sendTable }) =>
    sendTable(await depositsCsv(deps, currentUser.role, query)),
  )
  serve(app, deps, 'GET /api/admin/booking/:bookingId/deposit', async ({ params, currentUser }) => ({
    success: true,
    data: { deposit: await readAdminDeposit(deps, params.bookingId, currentUser.accountId) },
  }))
  serve(
    app,
    deps,
    'POST /api/admin/booking/:bookingId/deposit/take',
    async ({ params, body, currentUser }) => {
      await takeDeposit(deps, { ...params, ...body, accountId: currentUser.accountId })
      return answer(deps, params.bookingId, currentUser, m.answer_deposit_taken())
    },
  )
  serve(app, deps, 'POST /api/admin/booking/:bookingId/deposit/request', async ({ params, body }) => ({
    success: true,
    data: presentPayment(await requestDeposit(deps, { ...params, ...body })),
  }))
  serve(
    app,
    deps,
    'POST /api/admin/booking/:bookingId/deposit/waive',
    async ({ params, body, currentUser }) => {
      const { accountId, role } = currentUser
      await waiveDeposit(deps, { ...params, ...body, accountId, role })
      return answer(deps, params.bookingId, currentUser, m.answer_deposit_waived())
    },
  )
  serve(
    app,
    deps,
    'POST /api/admin/booking/:bookingId/deposit/settle',
    async ({ params, body, currentUser }) => {
      await settleDeposit(deps, { ...params, ...body, accountId: currentUser.accountId })
      return answer(deps, params.bookingId, currentUser, m.answer_deposit_settled())
    },
  )
  app.register(async (scope) => {
    takeForms(scope)
    keepHandler(scope, deps)
  })
  serve(
    app,
    deps,
    'POST /api/admin/booking/:bookingId/deposit/keep/:partId/release',
    async ({ params, body, currentUser }) => {
      await releaseKeptPart(deps, { ...params, ...body, accountId: currentUser.accountId })
      return answer(deps, params.bookingId, currentUser, m.answer_deposit_released())
    },
  )
}

function keepHandler(app: FastifyInstance, deps: AppDeps) {
  const name = 'POST /api/admin/booking/:bookingId/deposit/keep'
  serve(app, deps, name, async ({ params, body, files, currentUser, idempotency }) => {
    const keeping = { ...params, by: currentUser, input: body, photo: files.get('photo') }
    await keepPartOfDeposit(deps, keeping, idempotency)
    return answer(deps, params.bookingId, currentUser, m.answer_deposit_kept())
  })
}

async function answer(deps: AppDeps, bookingId: string, { accountId }: CurrentUser, message: string) {
  const deposit = await readAdminDeposit(deps, bookingId, accountId)
  return { success: true as const, message, data: { deposit } }
}
