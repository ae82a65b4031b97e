import { m } from '@twende/messages'
import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../../deps.ts'
import { serve } from '../../http/serve.ts'
import { takeForms } from '../../http/uploads/read-form.ts'
import { addCarCost, readCarCosts, withdrawCarCost } from './car-costs.ts'

export function carCostHandlers(app: FastifyInstance, deps: AppDeps) {
  app.register(async (scope) => {
    takeForms(scope)
    serve(
      scope,
      deps,
      'POST /api/admin/car/:carId/costs',
      async ({ params: { carId }, body, files, currentUser: by, idempotency }) => {
        await addCarCost(deps, idempotency, { cost: { ...body, carId }, by, files })
        return { success: true, message: m.answer_car_cost_added() }
      },
    )
  })
  serve(app, deps, 'GET /api/admin/car/:carId/costs', async ({ params, query, currentUser }) => ({
    success: true,
    ...(await readCarCosts(deps, { ...params, ...query, accountId: currentUser.accountId })),
  }))
  serve(app, deps, 'POST /api/admin/car-cost/:costId/withdraw', async ({ params: { costId } }) => {
    await withdrawCarCost(deps, costId)
    return { success: true, message: m.answer_car_cost_withdrawn() }
  })
}
