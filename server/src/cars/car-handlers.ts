import { BOOKING_HORIZON_DAYS } from '@twende/contract/business-constants.ts'
import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../deps.ts'
import { serve } from '../http/serve.ts'
import { busySpans, carReviews, carToShow } from './read-cars.ts'
import { searchFleet } from './search-fleet.ts'

export function carHandlers(app: FastifyInstance, deps: AppDeps) {
  const { db, clock, config } = deps
  serve(app, deps, 'GET /api/car/list', async ({ query }) => {
    const { cars, ...rest } = await searchFleet(deps, query)
    return { success: true, data: cars, ...rest }
  })
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
