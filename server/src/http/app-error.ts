import { type ErrorCode, errorCodes } from '@twende/contract/http/error-codes.ts'
import type { SecurityFacts } from '../ops/security-log.ts'

/** An expected error of a request. `message` may be shown to the person; `data` holds details for the page. */
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
    super(options.message ?? errorCodes[code].message)
    this.name = 'AppError'
    this.code = code
    this.status = errorCodes[code].status
    this.data = options.data
    this.retryAfterSeconds = options.retryAfterSeconds
    this.securityFacts = options.securityFacts
  }
}
