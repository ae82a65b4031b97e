import { BOOKING_HORIZON_DAYS } from '@twende/contract/business-constants.ts'
import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import { m } from '@twende/messages'
import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../deps.ts'
import { serve } from '../http/serve.ts'
import { takeForms } from '../http/uploads/read-form.ts'
import { carForStaff, fleetForStaff } from './read-admin-fleet.ts'
import { busySpans, carReviews, carToShow } from './read-cars.ts'
import { restoreCar, retireCar, setCarAvailable } from './retire-car.ts'
import { addCar, updateCar } from './save-car.ts'
import { countFilterChoices, searchFleet } from './search-fleet.ts'

export function carHandlers(app: FastifyInstance, deps: AppDeps) {
  const { db, clock, config } = deps
  serve(app, deps, 'GET /api/car/list', async ({ query }) => {
    const { cars, ...rest } = await searchFleet(deps, query)
    return { success: true, data: cars, ...rest }
  })
  serve(app, deps, 'GET /api/car/filter-counts', async ({ query }) => ({
    success: true,
    data: await countFilterChoices(deps, query),
  }))
  serve(app, deps, 'GET /api/car/get/:carId', async ({ params }) => ({
    success: true,
    data: await carToShow(db, params.carId, config.publicUrl),
  }))
  serve(app, deps, 'GET /api/car/availability/:carId', async ({ params, query }) => {
    const from = query.from ?? nairobiDay(clock.now())
    const to = query.to ?? addDays(from, BOOKING_HORIZON_DAYS)
    return { success: true, data: { busy: await busySpans(deps, params.carId, { from, to }) } }
  })
  serve(app, deps, 'GET /api/car/reviews/:carId', async ({ params }) => ({
    success: true,
    data: await carReviews(db, params.carId),
  }))
}

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
    return answer(deps, params.carId, body.available ? m.answer_car_offered() : m.answer_car_not_offered())
  })
  serve(app, deps, 'POST /api/admin/car/:carId/retire', async ({ params }) => {
    await retireCar(deps, params.carId)
    return answer(deps, params.carId, m.answer_car_retired())
  })
  serve(app, deps, 'POST /api/admin/car/:carId/restore', async ({ params }) => {
    await restoreCar(deps, params.carId)
    return answer(deps, params.carId, m.answer_car_restored())
  })
}

function formHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'POST /api/admin/cars', async ({ body, files, currentUser, idempotency }) => {
    return answer(
      deps,
      await addCar(deps, idempotency, body, { by: currentUser, files }),
      m.answer_car_added(),
    )
  })
  serve(app, deps, 'POST /api/admin/car/:carId/update', async ({ params, body, files, currentUser }) => {
    await updateCar(deps, params.carId, body, { by: currentUser, files })
    return answer(deps, params.carId, m.answer_car_updated())
  })
}

async function answer(deps: AppDeps, carId: string, message: string) {
  deps.changeFeed.changed('cars')
  return { success: true as const, message, data: await carForStaff(deps, carId) }
}
