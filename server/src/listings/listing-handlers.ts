import { readCarName } from '@twende/contract/listings/car-name.ts'
import type { OwnListing } from '@twende/contract/listings/listing.ts'
import { paymentSentence } from '@twende/contract/payments/payment-failures.ts'
import type { Pagination } from '@twende/contract/text.ts'
import { m } from '@twende/messages'
import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { serve } from '../http/serve.ts'
import { takeForms } from '../http/uploads/read-form.ts'
import { listingAdminHandlers } from './admin/admin-listing-handlers.ts'
import { withdrawListingEdit } from './admin/review-edit.ts'
import { newestPublicListings } from './market/all-public-listings.ts'
import { cachePriceGuides, findPriceGuides, priceGuideFor } from './market/price-guide-store.ts'
import { countPublicListings } from './market/public-listing-store.ts'
import { reportListing } from './market/report-listing.ts'
import { downloadSaleAgreement } from './market/sale-agreement.ts'
import { cachePublicCounts, countFilterChoices, searchListings } from './market/search-listings.ts'
import { findShownSeller, revealContact, showListing } from './market/show-listing.ts'
import { leadOf, reporterOf, viewerOf } from './market/visitor.ts'
import { addListing } from './sell/add-listing.ts'
import { removeListing, toggleAvailability } from './sell/listing-availability.ts'
import { listingsOfSeller, ownListing } from './sell/own-listings.ts'
import { renewListing } from './sell/renew-listing.ts'
import { updateListing } from './sell/update-listing.ts'

export function listingHandlers(app: FastifyInstance, deps: AppDeps) {
  listHandler(app, deps)
  publicHandlers(app, deps)
  app.register(async (scope) => {
    takeForms(scope)
    formHandlers(scope, deps)
  })
  sellerHandlers(app, deps)
  listingAdminHandlers(app, deps)
}

/** More than the market of the specification has; the rest is read page by page. */
const MOST_WITHOUT_QUERY = 1_000
const ROWS_OF_A_PAGE = 100

/** The page of the list that goes on after `sent` of `all`; the count may be older than what was sent. */
export function pageAfter(sent: number, all: number): number | undefined {
  return sent === MOST_WITHOUT_QUERY && all > sent ? MOST_WITHOUT_QUERY / ROWS_OF_A_PAGE + 1 : undefined
}

/** Whether a page is followed by another one: where counting stopped, a whole page may be. */
export function leadsOn({ page, pages, limit, orMore }: Pagination, rows: number): boolean {
  return page < pages || (orMore === true && rows === limit)
}

function listHandler(app: FastifyInstance, deps: AppDeps) {
  const publicCounts = cachePublicCounts(deps.changeFeed, (now) => countPublicListings(deps.db, now))
  const guides = cachePriceGuides((kinds, now) => findPriceGuides(deps.db, kinds, now), deps.random)
  serve(app, deps, 'GET /api/sell/list', async ({ query, reply }) => {
    const leadTo = (page: Record<string, string | number | undefined>) => {
      const sent = Object.entries(page).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)]],
      )
      reply.header('link', `</api/sell/list?${new URLSearchParams(sent)}>; rel="next"`)
    }
    if (Object.keys(query).length > 0) {
      const found = await searchListings(deps, query, { publicCounts, findPriceGuides: guides })
      const { page, limit, total } = found.pagination
      if (leadsOn(found.pagination, found.data.length)) leadTo({ ...query, limit, page: page + 1 })
      return { success: true, ...found, total }
    }
    const { verified, available } = await publicCounts(deps.clock.now())
    const data = await newestPublicListings(deps, MOST_WITHOUT_QUERY)
    const next = pageAfter(data.length, verified)
    if (next !== undefined) leadTo({ limit: ROWS_OF_A_PAGE, page: next })
    return { success: true, data, counts: { verified, available }, total: verified }
  })
  serve(app, deps, 'GET /api/sell/filter-counts', async ({ query }) => ({
    success: true,
    data: await countFilterChoices(deps, query),
  }))
}

