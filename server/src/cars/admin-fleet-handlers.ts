import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../deps.ts'
import { serve } from '../http/serve.ts'
import { takeForms } from '../http/uploads/read-form.ts'
import { carForStaff, fleetForStaff } from './read-admin-fleet.ts'
import { restoreCar, retireCar, setCarAvailable } from './retire-car.ts'
import { addCar, updateCar } from './save-car.ts'

export function adminFleetHandlers(app: FastifyInstance, deps: AppDeps) {
  app.register(async (scope) => {
    takeForms(scope)
    formHandlers(scope, deps)
  })
  serve(app, deps, 'GET /api/admin/cars', async ({ query }) => ({
    success: true,
    ...(await fleetForStaff(deps, query)),
  }))
  serve(app, deps, 'GET /api/admin/car/:carId', async ({ params }) => ({
    success: true,
    data: await carForStaff(deps, params.carId),
  }))
  serve(app, deps, 'POST /api/admin/car/:carId/availability', async ({ params, body }) => {
    await setCarAvailable(deps, params.carId, body.available)
    return answer(deps, params.carId, body.available ? 'Car offered for rent' : 'Car no longer offered')
  })
  serve(app, deps, 'POST /api/admin/car/:carId/retire', async ({ params }) => {
    await retireCar(deps, params.carId)
    return answer(deps, params.carId, 'Car retired')
  })
  serve(app, deps, 'POST /api/admin/car/:carId/restore', async ({ params }) => {
    await restoreCar(deps, params.carId)
    return answer(deps, params.carId, 'Car back in the fleet')
  })
}

function formHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'POST /api/admin/cars', async ({ body, files, currentUser, idempotency }) => {
    return answer(deps, await addCar(deps, idempotency, body, { by: currentUser, files }), 'Car added')
  })
  serve(app, deps, 'POST /api/admin/car/:carId/update', async ({ params, body, files, currentUser }) => {
    await updateCar(deps, params.carId, body, { by: currentUser, files })
    return answer(deps, params.carId, 'Car updated')
  })
}

async function answer(deps: AppDeps, carId: string, message: string) {
  deps.changeFeed.changed('cars')
  return { success: true as const, message, data: await carForStaff(deps, carId) }
}
