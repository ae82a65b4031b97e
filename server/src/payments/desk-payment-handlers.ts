import { nairobiDay } from '@twende/contract/calendar-day.ts'
import type { FastifyInstance } from 'fastify'
import { whoseList } from '../accounts/whose-list.ts'
import type { AppDeps } from '../deps.ts'
import { serve } from '../http/serve.ts'
import { approveUnprovenPayment } from './approve-unproven-payment.ts'
import { decideOnPayment } from './decide-on-payment.ts'
import { matchReceipt } from './match-receipt.ts'
import { paymentsTable } from './payments-table.ts'
import { deskMoney } from './read-money.ts'
import { paymentDetail } from './read-payment-detail.ts'
import { deskRefunds } from './read-refunds.ts'
import { reconcileDay } from './reconcile-day.ts'
import { refundsTable } from './refunds-table.ts'
import { approveRefund, sendRefund } from './send-refund.ts'

const decided = {
  accept: 'Payment accepted',
  giveBack: 'The money goes back: see Refunds',
  dismiss: 'Payment dismissed',
} as const

export function deskPaymentHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'GET /api/admin/payments', async ({ query }) => ({
    success: true,
    whose: await whoseList(deps.db, query.accountId),
    ...(await deskMoney(deps, query)),
  }))
  serve(app, deps, 'GET /api/admin/payments.csv', async ({ query, currentUser, sendTable }) =>
    sendTable(await paymentsTable(deps, currentUser.role, query)),
  )
  serve(app, deps, 'GET /api/admin/payment/:paymentId', async ({ params, currentUser }) => ({
    success: true,
    data: await paymentDetail(deps, params.paymentId, currentUser),
  }))
  serve(app, deps, 'POST /api/admin/payment/:paymentId/decide', async ({ params, body, currentUser }) => {
    await decideOnPayment(deps, { ...params, ...body, accountId: currentUser.accountId })
    return { success: true, message: decided[body.decision] }
  })
  serve(app, deps, 'POST /api/admin/payment/:paymentId/approve', async ({ params, currentUser }) => {
    await approveUnprovenPayment(deps, { ...params, accountId: currentUser.accountId })
    return { success: true, message: 'Payment approved' }
  })
  serve(app, deps, 'POST /api/admin/receipt/:receipt/match', async ({ params, body, currentUser }) => {
    const paymentId = await matchReceipt(deps, { ...params, ...body, accountId: currentUser.accountId })
    const message = body.giveBack ? decided.giveBack : `Matched with ${body.reference}`
    return { success: true, message, paymentId }
  })
  refundHandlers(app, deps)
  serve(app, deps, 'GET /api/admin/reconciliation', async ({ query, currentUser }) => ({
    success: true,
    data: await reconcileDay(deps, query.day ?? nairobiDay(deps.clock.now()), currentUser),
  }))
}

function refundHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'GET /api/admin/refunds', async ({ query, currentUser }) => ({
    success: true,
    ...(await deskRefunds(deps, query, currentUser)),
  }))
  serve(app, deps, 'GET /api/admin/refunds.csv', async ({ query, currentUser, sendTable }) =>
    sendTable(await refundsTable(deps, currentUser.role, query)),
  )
  serve(app, deps, 'POST /api/admin/refund/:refundId/approve', async ({ params, currentUser }) => {
    await approveRefund(deps, { ...params, accountId: currentUser.accountId })
    return { success: true, message: 'Refund approved. Somebody else sends it.' }
  })
  serve(app, deps, 'POST /api/admin/refund/:refundId/sent', async ({ params, body, currentUser }) => {
    await sendRefund(deps, { ...params, ...body, accountId: currentUser.accountId })
    return { success: true, message: 'Refund sent' }
  })
}
