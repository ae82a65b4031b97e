import { randomUUID } from 'node:crypto'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { accountHandlers, sessionHandlers } from './accounts/account-handlers.ts'
import { accountAdminHandlers } from './accounts/admin/admin-account-handlers.ts'
import { profileHandlers } from './accounts/profile/profile-handlers.ts'
import { savedViewHandlers } from './accounts/saved-views/saved-view-handlers.ts'
import { secondFactorHandlers } from './accounts/second-factors/second-factor-handlers.ts'
import { auditHandlers } from './audit/audit-handlers.ts'
import { adminBookingHandlers } from './bookings/admin/admin-booking-handlers.ts'
import { agreementHandlers, bookingHandlers } from './bookings/booking-handlers.ts'
import { calendarLinkHandlers } from './bookings/calendars/calendar-link-handlers.ts'
import { conditionHandlers } from './bookings/condition/condition-handlers.ts'
import { depositHandlers } from './bookings/deposit/deposit-handlers.ts'
import { disputeHandlers } from './bookings/disputes/dispute-handlers.ts'
import { fineHandlers } from './bookings/fines/fine-handlers.ts'
import { owedHandlers } from './bookings/owed/owed-handlers.ts'
import {
  adminFleetHandlers,
  carCostHandlers,
  carDocumentHandlers,
  carHandlers,
  dueHandlers,
  serviceHandlers,
} from './cars/car-handlers.ts'
import { catalogHandlers } from './content/catalog-handlers.ts'
import { contentHandlers, messageHandlers } from './content/content-handlers.ts'
import type { AppDeps } from './deps.ts'
import { driverHandlers } from './drivers/driver-handlers.ts'
import { holdHandlers } from './holds/hold-handlers.ts'
import { AppError } from './http/app-error.ts'
import { cacheAnswers, publicAnswers } from './http/cache-answers.ts'
import { closeConnectionsWhileDraining } from './http/drain.ts'
import { answerErrors, sendRefusal } from './http/error-handler.ts'
import { finishedAnswersServer } from './http/finished-answers.ts'
import { parseJsonBodies } from './http/parse-json.ts'
import { trustedProxies } from './http/proxies/trusted-proxies.ts'
import { watchProxies } from './http/proxies/watch-proxies.ts'
import { finishRequests } from './http/request-end.ts'
import { answerInLocaleOfRequest } from './http/request-locale.ts'
import { guardAnswer, securityHeaders } from './http/security-headers.ts'
import { limitBodyTime } from './http/uploads/body-limits.ts'
import { drainBodies } from './http/uploads/drain-body.ts'
import { listingHandlers } from './listings/listing-handlers.ts'
import { mediaHandlers } from './media/media-handlers.ts'
import { notificationHandlers } from './notifications/admin-notification-handlers.ts'
import { logRequests } from './ops/log-requests.ts'
import { openApiHandlers } from './ops/openapi-handlers.ts'
import { healthHandlers, metricsHandlers } from './ops/operations-handlers.ts'
import { serveOfflineWorker } from './pages/offline-worker.ts'
import { serveSitemap } from './pages/sitemap.ts'
import { adminPaymentHandlers } from './payments/admin-payment-handlers.ts'
import { paymentHandlers } from './payments/payment-handlers.ts'
import { personalData } from './personal-data.ts'
import { extraHandlers, priceRuleHandlers } from './prices/price-handlers.ts'
import { privateFileHandlers } from './private-files/private-file-handlers.ts'
import { reportHandlers } from './reports/report-handlers.ts'
import { searchHandlers } from './search/search-handlers.ts'
import { settingsHandlers } from './settings/settings-handlers.ts'
import { shopHandlers } from './shop/shop-handlers.ts'
import { todayHandlers } from './today/today-handlers.ts'
import { traceRequests } from './tracing/trace-requests.ts'