function publicHandlers(app: FastifyInstance, deps: AppDeps) {
  const { db, clock, tokenSecret } = deps
  serve(app, deps, 'GET /api/sell/get/:carId', async ({ params, request, currentUser }) => {
    const visitor = viewerOf({ request, currentUser }, tokenSecret, clock.now())
    const data = await showListing(deps, params.carId, { currentUser, visitor })
    return { success: true, message: '', data }
  })
  serve(app, deps, 'GET /api/sell/guide', async ({ query }) => {
    const { make, model, year, listingId } = query
    const read = readCarName(`${make} ${model}`)
    const kind = { make: read.make ?? make, model: read.model ?? model, year }
    const now = clock.now()
    const seller = listingId === undefined ? undefined : await findShownSeller(db, listingId, now)
    return { success: true, data: await priceGuideFor(db, kind, { seller, now }) }
  })
  serve(app, deps, 'GET /api/sell/agreement/:carId', async ({ params, query, reply }) => {
    const bytes = await downloadSaleAgreement(deps, params.carId, query.language)
    return reply
      .header('content-disposition', 'attachment; filename="sale-agreement.pdf"')
      .header('cache-control', 'no-store')
      .type('application/pdf')
      .send(bytes)
  })
  serve(app, deps, 'POST /api/sell/reveal/:carId', async ({ params, body, request, currentUser }) => {
    const lead = leadOf({ request, currentUser }, tokenSecret, params.carId)
    const input = { listingId: params.carId, way: body.way, lead, accountId: currentUser?.accountId }
    return { success: true, data: await revealContact(deps, input) }
  })
  serve(app, deps, 'POST /api/sell/report/:carId', async ({ params, body, request, reply, currentUser }) => {
    const reporter = reporterOf(deps, { request, reply, currentUser })
    await reportListing(deps, {
      listingId: params.carId,
      ...reporter,
      accountId: currentUser?.accountId,
      email: currentUser?.email,
      ...body,
    })
    return { success: true, message: m.answer_listing_reported() }
  })
}

function formHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'POST /api/sell/add', async ({ body, files, currentUser, idempotency }) => {
    const input = { accountId: currentUser.accountId, submission: body, pictures: files }
    const { listingId, payment } = await addListing(deps, input, idempotency)
    const data = await ownListing(deps, listingId)
    return { success: true, message: listedMessage(body, data), data, payment }
  })
  serve(app, deps, 'POST /api/sell/update', async ({ body, files, currentUser }) => {
    const input = { accountId: currentUser.accountId, edit: body, pictures: files }
    const reviewed = await updateListing(deps, input)
    const updatedListing = await ownListing(deps, body.id)
    if (reviewed.length === 0) clearCachesIfPublic(deps, updatedListing)
    const message = reviewed.length > 0 ? m.answer_listing_updated_in_review() : m.answer_listing_updated()
    return {
      success: true,
      message,
      updatedListing,
      reviewed: [...reviewed],
    }
  })
}

function listedMessage(
  { paymentMethod, amount }: { paymentMethod: string; amount: number },
  { payment }: OwnListing,
): string {
  if (paymentMethod === 'stk') {
    return m.answer_listing_added_stk({
      payment: paymentSentence({
        payable_type: 'listing_period',
        status: 'processing',
        outcome: 'waiting',
        amount,
        amount_received: null,
        failure: null,
        refundWay: 'to_payer',
      }),
    })
  }
  return payment.reason === ''
    ? m.answer_listing_added()
    : m.answer_listing_added_unpaid({ reason: payment.reason })
}

function sellerHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'GET /api/sell/user/:userId', async ({ params, currentUser }) => {
    if (params.userId !== currentUser.accountId) throw new AppError('not_found')
    return { success: true, message: '', data: await listingsOfSeller(deps, currentUser.accountId) }
  })
  serve(app, deps, 'POST /api/sell/withdraw-edit', async ({ body, currentUser }) => {
    await withdrawListingEdit(deps, { listingId: body.id, accountId: currentUser.accountId })
    return {
      success: true,
      message: m.answer_listing_changes_withdrawn(),
      data: await ownListing(deps, body.id),
    }
  })
  serve(app, deps, 'POST /api/sell/toggle-availability', async ({ body, currentUser }) => {
    const input = { listingId: body.id, accountId: currentUser.accountId, wanted: body.available }
    const available = await toggleAvailability(deps, input)
    const data = await ownListing(deps, body.id)
    clearCachesIfPublic(deps, data)
    const message = available ? m.answer_listing_available() : m.answer_listing_sold()
    return { success: true, message, data }
  })
  serve(app, deps, 'POST /api/sell/remove', async ({ body, currentUser }) => {
    const data = await ownListing(deps, body.id)
    await removeListing(deps, { listingId: body.id, accountId: currentUser.accountId })
    clearCachesIfPublic(deps, data)
    return { success: true, message: m.answer_listing_deleted() }
  })
  serve(app, deps, 'POST /api/sell/renew', async ({ body, currentUser, idempotency }) => {
    const input = { accountId: currentUser.accountId, renewal: body }
    const payment = await renewListing(deps, input, idempotency)
    const message = payment ? payment.message : m.answer_listing_payment_checked()
    return { success: true, message, data: await ownListing(deps, body.id), payment }
  })
}

/** Clears the caches of this process at once, but only if the listing is public: other changes show nowhere. */
function clearCachesIfPublic(deps: AppDeps, { verified, listingStatus }: PublicState) {
  if (verified && (listingStatus === 'active' || listingStatus === 'sold'))
    deps.changeFeed.changed('listings')
}

type PublicState = { verified: boolean; listingStatus: string }
