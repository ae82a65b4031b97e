import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import type { CurrentUser } from '../http/current-user.ts'
import { serve } from '../http/serve.ts'
import { startPayment } from './collections/start-payment.ts'
import { findPayment, type PaymentRow } from './payment-store.ts'
import { mpesaHandlers } from './providers/mpesa/mpesa-handlers.ts'
import { presentForPayer, presentPayment } from './read-payment.ts'
import { webhookHandlers } from './webhook-handlers.ts'

/** The routes of each provider that has some besides the webhook of payments, which all providers share. */
const handlersOfProviders: readonly ((app: FastifyInstance, deps: AppDeps) => void)[] = [mpesaHandlers]

export function paymentHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'POST /api/payment/start', async ({ body, currentUser }) => {
    const payment = await startPayment(deps, {
      payableType: body.purpose,
      payableId: body.purchaseId,
      phone: body.phone,
      method: body.method,
      accountId: currentUser.accountId,
    })
    return { success: true, data: presentPayment(payment) }
  })
  serve(app, deps, 'GET /api/payment/:paymentId', async ({ params, currentUser }) => ({
    success: true,
    data: await presentForPayer(deps.db, await paymentFor(deps, params.paymentId, currentUser)),
  }))
  webhookHandlers(app, deps)
  providerHandlers(app, deps)
}

async function paymentFor({ db }: AppDeps, paymentId: string, currentUser: CurrentUser): Promise<PaymentRow> {
  const payment = await findPayment(db, paymentId)
  const mayRead = payment?.account_id === currentUser.accountId || currentUser.role !== 'user'
  if (!payment || !mayRead) throw new AppError('payment_not_found')
  return payment
}

function providerHandlers(app: FastifyInstance, deps: AppDeps): void {
  for (const addHandlers of handlersOfProviders) addHandlers(app, deps)
}
