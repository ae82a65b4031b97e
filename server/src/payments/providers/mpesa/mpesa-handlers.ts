import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import type { CurrentUser } from '../../../http/current-user.ts'
import { serve } from '../../../http/serve.ts'
import { findPayment } from '../../payment-store.ts'
import { acceptRawBodies, rawBody } from '../../webhook-handlers.ts'
import { C2B_ACCEPTED, CALLBACK_RECEIVED } from './daraja-messages.ts'
import { pressOnDemoPhone, showDemoPhone } from './demo-phone.ts'
import { receiveC2b } from './receive-c2b.ts'

/** The routes where M-Pesa reports payments made by hand and, where it is simulated, those of the simulated phone. */
export function mpesaHandlers(app: FastifyInstance, deps: AppDeps) {
  app.register(async (scope) => c2bHandlers(scope, deps))
  const { phonePanelUrl } = deps.gateways.mpesa
  if (phonePanelUrl !== undefined) demoPhoneHandlers(app, deps, phonePanelUrl)
}

function c2bHandlers(scope: FastifyInstance, deps: AppDeps) {
  acceptRawBodies(scope)
  serve(scope, deps, 'POST /api/hooks/c2b/:secret', async ({ params, request }) => {
    await receiveC2b(deps, { secret: params.secret, body: rawBody(request) })
    return CALLBACK_RECEIVED
  })
  serve(scope, deps, 'POST /api/hooks/c2b-validation/:secret', async () => C2B_ACCEPTED)
}

function demoPhoneHandlers(app: FastifyInstance, deps: AppDeps, panelUrl: string) {
  serve(app, deps, 'GET /api/demo/phone/:paymentId', async ({ params, currentUser }) => {
    await requireOwnPayment(deps, params.paymentId, currentUser)
    return { success: true, data: await showDemoPhone(deps.db, panelUrl, params.paymentId) }
  })
  serve(app, deps, 'POST /api/demo/phone/:paymentId', async ({ params, body, currentUser }) => {
    await requireOwnPayment(deps, params.paymentId, currentUser)
    const press = { ...body, paymentId: params.paymentId }
    return { success: true, message: await pressOnDemoPhone(deps.db, panelUrl, press) }
  })
}

/** Only the customer may use the simulated phone of a payment, not even staff. */
async function requireOwnPayment(
  { db }: AppDeps,
  paymentId: string,
  currentUser: CurrentUser,
): Promise<void> {
  const payment = await findPayment(db, paymentId)
  if (payment?.account_id !== currentUser.accountId) throw new AppError('payment_not_found')
}
