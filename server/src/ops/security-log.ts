import type { ErrorCode } from '@twende/contract/http/error-codes.ts'
import type { RateLimit } from '@twende/contract/http/route.ts'
import type { RouteKey } from '@twende/contract/routes.ts'
import type { Logger } from 'pino'

/**
 * Every security event and its log level. Reports over years of logs rely on these codes: none is renamed or reused.
 */
export const securityEvents = {
  // Signing in and out.
  account_registered: 'info',
  log_in_succeeded: 'info',
  log_in_failed: 'warn',
  log_out: 'info',
  session_ended: 'info',
  all_sessions_ended: 'info',
  // The account itself.
  password_changed: 'info',
  password_check_failed: 'warn',
  contact_details_changed: 'info',
  account_deleted: 'info',
  own_data_exported: 'info',
  // A forgotten password.
  recovery_requested: 'info',
  recovery_code_accepted: 'info',
  recovery_code_refused: 'warn',
  password_reset: 'info',
  password_reset_refused: 'warn',
  // The second factor, and the fresh proof of it before a dangerous action.
  second_factor_added: 'info',
  second_factor_removed: 'warn',
  second_factor_asked: 'info',
  second_factor_succeeded: 'info',
  second_factor_failed: 'warn',
  recovery_codes_created: 'info',
  recovery_code_used: 'warn',
  step_up_succeeded: 'info',
  step_up_failed: 'warn',
  // What was refused.
  access_refused: 'warn',
  input_refused: 'info',
  rate_limit_reached: 'warn',
  // What staff does.
  data_exported: 'info',
  money_decided: 'info',
  settings_changed: 'info',
  role_changed: 'warn',
  rights_changed: 'warn',
  account_banned: 'info',
  account_unbanned: 'info',
  sessions_ended_by_staff: 'info',
  staff_action: 'info',
  // The program.
  program_started: 'info',
  program_stopped: 'info',
  setting_warning: 'warn',
} as const satisfies Record<string, 'info' | 'warn'>
export type SecurityEvent = keyof typeof securityEvents

/** The fields of a security event. Names, e-mails, phone numbers, addresses, tokens and codes must not be added. */
export type SecurityFacts = {
  requestId?: string | undefined
  /** The account that acted or, where nobody was signed in, the account that was tried. */
  accountId?: string | undefined
  /** A keyed hash of the network that the request came from. */
  network?: string | undefined
  /** The id of the account, booking, payment … that the event is about. */
  subjectId?: string | undefined
  route?: RouteKey | undefined
  /** The error code of the answer. */
  errorCode?: ErrorCode | undefined
  /** What a rate limit counts by. */
  limitedBy?: RateLimit['per'] | 'email' | undefined
  /** The name of a setting, never its value. */
  setting?: string | undefined
  /** Why a log-in failed; the visitor does not learn it. */
  cause?: 'unknown_account' | 'wrong_password' | undefined
}

/** Writes one security event; fields that are undefined are left out of the line. */
export function logSecurityEvent(
  logger: Pick<Logger, 'info' | 'warn'>,
  event: SecurityEvent,
  facts: SecurityFacts = {},
): void {
  logger[securityEvents[event]]({ securityEvent: event, ...facts }, 'security event')
}
