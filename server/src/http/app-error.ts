import { type ErrorCode, errorCodes } from '@twende/contract/http/error-codes.ts'
import type { SecurityFacts } from '../ops/security-log.ts'
import { errorMessages } from './error-messages.ts'

/**
 * An expected error of a request. `message` may be shown to the person, in the language of the request that creates it;
 * `data` holds details for the page.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly data: unknown
  readonly retryAfterSeconds: number | undefined
  /** Only for the security log; never sent to the client. */
  readonly securityFacts: SecurityFacts | undefined

  constructor(
    code: ErrorCode,
    options: {
      message?: string
      data?: unknown
      retryAfterSeconds?: number
      securityFacts?: SecurityFacts
    } = {},
  ) {
    super(options.message ?? errorMessages[code]())
    this.name = 'AppError'
    this.code = code
    this.status = errorCodes[code]
    this.data = options.data
    this.retryAfterSeconds = options.retryAfterSeconds
    this.securityFacts = options.securityFacts
  }
}
