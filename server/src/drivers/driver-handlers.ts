import { m } from '@twende/messages'
import type { FastifyInstance } from 'fastify'
import { waiveDriver } from '../bookings/waive-driver.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { type RequestInput, serve } from '../http/serve.ts'
import { takeForms } from '../http/uploads/read-form.ts'
import { approveDriver, refuseDriver, withdrawApproval } from './check-driver.ts'
import { findDriver } from './driver-store.ts'
import {
  driversForStaff,
  driversOfBooking,
  driverToCheck,
  presentDriver,
  readDrivers,
} from './read-drivers.ts'
import { addRefusal, decideAppeal, readRefusal, readRefusalList } from './refusal-list.ts'
import { submitDriver } from './submit-driver.ts'
import { putDriverBack, takeOutDriver } from './take-out-driver.ts'

export function driverHandlers(app: FastifyInstance, deps: AppDeps) {
  type Sent = RequestInput<'POST /api/booking/:bookingId/driver'>
  async function submit({ params, body, files, currentUser, idempotency }: Sent, atCounter: boolean) {
    const input = { ...params, by: currentUser, atCounter, papers: body, files }
    const row = await findDriver(deps.db, await submitDriver(deps, input, idempotency))
    if (!row) throw new AppError('not_found')
    return { success: true as const, data: await presentDriver(deps, row, currentUser.accountId) }
  }
  app.register(async (scope) => {
    takeForms(scope)
    serve(scope, deps, 'POST /api/booking/:bookingId/driver', (input) => submit(input, false))
    serve(scope, deps, 'POST /api/admin/booking/:bookingId/driver', (input) => submit(input, true))
  })
  serve(app, deps, 'GET /api/booking/:bookingId/drivers', async ({ params, currentUser }) => {
    const { accountId } = currentUser
    return { success: true, ...(await driversOfBooking(deps, { ...params, accountId })) }
  })
  serve(app, deps, 'GET /api/admin/booking/:bookingId/drivers', async ({ params }) => ({
    success: true,
    ...(await driversForStaff(deps, params.bookingId)),
  }))
  serve(
    app,
    deps,
    'POST /api/admin/booking/:bookingId/driver/waive',
    async ({ params, body, currentUser }) => {
      await waiveDriver(deps, { ...params, ...body, accountId: currentUser.accountId })
      return { success: true, message: m.answer_driver_waived() }
    },
  )
  serve(
    app,
    deps,
    'POST /api/admin/booking/:bookingId/driver/:driverId/remove',
    async ({ params, body, currentUser }) => {
      await takeOutDriver(deps, { ...params, ...body, staffId: currentUser.accountId })
      return { success: true, message: m.answer_driver_removed() }
    },
  )
  serve(
    app,
    deps,
    'POST /api/admin/booking/:bookingId/driver/:driverId/restore',
    async ({ params, currentUser }) => {
      await putDriverBack(deps, { ...params, staffId: currentUser.accountId })
      return { success: true, message: m.answer_driver_restored() }
    },
  )
  checkHandlers(app, deps)
  refusalListHandlers(app, deps)
}

function checkHandlers(app: FastifyInstance, deps: AppDeps) {
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
  serve(app, deps, 'POST /api/admin/driver/:driverId/withdraw', async ({ params, body, currentUser }) => {
    const { accountId } = currentUser
    await withdrawApproval(deps, { ...params, ...body, checkedBy: accountId })
    return { success: true, ...(await driverToCheck(deps, params.driverId, accountId)) }
  })
}

function refusalListHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'GET /api/admin/refusal-list', async ({ query }) => ({
    success: true,
    ...(await readRefusalList(deps, query)),
  }))
  serve(app, deps, 'POST /api/admin/refusal-list', async ({ body, currentUser, idempotency }) => {
    const entryId = await addRefusal(deps, { input: body, staffId: currentUser.accountId }, idempotency)
    return { success: true, message: m.answer_refusal_added(), data: await readRefusal(deps, entryId) }
  })
  serve(
    app,
    deps,
    'POST /api/admin/refusal-list/:entryId/appeal',
    async ({ params: { entryId }, body, currentUser, idempotency }) => {
      await decideAppeal(deps, { ...body, entryId, accountId: currentUser.accountId }, idempotency)
      const message = body.decision === 'lifted' ? m.answer_refusal_lifted() : m.answer_refusal_kept()
      return { success: true, message, data: await readRefusal(deps, entryId) }
    },
  )
}
