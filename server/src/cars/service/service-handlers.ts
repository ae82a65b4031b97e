import { m } from '@twende/messages'
import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../../deps.ts'
import { serve } from '../../http/serve.ts'
import { readCarService, recordService, setServicePlan, withdrawService } from './services.ts'

export function serviceHandlers(app: FastifyInstance, deps: AppDeps) {
  const answer = async (carId: string, message: string) => ({
    success: true as const,
    message,
    data: await readCarService(deps, carId),
  })
  serve(app, deps, 'GET /api/admin/car/:carId/service', async ({ params: { carId } }) => ({
    success: true,
    data: await readCarService(deps, carId),
  }))
  serve(
    app,
    deps,
    'POST /api/admin/car/:carId/service-plan',
    async ({ params: { carId }, body, currentUser: { accountId } }) => {
      await setServicePlan(deps, { ...body, carId, accountId })
      const isRemoved = body.everyKm === null && body.everyMonths === null
      return answer(carId, isRemoved ? m.answer_service_plan_removed() : m.answer_service_plan_saved())
    },
  )
  serve(
    app,
    deps,
    'POST /api/admin/car/:carId/service-records',
    async ({ params: { carId }, body, currentUser: { accountId }, idempotency }) => {
      await recordService(deps, idempotency, { ...body, carId, accountId })
      return answer(carId, m.answer_service_recorded())
    },
  )
  serve(app, deps, 'POST /api/admin/service-record/:recordId/withdraw', async ({ params: { recordId } }) =>
    answer(await withdrawService(deps, recordId), m.answer_service_withdrawn()),
  )
}
