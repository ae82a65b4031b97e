import { m } from '@twende/messages'
import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../../deps.ts'
import { serve } from '../../http/serve.ts'
import { presentPayment } from '../../payments/read-payment.ts'
import { readAdminFines } from '../fines/read-fines.ts'
import { allowUnpaidHandover } from './allow-unpaid-handover.ts'
import { requestOwed, takeOwed } from './take-owed.ts'

/** What customers owe for their bookings: taken, asked for, or left unpaid when the car leaves. */
export function owedHandlers(app: FastifyInstance, deps: AppDeps) {
  const take = 'POST /api/admin/booking/:bookingId/owed'
  serve(app, deps, take, async ({ params, body, currentUser, idempotency }) => {
    const { accountId } = currentUser
    await takeOwed(deps, { ...params, ...body, accountId }, idempotency)
    const data = await readAdminFines(deps, params.bookingId, accountId)
    return { success: true, message: m.answer_owed_taken(), data }
  })
  serve(app, deps, 'POST /api/admin/booking/:bookingId/owed/request', async ({ params, body }) => ({
    success: true,
    data: presentPayment(await requestOwed(deps, { ...params, ...body })),
  }))
  const allow = 'POST /api/admin/booking/:bookingId/owed/allow'
  serve(app, deps, allow, async ({ params, body, currentUser: { accountId, role } }) => {
    await allowUnpaidHandover(deps, { ...params, ...body, accountId, role })
    return { success: true, message: m.answer_unpaid_handover_allowed() }
  })
}
