import { m } from '@twende/messages'
import type { FastifyInstance } from 'fastify'
import { accountFilterName } from '../../accounts/admin/read-accounts.ts'
import type { AppDeps } from '../../deps.ts'
import { serve } from '../../http/serve.ts'
import { listAdminListings, listingsCsv, readAdminListing, readAdminListingDetail } from './admin-listings.ts'
import { correctListingPayment } from './correct-listing-payment.ts'
import { giveListingMoneyBack } from './give-money-back.ts'
import { approveEdit, refuseEdit } from './review-edit.ts'
import {
  closeListingReports,
  extendListing,
  rejectListing,
  restoreListing,
  suspendListing,
  takeDaysBack,
  verifyListing,
} from './review-listing.ts'
import { approveListingPayment, rejectListingPayment } from './review-listing-payment.ts'

export function listingAdminHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'GET /api/admin/listings', async ({ query }) => ({
    success: true,
    whose: await accountFilterName(deps.db, query.accountId),
    ...(await listAdminListings(deps, query)),
  }))
  serve(app, deps, 'GET /api/admin/listings.csv', async ({ query, currentUser, sendTable }) =>
    sendTable(await listingsCsv(deps, currentUser.role, query)),
  )
  serve(app, deps, 'GET /api/admin/listing/:listingId', async ({ params, currentUser }) => ({
    success: true,
    data: await readAdminListingDetail(deps, params.listingId, currentUser),
  }))
  decisionHandlers(app, deps)
  marketHandlers(app, deps)
}

/** What staff decides about a listing. */
function decisionHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(
    app,
    deps,
    'POST /api/admin/listing/:listingId/approve-payment',
    async ({ params, body, currentUser }) => {
      await approveListingPayment(deps, { ...params, ...body, accountId: currentUser.accountId })
      return afterDecision(deps, params.listingId, m.answer_payment_approved())
    },
  )
  serve(
    app,
    deps,
    'POST /api/admin/listing/:listingId/reject-payment',
    async ({ params, body, currentUser }) => {
      await rejectListingPayment(deps, { ...params, ...body, accountId: currentUser.accountId })
      return afterDecision(deps, params.listingId, m.answer_listing_payment_rejected())
    },
  )
  serve(app, deps, 'POST /api/admin/listing/:listingId/verify', async ({ params, body, currentUser }) => {
    await verifyListing(deps, { ...params, ...body, accountId: currentUser.accountId })
    return afterDecision(deps, params.listingId, m.answer_listing_verified())
  })
  serve(app, deps, 'POST /api/admin/listing/:listingId/reject', async ({ params, body, currentUser }) => {
    await rejectListing(deps, { ...params, note: body.reason, accountId: currentUser.accountId })
    return afterDecision(deps, params.listingId, m.answer_listing_sent_back())
  })
  serve(
    app,
    deps,
    'POST /api/admin/listing/:listingId/give-money-back',
    async ({ params, body, currentUser }) => {
      await giveListingMoneyBack(deps, { ...params, ...body, accountId: currentUser.accountId })
      return afterDecision(deps, params.listingId, m.answer_listing_money_given_back())
    },
  )
  serve(
    app,
    deps,
    'POST /api/admin/listing/:listingId/approve-edit',
    async ({ params, body, currentUser }) => {
      await approveEdit(deps, { ...params, ...body, accountId: currentUser.accountId })
      return afterDecision(deps, params.listingId, m.answer_listing_changes_approved())
    },
  )
  serve(
    app,
    deps,
    'POST /api/admin/listing/:listingId/refuse-edit',
    async ({ params, body, currentUser }) => {
      const { editId, reason: note } = body
      await refuseEdit(deps, { ...params, editId, note, accountId: currentUser.accountId })
      return afterDecision(deps, params.listingId, m.answer_listing_changes_refused())
    },
  )
}

/** What staff decides about a listing that is, or was, on the market. */
function marketHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'POST /api/admin/listing/:listingId/suspend', async ({ params, body, currentUser }) => {
    await suspendListing(deps, { ...params, note: body.reason, accountId: currentUser.accountId })
    return afterDecision(deps, params.listingId, m.answer_listing_suspended())
  })
  serve(app, deps, 'POST /api/admin/listing/:listingId/restore', async ({ params, body, currentUser }) => {
    await restoreListing(deps, { ...params, ...body, accountId: currentUser.accountId })
    return afterDecision(deps, params.listingId, m.answer_listing_restored())
  })
  serve(
    app,
    deps,
    'POST /api/admin/listing/:listingId/close-reports',
    async ({ params, body, currentUser }) => {
      await closeListingReports(deps, { ...params, note: body.reason, accountId: currentUser.accountId })
      return afterDecision(deps, params.listingId, m.answer_listing_reports_closed())
    },
  )
  serve(
    app,
    deps,
    'POST /api/admin/listing/:listingId/correct-payment',
    async ({ params, body, currentUser }) => {
      await correctListingPayment(deps, { ...params, ...body, accountId: currentUser.accountId })
      return afterDecision(deps, params.listingId, m.answer_listing_payment_corrected())
    },
  )
  serve(
    app,
    deps,
    'POST /api/admin/listing/:listingId/take-days-back',
    async ({ params, body, currentUser }) => {
      const { days, reason: note } = body
      await takeDaysBack(deps, { ...params, days, note, accountId: currentUser.accountId })
      return afterDecision(deps, params.listingId, m.answer_listing_days_taken_back())
    },
  )
  serve(app, deps, 'POST /api/admin/listing/:listingId/extend', async ({ params, body, currentUser }) => {
    const { days, reason: note } = body
    await extendListing(deps, { ...params, days, note, accountId: currentUser.accountId })
    return afterDecision(deps, params.listingId, m.answer_listing_extended({ days }))
  })
}

async function afterDecision(deps: AppDeps, listingId: string, message: string) {
  deps.changeFeed.changed('listings')
  return { success: true as const, message, data: await readAdminListing(deps, listingId) }
}
