import type { ErrorCode } from '@twende/contract/http/error-codes.ts'
import type { RateLimit } from '@twende/contract/http/route.ts'
import type { RouteKey } from '@twende/contract/routes.ts'
import type { Logger } from 'pino'

/**
 * Every security event that the log may hold, and at which level. The list is closed: a report over the logs of years
 * can rely on these codes, so none is renamed or used for something else.
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

/** All that a line may say beside its event. No name, e-mail, phone, address, token or code has a place here. */
export type SecurityFacts = {
  requestId?: string | undefined
  /** The account that acted or, where nobody was signed in, the account that was tried. */
  accountId?: string | undefined
  /** Which network the request came from, as a keyed hash: the same for the same network, and no address. */
  network?: string | undefined
  /** What it was done to: the id of an account, booking, payment and so on. */
  subjectId?: string | undefined
  route?: RouteKey | undefined
  /** The error code of the answer. */
  errorCode?: ErrorCode | undefined
  /** What a rate limit counts by. */
  limitedBy?: RateLimit['per'] | 'email' | undefined
  /** The name of a setting, never its value. */
  setting?: string | undefined
  /** Why a log-in failed, which the visitor is not told. */
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
