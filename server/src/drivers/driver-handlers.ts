import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { serve } from '../http/serve.ts'
import { takeForms } from '../http/uploads/read-form.ts'
import { approveDriver, refuseDriver } from './check-driver.ts'
import { findDriver } from './driver-store.ts'
import { driversOfBooking, driverToCheck, presentDriver, readDrivers } from './read-drivers.ts'
import { submitDriver } from './submit-driver.ts'

export function driverHandlers(app: FastifyInstance, deps: AppDeps) {
  app.register(async (scope) => {
    takeForms(scope)
    serve(
      scope,
      deps,
      'POST /api/booking/:bookingId/driver',
      async ({ params, body, files, currentUser, idempotency }) => {
        const input = { bookingId: params.bookingId, by: currentUser, papers: body, files }
        const row = await findDriver(deps.db, await submitDriver(deps, input, idempotency))
        if (!row) throw new AppError('not_found')
        return { success: true, data: await presentDriver(deps, row, currentUser.accountId) }
      },
    )
  })
  serve(app, deps, 'GET /api/booking/:bookingId/drivers', async ({ params, currentUser }) => {
    const { accountId } = currentUser
    return { success: true, ...(await driversOfBooking(deps, { ...params, accountId })) }
  })
  serve(app, deps, 'GET /api/admin/drivers', async ({ query }) => ({
    success: true,
    ...(await readDrivers(deps, query)),
  }))
  serve(app, deps, 'GET /api/admin/driver/:driverId', async ({ params, currentUser }) => ({
    success: true,
    ...(await driverToCheck(deps, params.driverId, currentUser.accountId)),
  }))
  serve(app, deps, 'POST /api/admin/driver/:driverId/approve', async ({ params, currentUser }) => {
    const { accountId } = currentUser
    await approveDriver(deps, { ...params, checkedBy: accountId })
    return { success: true, ...(await driverToCheck(deps, params.driverId, accountId)) }
  })
  serve(app, deps, 'POST /api/admin/driver/:driverId/refuse', async ({ params, body, currentUser }) => {
    const { accountId } = currentUser
    await refuseDriver(deps, { ...params, ...body, checkedBy: accountId })
    return { success: true, ...(await driverToCheck(deps, params.driverId, accountId)) }
  })
}
