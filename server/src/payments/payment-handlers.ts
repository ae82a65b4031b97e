import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import type { CurrentUser } from '../http/current-user.ts'
import { serve } from '../http/serve.ts'
import { startPayment } from './collections/start-payment.ts'
import { findPayment, type PaymentRow } from './payment-store.ts'
import { presentPayment } from './present-payment.ts'
import { C2B_ACCEPTED, CALLBACK_RECEIVED } from './providers/mpesa/daraja-messages.ts'
import { pressOnDemoPhone, showDemoPhone } from './providers/mpesa/demo-phone.ts'
import { receiveC2b } from './providers/mpesa/receive-c2b.ts'
import { receiveCallback } from './providers/mpesa/receive-callback.ts'

export function paymentHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'POST /api/payment/start', async ({ body, currentUser }) => {
    const payment = await startPayment(deps, {
      payableType: body.purpose,
      payableId: body.purchaseId,
      phone: body.phone,
      accountId: currentUser.accountId,
    })
    return { success: true, data: presentPayment(payment) }
  })
  serve(app, deps, 'GET /api/payment/:paymentId', async ({ params, currentUser }) => ({
    success: true,
    data: presentPayment(await paymentFor(deps, params.paymentId, currentUser)),
  }))
  app.register(async (scope) => callbackHandlers(scope, deps))
  if (deps.gateway.phonePanelUrl !== undefined) demoPhoneHandlers(app, deps, deps.gateway.phonePanelUrl)
}

const MAX_CALLBACK_BYTES = 64 * 1024

/** Takes anything that is posted, of whatever type it says to be: what cannot be read is kept all the same. */
function callbackHandlers(scope: FastifyInstance, deps: AppDeps) {
  scope.removeAllContentTypeParsers()
  const asBytes = { parseAs: 'buffer', bodyLimit: MAX_CALLBACK_BYTES } as const
  scope.addContentTypeParser('*', asBytes, (_request, body, done) => done(null, body))
  serve(scope, deps, 'POST /api/hooks/stk/:secret', async ({ params, request }) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    await receiveCallback(deps, { secret: params.secret, body })
    return CALLBACK_RECEIVED
  })
  serve(scope, deps, 'POST /api/hooks/c2b/:secret', async ({ params, request }) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    await receiveC2b(deps, { secret: params.secret, body })
    return CALLBACK_RECEIVED
  })
  serve(scope, deps, 'POST /api/hooks/c2b-validation/:secret', async () => C2B_ACCEPTED)
}

function demoPhoneHandlers(app: FastifyInstance, deps: AppDeps, panelUrl: string) {
  serve(app, deps, 'GET /api/demo/phone/:paymentId', async ({ params, currentUser }) => {
    const payment = await ownPayment(deps, params.paymentId, currentUser)
    return { success: true, data: await showDemoPhone(deps.db, panelUrl, payment.id) }
  })
  serve(app, deps, 'POST /api/demo/phone/:paymentId', async ({ params, body, currentUser }) => {
    const payment = await ownPayment(deps, params.paymentId, currentUser)
    const press = { ...body, paymentId: payment.id }
    return { success: true, message: await pressOnDemoPhone(deps.db, panelUrl, press) }
  })
}

/** A phone is in its owner's hand: not even staff may press its keys. */
async function ownPayment({ db }: AppDeps, paymentId: string, currentUser: CurrentUser): Promise<PaymentRow> {
  const payment = await findPayment(db, paymentId)
  if (payment?.account_id !== currentUser.accountId) throw new AppError('payment_not_found')
  return payment
}

async function paymentFor({ db }: AppDeps, paymentId: string, currentUser: CurrentUser): Promise<PaymentRow> {
  const payment = await findPayment(db, paymentId)
  const mayRead = payment?.account_id === currentUser.accountId || currentUser.role !== 'user'
  if (!payment || !mayRead) throw new AppError('payment_not_found')
  return payment
}
