import { BOOKING_HORIZON_DAYS } from '@twende/contract/business-constants.ts'
import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import { m } from '@twende/messages'
import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../deps.ts'
import type { CurrentUser } from '../http/current-user.ts'
import { serve } from '../http/serve.ts'
import { takeForms } from '../http/uploads/read-form.ts'
import { addCarCost, carCostsCsv, readCarCosts, withdrawCarCost } from './costs/car-costs.ts'
import {
  addCarDocument,
  attachScan,
  readCarDocuments,
  withdrawCarDocument,
} from './documents/car-documents.ts'
import { readDue } from './due/read-due.ts'
import { carForStaff, fleetForStaff } from './read-admin-fleet.ts'
import { busySpans, carReviews, carToShow } from './read-cars.ts'
import { restoreCar, retireCar, setCarAvailable } from './retire-car.ts'
import { addCar, updateCar } from './save-car.ts'
import { cacheFleetCounts, countFilterChoices, searchFleet } from './search-fleet.ts'
import { readCarService, recordService, setServicePlan, withdrawService } from './service/services.ts'

export function carHandlers(app: FastifyInstance, deps: AppDeps) {
  const { db, clock, config } = deps
  const fleetCounts = cacheFleetCounts(deps)
  serve(app, deps, 'GET /api/car/list', async ({ query }) => {
    const { cars, ...rest } = await searchFleet(deps, query, fleetCounts)
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
    return changedCar(
      deps,
      params.carId,
      body.available ? m.answer_car_offered() : m.answer_car_not_offered(),
    )
  })
  serve(app, deps, 'POST /api/admin/car/:carId/retire', async ({ params }) => {
    await retireCar(deps, params.carId)
    return changedCar(deps, params.carId, m.answer_car_retired())
  })
  serve(app, deps, 'POST /api/admin/car/:carId/restore', async ({ params }) => {
    await restoreCar(deps, params.carId)
    return changedCar(deps, params.carId, m.answer_car_restored())
  })
}

function formHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'POST /api/admin/cars', async ({ body, files, currentUser, idempotency }) => {
    return changedCar(
      deps,
      await addCar(deps, idempotency, body, { by: currentUser, files }),
      m.answer_car_added(),
    )
  })
  serve(app, deps, 'POST /api/admin/car/:carId/update', async ({ params, body, files, currentUser }) => {
    await updateCar(deps, params.carId, body, { by: currentUser, files })
    return changedCar(deps, params.carId, m.answer_car_updated())
  })
}

async function changedCar(deps: AppDeps, carId: string, message: string) {
  deps.changeFeed.changed('cars')
  return { success: true as const, message, data: await carForStaff(deps, carId) }
}

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
  serve(app, deps, 'GET /api/admin/car-costs.csv', async ({ query, currentUser, sendTable }) =>
    sendTable(await carCostsCsv(deps, currentUser.role, query)),
  )
  serve(app, deps, 'POST /api/admin/car-cost/:costId/withdraw', async ({ params: { costId } }) => {
    await withdrawCarCost(deps, costId)
    return { success: true, message: m.answer_car_cost_withdrawn() }
  })
}

export function carDocumentHandlers(app: FastifyInstance, deps: AppDeps) {
  app.register(async (scope) => {
    takeForms(scope)
    serve(
      scope,
      deps,
      'POST /api/admin/car/:carId/documents',
      async ({ params: { carId }, body, files, currentUser: by, idempotency }) => {
        await addCarDocument(deps, idempotency, { document: { ...body, carId }, by, files })
        return changedDocuments(deps, { carId, by }, m.answer_car_document_added())
      },
    )
    serve(
      scope,
      deps,
      'POST /api/admin/car-document/:documentId/scan',
      async ({ params: { documentId }, files, currentUser: by, idempotency }) => {
        const carId = await attachScan(deps, idempotency, { documentId, by, files })
        return changedDocuments(deps, { carId, by }, m.answer_car_document_scan_attached())
      },
    )
  })
  serve(app, deps, 'GET /api/admin/car/:carId/documents', async ({ params: { carId }, currentUser }) => ({
    success: true,
    data: await readCarDocuments(deps, { carId, accountId: currentUser.accountId }),
  }))
  serve(
    app,
    deps,
    'POST /api/admin/car-document/:documentId/withdraw',
    async ({ params: { documentId }, currentUser: by }) => {
      const carId = await withdrawCarDocument(deps, documentId)
      return changedDocuments(deps, { carId, by }, m.answer_car_document_withdrawn())
    },
  )
}

async function changedDocuments(
  deps: AppDeps,
  { carId, by: { accountId } }: { carId: string; by: CurrentUser },
  message: string,
) {
  deps.changeFeed.changed('cars')
  return { success: true as const, message, data: await readCarDocuments(deps, { carId, accountId }) }
}

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

export function dueHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'GET /api/admin/cars/due', async ({ query }) => ({
    success: true,
    ...(await readDue(deps, query)),
  }))
}
