import { nairobiDay } from '@twende/contract/calendar-day.ts'
import { m } from '@twende/messages'
import type { FastifyInstance } from 'fastify'
import { accountFilterName } from '../accounts/admin/read-accounts.ts'
import type { AppDeps } from '../deps.ts'
import { serve } from '../http/serve.ts'
import { balanceItemsCsv, listBalanceItems, readBalances } from './balances/read-balances.ts'
import { decideOnPayment } from './reconciliation/decide-on-payment.ts'
import { listPayments, paymentsCsv } from './reconciliation/list-payments.ts'
import { matchTransaction } from './reconciliation/match-transaction.ts'
import { paymentDetail, readPurchaseMoney } from './reconciliation/read-payment-detail.ts'
import { reconcileDay, reconciliationCsv } from './reconciliation/reconcile-day.ts'
import { listRefunds, refundsCsv } from './refunds/list-refunds.ts'
import { approveRefund, confirmRefund, markRefundPaid } from './refunds/mark-refund-paid.ts'
import { moveRefund } from './refunds/move-refund.ts'
import { approveUnprovenPayment } from './refunds/unproven-payments.ts'

const decided = {
  accept: m.answer_payment_accepted,
  giveBack: m.answer_payment_given_back,
  giveBackRest: m.answer_payment_given_back,
  dismiss: m.answer_payment_dismissed,
} as const

export function adminPaymentHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'GET /api/admin/payments', async ({ query }) => ({
    success: true,
    whose: await accountFilterName(deps.db, query.accountId),
    ...(await listPayments(deps, query)),
  }))
  serve(app, deps, 'GET /api/admin/payments.csv', async ({ query, currentUser, sendTable }) =>
    sendTable(await paymentsCsv(deps, currentUser.role, query)),
  )
  serve(app, deps, 'GET /api/admin/payment/:paymentId', async ({ params, currentUser }) => ({
    success: true,
    data: await paymentDetail(deps, params.paymentId, currentUser),
  }))
  serve(app, deps, 'GET /api/admin/purchase/:purchaseId/money', async ({ params }) => ({
    success: true,
    data: await readPurchaseMoney(deps, params.purchaseId),
  }))
  serve(app, deps, 'POST /api/admin/payment/:paymentId/decide', async ({ params, body, currentUser }) => {
    await decideOnPayment(deps, { ...params, ...body, accountId: currentUser.accountId })
    return { success: true, message: decided[body.decision]() }
  })
  serve(app, deps, 'POST /api/admin/payment/:paymentId/approve', async ({ params, currentUser }) => {
    await approveUnprovenPayment(deps, { ...params, accountId: currentUser.accountId })
    return { success: true, message: m.answer_payment_approved() }
  })
  serve(app, deps, 'POST /api/admin/receipt/:receipt/match', async ({ params, body, currentUser }) => {
    const paymentId = await matchTransaction(deps, {
      ...params,
      ...body,
      accountId: currentUser.accountId,
    })
    const message = body.giveBack
      ? decided.giveBack()
      : m.answer_payment_matched({ reference: body.reference })
    return { success: true, message, paymentId }
  })
  refundHandlers(app, deps)
  balanceHandlers(app, deps)
  serve(app, deps, 'GET /api/admin/reconciliation', async ({ query, currentUser }) => ({
    success: true,
    data: await reconcileDay(deps, query.day ?? nairobiDay(deps.clock.now()), currentUser),
  }))
}

function balanceHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'GET /api/admin/reconciliation.csv', async ({ query, currentUser, sendTable }) =>
    sendTable(await reconciliationCsv(deps, currentUser.role, query)),
  )
  serve(app, deps, 'GET /api/admin/balances', async ({ query }) => ({
    success: true,
    data: await readBalances(deps, query.day),
  }))
  serve(app, deps, 'GET /api/admin/balance-items', async ({ query }) => ({
    success: true,
    ...(await listBalanceItems(deps, query)),
  }))
  serve(app, deps, 'GET /api/admin/balance-items.csv', async ({ query, currentUser, sendTable }) =>
    sendTable(await balanceItemsCsv(deps, currentUser.role, query)),
  )
}

function refundHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'GET /api/admin/refunds', async ({ query, currentUser }) => ({
    success: true,
    ...(await listRefunds(deps, query, currentUser)),
  }))
  serve(app, deps, 'GET /api/admin/refunds.csv', async ({ query, currentUser, sendTable }) =>
    sendTable(await refundsCsv(deps, currentUser.role, query)),
  )
  serve(app, deps, 'POST /api/admin/refund/:refundId/approve', async ({ params, currentUser }) => {
    await approveRefund(deps, { ...params, accountId: currentUser.accountId })
    return { success: true, message: m.answer_refund_approved() }
  })
  serve(app, deps, 'POST /api/admin/refund/:refundId/sent', async ({ params, body, currentUser }) => {
    await markRefundPaid(deps, { ...params, ...body, accountId: currentUser.accountId })
    return { success: true, message: m.answer_refund_sent() }
  })
  serve(app, deps, 'POST /api/admin/refund/:refundId/confirm', async ({ params, currentUser }) => {
    await confirmRefund(deps, { ...params, accountId: currentUser.accountId })
    return { success: true, message: m.answer_refund_confirmed() }
  })
  serve(app, deps, 'POST /api/admin/refund/:refundId/move', async ({ params, body, currentUser }) => {
    const reference = await moveRefund(deps, { ...params, ...body, accountId: currentUser.accountId })
    return { success: true, message: m.answer_refund_moved({ reference }) }
  })
}