/** The whole API, in order; pages are added behind it by `pages/serve-pages.ts`. */
export async function createApp(deps: AppDeps): Promise<FastifyInstance> {
  const trusts = trustedProxies(deps.config.trustProxy)
  const loggerInstance: FastifyBaseLogger = deps.logger
  const { serverFactory, attachTo } = finishedAnswersServer(deps)
  const app = fastify({
    serverFactory,
    loggerInstance,
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 256 * 1024,
    forceCloseConnections: true,
    trustProxy: trusts,
    // Fastify's own answers to addresses it cannot read come before every hook.
    frameworkErrors: (_error, request, reply) => {
      guardAnswer(request, reply, deps.config.publicUrl)
      sendRefusal(reply, new AppError('invalid'))
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    // The contract checks requests: without these, Fastify loads compilers of JSON schemas that nothing uses.
    schemaController: {
      compilersFactory: { buildValidator: () => noSchemas, buildSerializer: () => noSchemas },
    },
  })
  attachTo(app)
  traceRequests(app)
  answerInLocaleOfRequest(app)
  securityHeaders(app, deps.config)
  watchProxies(app, trusts, deps)
  answerErrors(app)
  limitBodyTime(app)
  drainBodies(app)
  parseJsonBodies(app)
  finishRequests(app)
  closeConnectionsWhileDraining(app, deps.drain)
  logRequests(app, deps.tokenSecret)
  // Before the cache, whose answers are counted too.
  metricsHandlers(app, deps)
  cacheAnswers(app, deps.changeFeed, publicAnswers)
  await compressAnswers(app)
  addRoutes(app, deps)
  serveSitemap(app, deps)
  serveOfflineWorker(app)
  app.all('/api/*', (_request, reply) => sendRefusal(reply, new AppError('not_found')))
  return app
}

/** The routes of every noun. */
function addRoutes(app: FastifyInstance, deps: AppDeps): void {
  healthHandlers(app, deps)
  openApiHandlers(app, deps)
  accountHandlers(app, deps)
  sessionHandlers(app, deps)
  profileHandlers(app, deps, personalData)
  accountAdminHandlers(app, deps)
  secondFactorHandlers(app, deps)
  carHandlers(app, deps)
  adminFleetHandlers(app, deps)
  carDocumentHandlers(app, deps)
  carCostHandlers(app, deps)
  serviceHandlers(app, deps)
  dueHandlers(app, deps)
  priceRuleHandlers(app, deps)
  extraHandlers(app, deps)
  bookingHandlers(app, deps)
  agreementHandlers(app, deps)
  adminBookingHandlers(app, deps)
  calendarLinkHandlers(app, deps)
  conditionHandlers(app, deps)
  depositHandlers(app, deps)
  fineHandlers(app, deps)
  owedHandlers(app, deps)
  disputeHandlers(app, deps)
  driverHandlers(app, deps)
  listingHandlers(app, deps)
  shopHandlers(app, deps)
  paymentHandlers(app, deps)
  adminPaymentHandlers(app, deps)
  contentHandlers(app, deps)
  catalogHandlers(app, deps)
  settingsHandlers(app, deps)
  messageHandlers(app, deps)
  notificationHandlers(app, deps)
  todayHandlers(app, deps)
  reportHandlers(app, deps)
  searchHandlers(app, deps)
  savedViewHandlers(app, deps)
  holdHandlers(app, deps)
  auditHandlers(app, deps)
  mediaHandlers(app, deps)
  privateFileHandlers(app, deps)
}

/**
 * Compresses JSON and CSV of 8 kB and more; less arrives in the first round trip of a connection anyway. Cached answers
 * and pages are compressed once, in their caches. A session is named by a header, never by a cookie, so another site cannot
 * make a browser ask for an answer and measure its length.
 */
async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    encodings: ['br'],
    customTypes: /^application\/json|^text\/csv/,
    globalDecompression: false,
    // In bytes.
    threshold: 8 * 1024,
    // 1 % larger than with the defaults of quality 4 and 4 MiB, in a third of the time.
    brotliOptions: {
      params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 16 },
    },
    // Below this size, compressing at once takes less time and memory than a stream. In bytes.
    syncThreshold: 64 * 1024,
  })
}

function noSchemas(): never {
  throw new Error('A route is checked by the schemas of the contract, not by those of Fastify.')
}
