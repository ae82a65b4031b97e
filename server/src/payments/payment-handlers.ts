import type { FastifyInstance } from 'fastify'
import type { Db } from '../db/database.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import type { CurrentUser } from '../http/current-user.ts'
import { serve } from '../http/serve.ts'
import { startPayment } from './collections/start-payment.ts'
import { findCustomerOf } from './payable-store.ts'
import { findPayment, type PaymentRow, payableOf } from './payment-store.ts'
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
  if (!payment || !(await mayRead(db, payment, currentUser))) throw new AppError('payment_not_found')
  return payment
}

/** The payment of a booking that staff typed at the counter is kept under their account, and is not their own. */
async function mayRead(db: Db, payment: PaymentRow, { accountId, role, rights }: CurrentUser) {
  if (rights.includes('payments')) return true
  if (payment.account_id !== accountId) return false
  return role === 'user' || (await findCustomerOf(db, payableOf(payment))).accountId === accountId
}

function providerHandlers(app: FastifyInstance, deps: AppDeps): void {
  for (const addHandlers of handlersOfProviders) addHandlers(app, deps)
}
