import type { ErrorCode } from '@twende/contract/http/error-codes.ts'
import { type RouteKey, routes } from '@twende/contract/routes.ts'
import type { FastifyRequest } from 'fastify'
import type { AppError } from '../http/app-error.ts'
import { logSecurityEvent, type SecurityEvent, type SecurityFacts } from './security-log.ts'

/** The security events of a route: for success and, where it matters, for an error of its handler. */
type EventsOfRoute = { done: SecurityEvent; refused?: SecurityEvent }

/**
 * The routes whose outcome is a security event. A staff route that changes something and is not listed here is logged as
 * `staff_action`, and an export as `data_exported`.
 */
const eventsOfRoutes: { readonly [Route in RouteKey]?: EventsOfRoute } = {
  'POST /api/user/register': { done: 'account_registered' },
  'POST /api/user/login': { done: 'log_in_succeeded', refused: 'log_in_failed' },
  'POST /api/user/second-factor': { done: 'log_in_succeeded', refused: 'second_factor_failed' },
  'POST /api/user/proof': { done: 'step_up_succeeded', refused: 'step_up_failed' },
  'POST /api/user/second-factors/app/confirm': { done: 'second_factor_added' },
  'POST /api/user/second-factors/app/remove': { done: 'second_factor_removed' },
  'POST /api/user/second-factors/passkey/confirm': { done: 'second_factor_added' },
  'POST /api/user/second-factors/passkey/:passkeyId/remove': { done: 'second_factor_removed' },
  'POST /api/user/second-factors/recovery-codes': { done: 'recovery_codes_created' },
  'POST /api/admin/person/:accountId/reset-second-factor': { done: 'second_factor_removed' },
  'POST /api/user/logout': { done: 'log_out' },
  'POST /api/user/session/:sessionId/end': { done: 'session_ended' },
  'POST /api/user/logout-everywhere': { done: 'all_sessions_ended' },
  'POST /api/user/change-password': { done: 'password_changed' },
  'POST /api/user/update': { done: 'contact_details_changed' },
  'POST /api/user/delete': { done: 'account_deleted' },
  'GET /api/user/export': { done: 'own_data_exported' },
  'POST /api/user/forgot-password': { done: 'recovery_requested' },
  'POST /api/user/verify-code': { done: 'recovery_code_accepted', refused: 'recovery_code_refused' },
  'POST /api/user/verify-link': { done: 'recovery_code_accepted', refused: 'recovery_code_refused' },
  'POST /api/user/reset-password': { done: 'password_reset', refused: 'password_reset_refused' },
  'POST /api/admin/booking/:bookingId/confirm': { done: 'money_decided' },
  'POST /api/admin/booking/:bookingId/owed': { done: 'money_decided' },
  'POST /api/admin/booking/:bookingId/owed/allow': { done: 'money_decided' },
  'POST /api/admin/payment/:paymentId/decide': { done: 'money_decided' },
  'POST /api/admin/payment/:paymentId/approve': { done: 'money_decided' },
  'POST /api/admin/receipt/:receipt/match': { done: 'money_decided' },
  'POST /api/admin/refund/:refundId/approve': { done: 'money_decided' },
  'POST /api/admin/refund/:refundId/sent': { done: 'money_decided' },
  'POST /api/admin/refund/:refundId/confirm': { done: 'money_decided' },
  'POST /api/admin/listing/:listingId/approve-payment': { done: 'money_decided' },
  'POST /api/admin/listing/:listingId/correct-payment': { done: 'money_decided' },
  'POST /api/admin/listing/:listingId/reject-payment': { done: 'money_decided' },
  'POST /api/admin/settings': { done: 'settings_changed' },
  'POST /api/admin/person/:accountId/role': { done: 'role_changed' },
  'POST /api/admin/person/:accountId/rights': { done: 'rights_changed' },
  'POST /api/admin/person/:accountId/ban': { done: 'account_banned' },
  'POST /api/admin/person/:accountId/unban': { done: 'account_unbanned' },
  'POST /api/admin/person/:accountId/log-out': { done: 'sessions_ended_by_staff' },
}

const factsOfRequests = new WeakMap<FastifyRequest, SecurityFacts>()

/** Adds facts to the security events of this request, such as the account that somebody logged in to. */
export function addSecurityFacts(request: FastifyRequest, facts: SecurityFacts): void {
  factsOfRequests.set(request, { ...factsOfRequests.get(request), ...facts })
}

/** Logs an additional event, for a route with several outcomes. */
export function logRequestEvent(
  request: FastifyRequest,
  event: SecurityEvent,
  facts: SecurityFacts = {},
): void {
  logSecurityEvent(request.log, event, { ...securityFactsOf(request), ...facts })
}

/** Logs the success of a request, if that is a security event. */
export function logDoneRequest(request: FastifyRequest): void {
  const route = routeOf(request)
  const event = route && doneEvent(route)
  if (event) logRequestEvent(request, event)
}

function doneEvent(route: RouteKey): SecurityEvent | undefined {
  const named = eventsOfRoutes[route]?.done
  if (named) return named
  const spec: (typeof routes)[RouteKey] = routes[route]
  if (spec.access !== 'staff' && spec.access !== 'admin') return undefined
  if ('sends' in spec) return 'data_exported'
  return route.startsWith('GET ') ? undefined : 'staff_action'
}

/** Logs the error of a request, if that is a security event. */
export function logRefusedRequest(request: FastifyRequest, refusal: AppError): void {
  const event = refusedEvent(routeOf(request), refusal)
  if (event) logRequestEvent(request, event, { ...refusal.securityFacts, errorCode: refusal.code })
}

/** Errors of rate limits and of limits on unpaid holds. */
const LIMITS: ReadonlySet<ErrorCode> = new Set([
  'rate_limited',
  'email_proof_needed',
  'contact_proof_needed',
  'contact_codes_used_up',
  'mailed_link_needed',
  'too_much_held',
  'holds_paused',
])

function refusedEvent(route: RouteKey | undefined, { code, status }: AppError): SecurityEvent | undefined {
  if (LIMITS.has(code)) return 'rate_limit_reached'
  if (code === 'wrong_password') return 'password_check_failed'
  if (code === 'not_signed_in' || code === 'forbidden' || code === 'right_needed') return 'access_refused'
  if (code === 'invalid') return 'input_refused'
  if (code === 'second_factor_needed') return 'second_factor_asked'
  const named = route && eventsOfRoutes[route]?.refused
  if (named) return named
  return status === 401 || status === 403 ? 'access_refused' : undefined
}

const knownRoutes: ReadonlySet<string> = new Set(Object.keys(routes))

function isRoute(name: string): name is RouteKey {
  return knownRoutes.has(name)
}

function routeOf(request: FastifyRequest): RouteKey | undefined {
  const name = `${request.method} ${request.routeOptions.url ?? ''}`
  return isRoute(name) ? name : undefined
}

/** The facts of this request's security events. */
export function securityFactsOf(request: FastifyRequest): SecurityFacts {
  return {
    requestId: request.id,
    route: routeOf(request),
    subjectId: subjectOf(request.params),
    ...factsOfRequests.get(request),
  }
}

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Only an id: other parts of an address may contain secrets and payment codes. */
function subjectOf(params: unknown): string | undefined {
  const values = Object.values(params && typeof params === 'object' ? params : {})
  return values.find((value) => typeof value === 'string' && ID.test(value))
}
