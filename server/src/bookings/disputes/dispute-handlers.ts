import { m } from '@twende/messages'
import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../../deps.ts'
import { serve } from '../../http/serve.ts'
import { decideDispute } from './decide-dispute.ts'
import { disputeCharge } from './dispute-charge.ts'
import { readCharges } from './read-charges.ts'

/** Charges of a return, kept parts of deposits, and traffic fines, that customers dispute. */
export function disputeHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'POST /api/booking/:bookingId/dispute', async ({ params, body, currentUser }) => {
    const { accountId } = currentUser
    await disputeCharge(deps, { ...params, ...body, accountId })
    const data = await readCharges(deps.db, params.bookingId, accountId)
    return { success: true, message: m.answer_charge_disputed(), data }
  })
  serve(app, deps, 'GET /api/admin/booking/:bookingId/charges', async ({ params }) => ({
    success: true,
    data: await readCharges(deps.db, params.bookingId),
  }))
  serve(
    app,
    deps,
    'POST /api/admin/booking/:bookingId/dispute/decide',
    async ({ params, body, currentUser }) => {
      const { reason: answer, ...decided } = body
      await decideDispute(deps, { ...params, ...decided, answer, accountId: currentUser.accountId })
      const message = answers[body.fine === undefined ? 'charge' : 'fine'][body.decision]()
      return { success: true, message, data: await readCharges(deps.db, params.bookingId) }
    },
  )
}

const answers = {
  charge: { kept: m.answer_charge_kept, withdrawn: m.answer_charge_withdrawn },
  fine: { kept: m.answer_fine_kept, withdrawn: m.answer_fine_withdrawn },
}
