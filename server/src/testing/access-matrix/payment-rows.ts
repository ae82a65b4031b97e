import type { RouteKey } from '@twende/contract/routes.ts'
import { addRefundDue, bookByMpesa, paidWith, paymentInReview, sendC2bPayment } from '../payments.ts'
import { drawCode } from '../selling.ts'
import { statementCsv } from '../statements.ts'
import {
  type AccessRow,
  addCashPayment,
  adminOnly,
  bookingRow,
  byPayment,
  everybody,
  market,
  ownerAndStaff,
  ownerOnly,
  staffOnly,
} from './fixtures.ts'

/** Who may call the routes of payments and refunds. */
export const paymentRows = {
  'POST /api/payment/start': {
    request: ({ bookingId }) => ({
      body: { purpose: 'booking', purchaseId: bookingId, phone: '0712345678' },
    }),
    status: ownerOnly,
    booking: 'pending',
  },
  'GET /api/payment/:paymentId': { request: byPayment, status: ownerAndStaff, withoutRights: 404 },
  // The secret in the address is the only protection: an unknown one is answered alike and changes nothing.
  'POST /api/hooks/:method/:secret': {
    request: () => ({ params: { method: 'stk', secret: 'x'.repeat(43) }, body: {} }),
    status: everybody,
  },
  'GET /api/demo/phone/:paymentId': { request: byPayment, status: ownerOnly },
  'POST /api/demo/phone/:paymentId': {
    request: (fixture) => ({ ...byPayment(fixture), body: { action: 'cancel' } }),
    status: ownerOnly,
  },
  'POST /api/hooks/c2b/:secret': {
    request: () => ({ params: { secret: 'x'.repeat(64) }, body: {} }),
    status: everybody,
  },
  'POST /api/hooks/c2b-validation/:secret': {
    request: () => ({ params: { secret: 'x'.repeat(64) }, body: {} }),
    status: everybody,
  },
  'GET /api/admin/payments': { request: () => ({}), status: staffOnly, right: 'payments' },
  'GET /api/admin/payments.csv': { request: () => ({}), status: staffOnly, right: 'payments' },
  'GET /api/admin/reconciliation': { request: () => ({}), status: staffOnly, right: 'payments' },
  'GET /api/admin/reconciliation.csv': {
    request: () => ({ query: { fromDay: '2026-04-01', toDay: '2026-04-30' } }),
    status: staffOnly,
    right: 'payments',
  },
  'GET /api/admin/statements': { request: () => ({}), status: adminOnly },
  'POST /api/admin/statements': {
    request: () => ({
      form: {
        act: 'add',
        statement: statementCsv([
          { code: drawCode(market.clock.now()), amount: 700, at: market.clock.now() },
        ]),
      },
    }),
    status: adminOnly,
  },
  'GET /api/admin/balances': { request: () => ({}), status: staffOnly, right: 'payments' },
  'GET /api/admin/balance-items': {
    request: () => ({ query: { balance: 'owed' } }),
    status: staffOnly,
    right: 'payments',
  },
  'GET /api/admin/balance-items.csv': {
    request: () => ({ query: { balance: 'owed' } }),
    status: staffOnly,
    right: 'payments',
  },
  'GET /api/admin/reports': { request: () => ({}), status: staffOnly, right: 'reports' },
  'GET /api/admin/reports.csv': { request: () => ({}), status: staffOnly, right: 'reports' },
  'GET /api/admin/shop-report': { request: () => ({}), status: staffOnly, right: 'reports' },
  'GET /api/admin/shop-report.csv': { request: () => ({}), status: staffOnly, right: 'reports' },
  'GET /api/admin/refunds': { request: () => ({}), status: staffOnly, right: 'payments' },
  'GET /api/admin/refunds.csv': { request: () => ({}), status: staffOnly, right: 'payments' },
  'GET /api/admin/payment/:paymentId': { request: byPayment, status: staffOnly, right: 'payments' },
  'GET /api/admin/purchase/:purchaseId/money': {
    request: ({ bookingId }) => ({ params: { purchaseId: bookingId } }),
    status: staffOnly,
    right: 'payments',
    booking: 'pending',
  },
  'POST /api/admin/payment/:paymentId/decide': {
    request: async () => {
      const { paymentId } = await paymentInReview(market)
      return { params: { paymentId }, body: { decision: 'accept', reason: 'Seen in the account' } }
    },
    status: staffOnly,
    right: 'payments',
  },
  'POST /api/admin/payment/:paymentId/approve': {
    request: async () => ({ params: { paymentId: await addCashPayment() }, body: { note: 'Counted' } }),
    status: staffOnly,
    right: 'payments',
  },
  'POST /api/admin/receipt/:receipt/match': {
    request: async ({ bookingId }) => {
      const receipt = await sendC2bPayment(market, { amount: 100_000 })
      const { reference } = await bookingRow(bookingId)
      return { params: { receipt }, body: { reference, reason: 'The customer called' } }
    },
    status: staffOnly,
    right: 'payments',
    booking: 'pending',
  },
  'POST /api/admin/refund/:refundId/approve': {
    request: async () => {
      const { refundId } = await addRefundDue(market, { pricePerDay: 9_000 })
      return { params: { refundId }, body: {} }
    },
    status: adminOnly,
  },
  'POST /api/admin/refund/:refundId/move': {
    request: async () => {
      const { refundId, customer } = await addRefundDue(market)
      const { booking } = await bookByMpesa(market, { customer })
      return { params: { refundId }, body: { reference: booking.bookingId, reason: 'A replacement' } }
    },
    status: staffOnly,
    right: 'payments',
  },
  'POST /api/admin/refund/:refundId/confirm': {
    request: async () => {
      const { refundId } = await addRefundDue(market)
      const sender = await market.signUp({ role: 'staff' })
      const body = paidWith(drawCode(market.clock.now()))
      await market.call('POST /api/admin/refund/:refundId/sent', { params: { refundId }, body }, sender)
      return { params: { refundId }, body: {} }
    },
    status: staffOnly,
    right: 'payments',
  },
  'POST /api/admin/refund/:refundId/sent': {
    request: async () => {
      const { refundId } = await addRefundDue(market)
      return { params: { refundId }, body: paidWith(drawCode(market.clock.now())) }
    },
    status: staffOnly,
    right: 'payments',
  },
} satisfies Partial<Record<RouteKey, AccessRow>>
