import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../../deps.ts'
import { serve } from '../../http/serve.ts'
import { agreementsOfBooking, checkAgreement } from './read-agreements.ts'

export function agreementHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'GET /api/booking/:bookingId/agreements', async ({ params, currentUser }) => ({
    success: true,
    ...(await agreementsOfBooking(deps, params.bookingId, currentUser)),
  }))
  serve(app, deps, 'GET /api/agreement/:number', async ({ params, query }) => ({
    success: true,
    data: await checkAgreement(deps, params.number, query.hash),
  }))
}
